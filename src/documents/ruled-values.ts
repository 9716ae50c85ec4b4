// In charge of which stored values a publication may refuse (docs/strapi/publishing.md,
// "Draft rules and publication rules"): those that a rule of the schema speaks of. Of plain texts in components only
// the length counts, which the database is asked for.
import type { Attribute, ScalarAttribute, ScalarType } from '../schema/types.ts';
import type { WriteSteps } from '../storage/database.ts';
import { selectFromAll, type UnionPart } from '../storage/union-selection.ts';
import { isLinked } from './check/linked-attribute.ts';
import { composedFields } from './component-places.ts';
import { PerModel } from './per-model.ts';
import { componentsIn, type PlacedRows } from './placed-components.ts';
import { limitsOf } from './values/scalar-limits.ts';
import type { WriteContext } from './write-context.ts';

/** How much of stored rows is meant: all of it, or what a rule speaks of. */
export type Extent = 'all' | 'ruled';

/** Types that take any text or flag which is in their column. */
const PLAIN: ReadonlySet<ScalarType> = new Set(['string', 'text', 'richtext', 'boolean']);

/** Rules that count as soon as they are there. */
const RULES = ['minLength', 'maxLength', 'regex', 'default', 'columnType'];

/** True where more than the length of a stored text may be refused. */
export function isRuled({ type, raw }: ScalarAttribute): boolean {
  const isPlain = PLAIN.has(type) && !raw['required'] && !raw['unique'];
  return !isPlain || RULES.some((rule) => raw[rule] !== undefined);
}

/** True for models in which the rules of an attribute depend on the values beside it: all of them count. */
export function hasConditions(context: WriteContext, uid: string): boolean {
  return conditional.of(context, uid);
}

const conditional = new PerModel(({ registry }, uid) =>
  [...registry.model(uid).attributes.values()].some(({ raw }) => raw['conditions'] !== undefined),
);

/** Attributes of rows in which components stand, or should, that a rule speaks of. */
export function ruledFields(
  context: WriteContext,
  { uid, rows, placesIn }: PlacedRows,
): readonly string[] {
  const fields = composedFields(context, uid);
  const ruled = new Set<string>();
  const plain = new Map<string, Attribute>();
  for (const field of fields) {
    const attribute = context.registry.attribute(uid, field);
    if (attribute && isLimited(attribute)) ruled.add(field);
    else if (attribute) plain.set(field, attribute);
  }
  for (const row of rows) {
    for (const { field, type } of placesIn(uid, row)) {
      const attribute = plain.get(field);
      if (attribute && !(names(attribute, type) && isPlain.of(context, type))) ruled.add(field);
    }
  }
  return fields.filter((field) => ruled.has(field));
}

/** True where a component that stands in rows has a text that may be longer than it may be. One statement at most. */
export function* holdsLongTexts(context: WriteContext, rows: PlacedRows): WriteSteps<boolean> {
  const parts = [...componentsIn(context, rows)].flatMap(([uid, ids]) =>
    limitedColumns.of(context, uid).map(({ column, longest }): UnionPart => ({
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

/** The columns of a component's plain texts that have a greatest length, in characters. */
const limitedColumns = new PerModel(({ registry, layout }, uid) =>
  [...registry.model(uid).attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'scalar' || isRuled(attribute)) return [];
    const { maxLength } = limitsOf(attribute);
    if (maxLength === null) return [];
    return [{ column: layout.column(uid, attribute.name), longest: maxLength }];
  }),
);

/** True where the number of components is said, or that there is one. */
function isLimited({ kind, raw }: Attribute): boolean {
  const holdsComponents = kind === 'component' || kind === 'dynamiczone';
  return holdsComponents && ['min', 'max', 'required'].some((rule) => raw[rule] !== undefined);
}

/** False for what stands there from before the schema was changed. */
function names(attribute: Attribute, uid: string): boolean {
  if (attribute.kind === 'dynamiczone') return attribute.components.includes(uid);
  return attribute.kind === 'component' && attribute.component === uid;
}

/** Components of which no rule speaks, nor of what may stand in them. */
const isPlain = new PerModel((context, uid) => {
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
      return isRuled(attribute);
    case 'component':
      return isLimited(attribute);
    case 'dynamiczone':
      return true;
    default:
      return isLinked(attribute) && rules.strictRelations && Boolean(attribute.raw['required']);
  }
}
