// Checks the data of one row: what was sent in the order of the body, and then what is missing.
import { validationError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Attribute, ScalarAttribute } from '../../schema/types.ts';
import type { Finding } from './finding.ts';
import { checkScalar } from '../values/check-scalar.ts';
import { checkWithoutRules } from '../values/check-without-rules.ts';
import { ALL_VISIBLE } from './visibility.ts';
import { LOOK_UP_ROUNDS } from './error-order.ts';
import { attributeLocation, NO_FINDINGS, pathOf } from './check-context.ts';
import type { CheckContext, CheckedObject, DataLocation, SentObject } from './check-context.ts';
import { checkComponents } from './check-components.ts';
import { checkRelation } from './check-relation.ts';
import { CheckedRow, type CheckedAttribute } from './checked-row.ts';
import { defaultOf, isWritten, writtenAttributes } from './written-attributes.ts';

/** Checks the attributes of one row with its components and relations. */
export function checkAttributes(
  context: CheckContext,
  sent: SentObject,
  location: DataLocation,
): CheckedObject {
  const { model, data } = sent;
  const attributes = writtenAttributes(model);
  const checked = checkSent(context, sent, location);
  const row = new CheckedRow(location.label);
  for (const attribute of attributes) {
    const { name, kind } = attribute;
    const result = checked.get(name);
    if (result) {
      row.add(name, result);
    } else if (checksMissing(attribute, location)) {
      const at = attributeLocation(location, name);
      const inside = contextOf(context, attribute, data);
      row.add(name, checkAttribute(inside, attribute, { value: undefined, location: at }));
    } else {
      row.addMissing(kind === 'scalar' ? 2 : 1);
    }
  }
  return row.toChecked(
    attributes.map(({ name }) => name),
    Object.keys(data),
  );
}

/** Checks the keys and values that were sent for one row, in the order of the body. After an error, only keys are checked. */
function checkSent(
  context: CheckContext,
  { model, extra, data }: SentObject,
  location: DataLocation,
): ReadonlyMap<string, CheckedAttribute> {
  const { body } = context;
  const checked = new Map<string, CheckedAttribute>();
  const inside = { object: data, step: location.step, isText: location.isText };
  for (const key of Object.keys(data)) {
    const attribute = model.attributes.get(key);
    if (!extra.has(key)) body?.visit(attribute, key, inside);
    const value = data[key];
    if (!attribute || value === undefined) continue;
    const sent = { value, location: attributeLocation(location, key) };
    if (!body?.error && isWritten(model, key)) {
      const ruled = contextOf(context, attribute, data);
      checked.set(key, checkAttribute(ruled, attribute, sent));
    }
    // The keys in components have been checked with their values.
    if (!checked.get(key)?.components) body?.walk(attribute, sent);
  }
  return checked;
}

/** The context for an attribute: its rules apply only if it is visible and writable. */
function contextOf(context: CheckContext, attribute: Attribute, data: JsonObject): CheckContext {
  const isRuled = attribute.writable && context.isVisible(attribute, data);
  return isRuled ? context : hiddenContext(context);
}

/** The context for an attribute that is not visible or not writable, and for everything in it. */
function hiddenContext(context: CheckContext): CheckContext {
  const free: CheckContext = {
    ...context,
    draft: true,
    isHidden: true,
    isVisible: ALL_VISIBLE,
    checkObject: (sent, location) => checkAttributes(free, sent, location),
  };
  return free;
}

/** True if a missing attribute of a new row has a default or is required. */
function checksMissing(attribute: Attribute, { isNew }: DataLocation): boolean {
  return isNew && (Boolean(attribute.raw['required']) || defaultOf(attribute) !== undefined);
}

function checkAttribute(
  context: CheckContext,
  attribute: Attribute,
  { value, location }: { readonly value: JsonValue | undefined; readonly location: DataLocation },
): CheckedAttribute {
  switch (attribute.kind) {
    case 'scalar':
      return checkValue(context, attribute, { value, location });
    case 'component':
    case 'dynamiczone':
      return checkComponents(context, attribute, { value, location });
    case 'relation':
    case 'media':
    case 'morph':
      return checkRelation(context, attribute, { value, location });
    case 'localizations':
      return NO_FINDINGS;
  }
}

function checkValue(
  { draft, isHidden, missing }: CheckContext,
  attribute: ScalarAttribute,
  { value, location }: { readonly value: JsonValue | undefined; readonly location: DataLocation },
): CheckedAttribute {
  const { label, models, isNew: complete } = location;
  const filled = value === undefined && complete ? valueOfMissing(attribute, missing) : value;
  const scalar = { attribute, label, rules: { complete, draft } };
  const checked = isHidden ? checkWithoutRules(scalar, filled) : checkScalar(scalar, filled);
  const { failures, deferredMessage, lookUp } = checked;
  const findings: Finding[] = failures.map(({ path, ...failure }) => ({
    kind: 'failure',
    failure: { ...failure, path: [...pathOf(location), ...path] },
  }));
  const candidate = lookUp ? (checked.value ?? checked.echo) : undefined;
  if (isUnique(candidate)) {
    const uid = models.at(-1) ?? '';
    const lookup = { path: pathOf(location), uid, attribute: attribute.name, models };
    findings.push({ kind: 'unique', ...lookup, value: candidate, shown: checked.echo });
  }
  return {
    findings,
    deferredError: deferredMessage === null ? null : () => validationError(deferredMessage),
    relationError: null,
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
