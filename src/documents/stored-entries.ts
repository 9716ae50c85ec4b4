// In charge of reading rows back in the form in which a client sends them: values by attribute, components in place
// with their ids. Private attributes too, and of relations only those that must be there: what is stored is checked
// again before it is published.
import type { JsonObject, JsonValue } from '../base/json.ts';
import { encoderOf } from '../query/encode.ts';
import type { Attribute, ScalarAttribute } from '../schema/types.ts';
import type { Row, Writing } from '../storage/database.ts';
import { composedFields, readPlaces, type ComponentPlace } from './component-places.ts';
import { isLinked, showsOne, type LinkedAttribute } from './check/linked-attribute.ts';
import { groupedBy } from './grouped-by.ts';
import { linkPlace } from './links/link-place.ts';
import { partsOf, type LinkedRow } from './links/linked-row.ts';
import { readLinks, type PresentLinks } from './links/present-links.ts';
import type { WriteContext } from './write-context.ts';

/** The rows of a model by id, with the components in them. One statement for each kind of row on each level. */
export function* readStored(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): Writing<ReadonlyMap<number, JsonObject>> {
  const scalars = scalarsOf(context, uid);
  const found = yield* context.statements.select(context.layout.table(uid), {
    columns: [
      'id',
      ...scalars.map(({ name, type }) => ({ column: context.layout.column(uid, name), as: type })),
    ],
    where: [{ column: 'id', in: rows }],
  });
  const parts = yield* readParts(context, uid, rows);
  const links = yield* readRequired(context, uid, rows);
  const decode = scalars.map(({ name, type }) => ({ name, encode: encoderOf(type) }));
  return new Map(
    found.map(([id, ...values]: Row) => {
      const own = decode.map(({ name, encode }, i): [string, JsonValue] => [
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
  uid: string,
  rows: readonly number[],
): Writing<ReadonlyMap<number, readonly Part[]>> {
  const fields = composedFields(context, uid);
  const places = yield* readPlaces(context, { uid, fields }, rows);
  const components = yield* readComponents(context, places);
  const attributes = fields.flatMap((field) => context.registry.attribute(uid, field) ?? []);
  const owned = groupedBy(places, ({ entity }) => entity);
  return new Map(
    rows.map((row) => {
      const own = groupedBy(owned.get(row) ?? [], ({ field }) => field);
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
): Writing<ReadonlyMap<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (const [uid, group] of groupedBy(places, ({ type }) => type)) {
    if (!context.registry.components.has(uid)) continue;
    const rows = group.map(({ part }) => part);
    for (const [id, data] of yield* readStored(context, uid, rows)) {
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

function scalarsOf({ registry }: WriteContext, uid: string): readonly ScalarAttribute[] {
  return [...registry.model(uid).attributes.values()].filter(
    (attribute): attribute is ScalarAttribute => attribute.kind === 'scalar',
  );
}
