// In charge of reading rows back in the form in which a client sends them: values by attribute, components in place
// with their ids. Private attributes too, and of relations only those that must be there: what is stored is checked
// again before it is published.
import type { JsonObject, JsonValue } from '../base/json.ts';
import { encoderOf } from '../query/encode.ts';
import type { Attribute, ScalarAttribute, ScalarType } from '../schema/types.ts';
import type { Writing } from '../storage/database.ts';
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
  const stored = new Map<number, JsonObject>();
  for (const [id, ...values] of found) {
    const row = Number(id);
    const own = scalars.map(({ name, decode }, i): Part => [name, decode(values[i])]);
    stored.set(row, Object.fromEntries([...own, ...(parts.get(row) ?? []), ...links(row)]));
  }
  return stored;
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
  const places: ComponentPlace[] = [];
  for (const row of rows) for (const place of placesIn(uid, row)) places.push(place);
  const components = yield* readComponents(context, places, placesIn);
  const attributes = fields.flatMap((field) => context.registry.attribute(uid, field) ?? []);
  const parts = new Map<number, readonly Part[]>();
  for (const row of rows) {
    const own = groupedBy(placesIn(uid, row), ({ field }) => field);
    const inside = attributes.map((each) => partOf(each, own.get(each.name) ?? [], components));
    parts.set(row, inside);
  }
  return parts;
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

/** What components hold, by their uid and row id. */
type Components = ReadonlyMap<string, ReadonlyMap<number, JsonObject>>;

function* readComponents(
  context: WriteContext,
  places: readonly ComponentPlace[],
  placesIn: PlacesIn,
): Writing<Components> {
  const found = new Map<string, ReadonlyMap<number, JsonObject>>();
  for (const [uid, rows] of componentRows(context, places))
    found.set(uid, yield* readStored(context, { uid, rows }, placesIn));
  return found;
}

function partOf(
  attribute: Attribute,
  places: readonly ComponentPlace[],
  components: Components,
): Part {
  const { name, kind } = attribute;
  const items: JsonObject[] = [];
  for (const { type, part } of places) {
    const data = components.get(type)?.get(part);
    if (!data) continue;
    const id = part;
    items.push(kind === 'dynamiczone' ? { __component: type, id, ...data } : { id, ...data });
  }
  const isList = kind === 'dynamiczone' || (kind === 'component' && attribute.repeatable);
  return [name, isList ? items : (items[0] ?? null)];
}

/** The columns of a model's values, and how these are read. */
const storedScalars = new PerModel(({ registry, layout }, uid) =>
  [...registry.model(uid).attributes.values()]
    .filter((attribute): attribute is ScalarAttribute => attribute.kind === 'scalar')
    .map(({ name, type }) => ({
      name,
      column: layout.column(uid, name),
      as: type,
      decode: decoderOf(type),
    })),
);

/** Gives a stored value as a client would send it. */
function decoderOf(type: ScalarType): (value: unknown) => JsonValue {
  const encode = encoderOf(type);
  const isText = TEXTS.has(type);
  return (value) => {
    if (value === null || (isText && typeof value === 'string')) return value;
    return JSON.parse(encode(value)) as JsonValue;
  };
}

/** Types whose texts are what a client sends. */
const TEXTS: ReadonlySet<ScalarType> = new Set(['string', 'text', 'richtext', 'email', 'uid']);
