// In charge of checking what was sent for one row, attribute by attribute in the order of the schema.
import { validationError } from '../../base/errors.ts';
import type { JsonValue } from '../../base/json.ts';
import type { Attribute, ScalarAttribute } from '../../schema/types.ts';
import type { Finding } from '../finding.ts';
import { checkScalar } from '../values/check-scalar.ts';
import { checkUnruled } from '../values/check-unruled.ts';
import { ALL_VISIBLE } from '../visibility.ts';
import { LOOK_UP_ROUNDS } from './answer-order.ts';
import { attributePlace, NOTHING, pathOf } from './check-context.ts';
import type { CheckContext, CheckedObject, Place, SentObject } from './check-context.ts';
import { checkComponents } from './check-components.ts';
import { checkRelation } from './check-relation.ts';
import { CheckedRow, type CheckedAttribute } from './checked-row.ts';
import { defaultOf, sentValue, writtenAttributes } from './written-attributes.ts';

/** Checks the attributes of one row, and all that hangs on it. */
export function checkAttributes(
  context: CheckContext,
  { model, data }: SentObject,
  place: Place,
): CheckedObject {
  const attributes = writtenAttributes(model);
  const row = new CheckedRow();
  for (const attribute of attributes) {
    const value = sentValue(data, attribute.name);
    const inside = context.isVisible(attribute, data) ? context : withoutRules(context);
    if (value === undefined && !countsMissing(attribute, place)) {
      row.pass(attribute.kind === 'scalar' ? 2 : 1);
      continue;
    }
    const at = attributePlace(place, attribute.name);
    row.add(attribute.name, checkAttribute(inside, attribute, { value, place: at }), at.label);
  }
  return row.toChecked(
    attributes.map(({ name }) => name),
    Object.keys(data),
  );
}

/** For an attribute that is not visible, and all that is in it. */
function withoutRules(context: CheckContext): CheckContext {
  const free: CheckContext = {
    ...context,
    draft: true,
    free: true,
    isVisible: ALL_VISIBLE,
    checkObject: (sent, place) => checkAttributes(free, sent, place),
  };
  return free;
}

/** True where a new row has a default for what was not sent, or must not be without it. */
function countsMissing(attribute: Attribute, { isNew }: Place): boolean {
  return isNew && (Boolean(attribute.raw['required']) || defaultOf(attribute) !== undefined);
}

function checkAttribute(
  context: CheckContext,
  attribute: Attribute,
  { value, place }: { readonly value: JsonValue | undefined; readonly place: Place },
): CheckedAttribute {
  switch (attribute.kind) {
    case 'scalar':
      return checkValue(context, attribute, { value, place });
    case 'component':
    case 'dynamiczone':
      return checkComponents(context, attribute, { value, place });
    case 'relation':
    case 'media':
    case 'morph':
      return checkRelation(context, attribute, { value, place });
    case 'localizations':
      return NOTHING;
  }
}

function checkValue(
  { draft, free, missing }: CheckContext,
  attribute: ScalarAttribute,
  { value, place }: { readonly value: JsonValue | undefined; readonly place: Place },
): CheckedAttribute {
  const { label, models, isNew: complete } = place;
  const filled = value === undefined && complete ? valueOfMissing(attribute, missing) : value;
  const scalar = { attribute, label, rules: { complete, draft } };
  const checked = free ? checkUnruled(scalar, filled) : checkScalar(scalar, filled);
  const { failures, late, lookUp } = checked;
  const findings: Finding[] = failures.map(({ path, ...failure }) => ({
    kind: 'failure',
    failure: { ...failure, path: [...pathOf(place), ...path] },
  }));
  const taken = lookUp ? (checked.value ?? checked.echo) : undefined;
  if (isUnique(taken)) {
    const uid = models.at(-1) ?? '';
    const asked = { path: pathOf(place), uid, attribute: attribute.name, models };
    findings.push({ kind: 'unique', ...asked, value: taken, shown: checked.echo });
  }
  return {
    findings,
    late: late === null ? null : () => validationError(late),
    problem: null,
    rounds: lookUp ? LOOK_UP_ROUNDS : 2,
    value: checked.value,
  };
}

function valueOfMissing(attribute: ScalarAttribute, missing: 'absent' | 'null'): unknown {
  return defaultOf(attribute) ?? (missing === 'null' ? null : undefined);
}

function isUnique(value: unknown): value is (Finding & { kind: 'unique' })['value'] {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}
