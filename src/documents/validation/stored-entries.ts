// Reads stored rows in the form in which a client sends them, to check them before they are published: values by attribute,
// including private ones, components with their ids, and required relations.
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { decoderOf } from '../../query/decode.ts';
import type { Attribute, ScalarAttribute, ScalarType } from '../../schema/types.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { componentFields, type ComponentSlot } from '../components/component-slots.ts';
import { isLinked, showsOne } from '../check/linked-attribute.ts';
import { groupBy } from '../../base/group-by.ts';
import { linkStorage } from '../links/link-storage.ts';
import { parseRow, type LinkedRow } from '../links/linked-row.ts';
import { readLinks } from '../links/read-links.ts';
import { ModelCache } from '../model-cache.ts';
import { componentRows, type SlotsOf } from '../components/stored-components.ts';
import { writtenAttributes } from '../check/written-attributes.ts';
import { hasConditions, hasRules, fieldsWithRules, type ValueSelection } from './ruled-values.ts';
import type { WriteContext } from '../write-context.ts';

/** Rows of a model. */
interface Rows {
  readonly uid: string;
  readonly rows: readonly number[];
}

/** How rows are read. */
interface StoredRows {
  /** The components of the rows. */
  readonly slotsOf: SlotsOf;
  readonly extent: ValueSelection;
}

/**
 * Reads rows of a model with their components, by id. At most one statement for each model on each level.
 * @param stored `extent`: `ruled` leaves out values without rules
 */
export function* readStored(
  context: WriteContext,
  { uid, rows }: Rows,
  { slotsOf, extent }: StoredRows,
): WriteSteps<ReadonlyMap<number, JsonObject>> {
  const isAll = extent === 'all' || hasConditions(context, uid);
  const scalars = (isAll ? storedScalars : ruledScalars).get(context, uid);
  const inside: StoredRows = { slotsOf, extent: isAll ? 'all' : 'ruled' };
  const [found, parts, links] = yield* concurrently([
    context.statements.select(context.layout.table(uid), {
      columns: ['id', ...scalars],
      where: [{ column: 'id', in: rows }],
    }),
    readParts(context, { uid, rows }, inside),
    readRequired(context, uid, rows),
  ]);
  const stored = new Map<number, JsonObject>();
  for (const [id, ...values] of found) {
    const row = Number(id);
    const own = scalars.map(({ name, decode }, i): Part => [name, decode(values[i])]);
    stored.set(row, Object.fromEntries([...own, ...(parts.get(row) ?? []), ...links(row)]));
  }
  return stored;
}

type Part = readonly [attribute: string, value: JsonValue];

/** Reads the component attributes and dynamic zones of rows. */
function* readParts(
  context: WriteContext,
  { uid, rows }: Rows,
  { slotsOf, extent }: StoredRows,
): WriteSteps<ReadonlyMap<number, readonly Part[]>> {
  const fields =
    extent === 'all'
      ? componentFields(context, uid)
      : fieldsWithRules(context, { uid, rows, slotsOf });
  if (fields.length === 0) return new Map();
  const slots: ComponentSlot[] = [];
  for (const row of rows) {
    for (const slot of slotsOf(uid, row)) if (fields.includes(slot.field)) slots.push(slot);
  }
  const components = yield* readComponents(context, slots, { slotsOf, extent });
  const attributes = fields.flatMap((field) => context.registry.attribute(uid, field) ?? []);
  const parts = new Map<number, readonly Part[]>();
  for (const row of rows) {
    const own = groupBy(slotsOf(uid, row), ({ field }) => field);
    const inside = attributes.map((each) => partOf(each, own.get(each.name) ?? [], components));
    parts.set(row, inside);
  }
  return parts;
}

/** Reads the targets of required relations and media, if that is checked. One statement for each attribute. */
function* readRequired(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): WriteSteps<(row: number) => readonly Part[]> {
  const { registry, rules } = context;
  if (!rules.strictRelations) return () => [];
  const required = [...registry.model(uid).attributes.values()]
    .filter(isLinked)
    .filter((attribute) => Boolean(attribute.raw['required']) && !('unlinked' in attribute));
  const found = yield* concurrently(
    required.map((attribute) => readLinks(context, linkStorage(context, { uid, attribute }), rows)),
  );
  return (row) =>
    required.map((attribute, i) => {
      const targets = (found[i]?.get(row) ?? []).map(({ far }) => targetOf(far));
      return [attribute.name, showsOne(attribute) ? (targets[0] ?? null) : targets];
    });
}

/** A row in the form in which a client names it. */
function targetOf(row: LinkedRow): JsonObject {
  const { id, uid } = parseRow(row);
  return uid === null ? { id } : { id, __type: uid };
}

/** The data of components by uid and row id. */
type Components = ReadonlyMap<string, ReadonlyMap<number, JsonObject>>;

function* readComponents(
  context: WriteContext,
  slots: readonly ComponentSlot[],
  stored: StoredRows,
): WriteSteps<Components> {
  const groups = [...componentRows(context, slots)];
  const found = yield* concurrently(
    groups.map(([uid, rows]) => readStored(context, { uid, rows }, stored)),
  );
  return new Map(groups.map(([uid], i) => [uid, found[i] ?? new Map()]));
}

function partOf(
  attribute: Attribute,
  slots: readonly ComponentSlot[],
  components: Components,
): Part {
  const { name, kind } = attribute;
  const items: JsonObject[] = [];
  for (const { type, component } of slots) {
    const data = components.get(type)?.get(component);
    if (!data) continue;
    const id = component;
    items.push(kind === 'dynamiczone' ? { __component: type, id, ...data } : { id, ...data });
  }
  const isList = kind === 'dynamiczone' || (kind === 'component' && attribute.repeatable);
  return [name, isList ? items : (items[0] ?? null)];
}

/** The column of a value, and its decoder. */
interface StoredScalar {
  readonly name: string;
  readonly column: string;
  readonly as: ScalarType;
  readonly decode: (value: unknown) => JsonValue;
}

/** All values of a model. */
const storedScalars = new ModelCache((context, uid) => scalarsOf(context, uid, () => true));

/** Values with rules; for a content-type all values that clients set, since its row is read anyway. */
const ruledScalars = new ModelCache((context, uid) => {
  const model = context.registry.model(uid);
  const written = new Set(writtenAttributes(model));
  const isAll = model.modelType === 'contentType';
  return scalarsOf(context, uid, (each) => written.has(each) && (isAll || hasRules(each)));
});

function scalarsOf(
  { registry, layout }: WriteContext,
  uid: string,
  isReferenced: (attribute: ScalarAttribute) => boolean,
): readonly StoredScalar[] {
  return [...registry.model(uid).attributes.values()]
    .filter((attribute): attribute is ScalarAttribute => attribute.kind === 'scalar')
    .filter(isReferenced)
    .map(({ name, type }) => ({
      name,
      column: layout.column(uid, name),
      as: type,
      decode: decoderOf(type),
    }));
}
