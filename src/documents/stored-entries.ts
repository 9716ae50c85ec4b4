// In charge of reading rows back in the form in which a client sends them: values by attribute, components in place
// with their ids. Private attributes too, and of relations only those that must be there: what is stored is checked
// again before it is published.
import type { JsonObject, JsonValue } from '../base/json.ts';
import { encoderOf } from '../query/encode.ts';
import type { Attribute, ScalarAttribute } from '../schema/types.ts';
import type { Row, Writing } from '../storage/database.ts';
import { composedFields, type ComponentPlace } from './component-places.ts';
import { isLinked, showsOne, type LinkedAttribute } from './check/linked-attribute.ts';
import { groupedBy } from './grouped-by.ts';
import { linkPlace } from './links/link-place.ts';
import { partsOf, type LinkedRow } from './links/linked-row.ts';
import { readLinks, type PresentLinks } from './links/present-links.ts';
import { PerModel } from './per-model.ts';
import { componentRows, type PlacesIn } from './placed-components.ts';
import type { WriteContext } from './write-context.ts';

/** Rows of a model. */
interface Rows {
  readonly uid: string;
  readonly rows: readonly number[];
}

/** The rows of a model by id, with the components in them. One statement for each kind of row on each level. */
export function* readStored(
  context: WriteContext,
  { uid, rows }: Rows,
  placesIn: PlacesIn,
): Writing<ReadonlyMap<number, JsonObject>> {
  const scalars = storedScalars.of(context, uid);
  const found = yield* context.statements.select(context.layout.table(uid), {
    columns: ['id', ...scalars],
    where: [{ column: 'id', in: rows }],
  });
  const parts = yield* readParts(context, { uid, rows }, placesIn);
  const links = yield* readRequired(context, uid, rows);
  return new Map(
    found.map(([id, ...values]: Row) => {
      const own = scalars.map(({ name, encode }, i): [string, JsonValue] => [
        name,
        JSON.parse(encode(values[i])) as JsonValue,
      ]);
      const row = Number(id);
      return [row, Object.fromEntries([...own, ...(parts.get(row) ?? []), ...links(row)])];
    }),
  );
}

type Part = readonly [attribute: string, value: JsonValue];

/** What stands in the component and zone attributes of rows. */
function* readParts(
  context: WriteContext,
  { uid, rows }: Rows,
  placesIn: PlacesIn,
): Writing<ReadonlyMap<number, readonly Part[]>> {
  const fields = composedFields(context, uid);
  if (fields.length === 0) return new Map();
  const places = rows.flatMap((row) => placesIn(uid, row));
  const components = yield* readComponents(context, places, placesIn);
  const attributes = fields.flatMap((field) => context.registry.attribute(uid, field) ?? []);
  return new Map(
    rows.map((row) => {
      const own = groupedBy(placesIn(uid, row), ({ field }) => field);
      return [
        row,
        attributes.map((attribute) => partOf(attribute, own.get(attribute.name) ?? [], components)),
      ];
    }),
  );
}

/** What the required relations and media of rows lead to, where that counts. One statement for each. */
function* readRequired(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): Writing<(row: number) => readonly Part[]> {
  const { registry, rules } = context;
  if (!rules.strictRelations) return () => [];
  const read: { readonly attribute: LinkedAttribute; readonly links: PresentLinks }[] = [];
  for (const attribute of registry.model(uid).attributes.values()) {
    if (!isLinked(attribute) || !attribute.raw['required']) continue;
    const links = yield* readLinks(context, linkPlace(context, { uid, attribute }), rows);
    read.push({ attribute, links });
  }
  return (row) =>
    read.map(({ attribute, links }) => {
      const targets = (links.get(row) ?? []).map(({ far }) => targetOf(far));
      return [attribute.name, showsOne(attribute) ? (targets[0] ?? null) : targets];
    });
}

/** A row as a client names it. */
function targetOf(row: LinkedRow): JsonObject {
  const { id, uid } = partsOf(row);
  return uid === null ? { id } : { id, __type: uid };
}

function* readComponents(
  context: WriteContext,
  places: readonly ComponentPlace[],
  placesIn: PlacesIn,
): Writing<ReadonlyMap<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (const [uid, rows] of componentRows(context, places)) {
    for (const [id, data] of yield* readStored(context, { uid, rows }, placesIn)) {
      found.set(`${uid} ${id}`, { id, ...data });
    }
  }
  return found;
}

function partOf(
  attribute: Attribute,
  places: readonly ComponentPlace[],
  components: ReadonlyMap<string, JsonObject>,
): Part {
  const { name, kind } = attribute;
  const items = places.flatMap(({ type, part }): JsonObject[] => {
    const data = components.get(`${type} ${part}`);
    if (!data) return [];
    return [kind === 'dynamiczone' ? { __component: type, ...data } : data];
  });
  const isList = kind === 'dynamiczone' || (kind === 'component' && attribute.repeatable);
  return [name, isList ? items : (items[0] ?? null)];
}

/** The columns of a model's values, and how these are encoded. */
const storedScalars = new PerModel(({ registry, layout }, uid) =>
  [...registry.model(uid).attributes.values()]
    .filter((attribute): attribute is ScalarAttribute => attribute.kind === 'scalar')
    .map(({ name, type }) => ({
      name,
      column: layout.column(uid, name),
      as: type,
      encode: encoderOf(type),
    })),
);
