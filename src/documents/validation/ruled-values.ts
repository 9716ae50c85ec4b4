// Decides which stored values must be checked before a publication (docs/strapi/publishing.md,
// "Draft rules and publication rules"): those with rules in the schema. The length of plain texts in components is checked by
// the database.
import type { Attribute, ScalarAttribute, ScalarType } from '../../schema/types.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { selectFromAll, type UnionPart } from '../../storage/statements/union-selection.ts';
import { isLinked } from '../check/linked-attribute.ts';
import { componentFields } from '../components/component-slots.ts';
import { ModelCache } from '../model-cache.ts';
import { componentsIn, type RowsWithSlots } from '../components/stored-components.ts';
import { limitsOf } from '../values/scalar-limits.ts';
import type { WriteContext } from '../write-context.ts';

/** Which values of stored rows are read: all, or only those with rules. */
export type ValueSelection = 'all' | 'ruled';

/** Types that accept any value that their column can store. */
const PLAIN: ReadonlySet<ScalarType> = new Set(['string', 'text', 'richtext', 'boolean']);

/** Rules that apply whatever their value. */
const RULES = ['minLength', 'maxLength', 'regex', 'default', 'columnType'];

/** True for an attribute with rules other than the maximum length of a plain text. */
export function hasRules({ type, raw }: ScalarAttribute): boolean {
  const isPlain = PLAIN.has(type) && !raw['required'] && !raw['unique'];
  return !isPlain || RULES.some((rule) => raw[rule] !== undefined);
}

/** True for a model with conditions: its rules depend on other values, so all values must be read. */
export function hasConditions(context: WriteContext, uid: string): boolean {
  return conditional.get(context, uid);
}

const conditional = new ModelCache(({ registry }, uid) =>
  [...registry.model(uid).attributes.values()].some(({ raw }) => raw['conditions'] !== undefined),
);

/** The component attributes of rows that must be checked. */
export function fieldsWithRules(
  context: WriteContext,
  { uid, rows, slotsOf }: RowsWithSlots,
): readonly string[] {
  const fields = componentFields(context, uid);
  const constrained = new Set<string>();
  const plain = new Map<string, Attribute>();
  for (const field of fields) {
    const attribute = context.registry.attribute(uid, field);
    if (attribute && isLimited(attribute)) constrained.add(field);
    else if (attribute) plain.set(field, attribute);
  }
  for (const row of rows) {
    for (const { field, type } of slotsOf(uid, row)) {
      const attribute = plain.get(field);
      if (attribute && !(names(attribute, type) && isPlain.get(context, type)))
        constrained.add(field);
    }
  }
  return fields.filter((field) => constrained.has(field));
}

/** True if a component of the rows has a text that is too long. One statement at most. */
export function* holdsLongTexts(context: WriteContext, rows: RowsWithSlots): WriteSteps<boolean> {
  const parts = [...componentsIn(context, rows)].flatMap(([uid, ids]) =>
    limitedColumns.get(context, uid).map(({ column, longest }): UnionPart => ({
      table: context.layout.table(uid),
      columns: ['id'],
      where: [
        { column: 'id', in: ids },
        { column, longerThan: longest },
      ],
    })),
  );
  const found = yield* selectFromAll(context, parts);
  return found.some((each) => each.length > 0);
}

/** The columns of plain texts of a component with their maximum lengths, in characters. */
const limitedColumns = new ModelCache(({ registry, layout }, uid) =>
  [...registry.model(uid).attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'scalar' || hasRules(attribute)) return [];
    const { maxLength } = limitsOf(attribute);
    if (maxLength === null) return [];
    return [{ column: layout.column(uid, attribute.name), longest: maxLength }];
  }),
);

/** True if the number of components is limited or one is required. */
function isLimited({ kind, raw }: Attribute): boolean {
  const holdsComponents = kind === 'component' || kind === 'dynamiczone';
  return holdsComponents && ['min', 'max', 'required'].some((rule) => raw[rule] !== undefined);
}

/** False for a component that is left from an earlier schema. */
function names(attribute: Attribute, uid: string): boolean {
  if (attribute.kind === 'dynamiczone') return attribute.components.includes(uid);
  return attribute.kind === 'component' && attribute.component === uid;
}

/** True for components without rules, including those of nested components. */
const isPlain = new ModelCache((context, uid) => {
  const seen = new Set<string>();
  const waiting = [uid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const model = context.registry.components.get(next);
    if (!model || hasConditions(context, next)) return false;
    for (const attribute of model.attributes.values()) {
      if (isRuledItself(context, attribute)) return false;
      if (attribute.kind === 'component') waiting.push(attribute.component);
    }
  }
  return true;
});

function isRuledItself({ rules }: WriteContext, attribute: Attribute): boolean {
  switch (attribute.kind) {
    case 'scalar':
      return hasRules(attribute);
    case 'component':
      return isLimited(attribute);
    case 'dynamiczone':
      return true;
    default:
      return isLinked(attribute) && rules.strictRelations && Boolean(attribute.raw['required']);
  }
}
