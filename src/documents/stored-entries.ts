// In charge of reading rows back in the form in which a client sends them: values by attribute, components in place
// with their ids. Private attributes too, and of relations only those that must be there: what is stored is checked
// again before it is published.
import type { JsonObject, JsonValue } from '../base/json.ts';
import { encoderOf } from '../query/encode.ts';
import type { Attribute, ScalarAttribute, ScalarType } from '../schema/types.ts';
import type { WriteSteps } from '../storage/database.ts';
import { together } from '../storage/together.ts';
import { composedFields, type ComponentPlace } from './component-places.ts';
import { isLinked, showsOne } from './check/linked-attribute.ts';
import { groupedBy } from './grouped-by.ts';
import { linkPlace } from './links/link-place.ts';
import { partsOf, type LinkedRow } from './links/linked-row.ts';
import { readLinks } from './links/present-links.ts';
import { PerModel } from './per-model.ts';
import { componentRows, type PlacesIn } from './placed-components.ts';
import { writtenAttributes } from './check/written-attributes.ts';
import { hasConditions, isRuled, ruledFields, type Extent } from './ruled-values.ts';
import type { WriteContext } from './write-context.ts';

/** Rows of a model. */
interface Rows {
  readonly uid: string;
  readonly rows: readonly number[];
}

/** Which rows are read, and how. */
interface StoredRows {
  /** What stands in them. */
  readonly placesIn: PlacesIn;
  readonly extent: Extent;
}

/**
 * The rows of a model by id, with the components in them. At most one statement for each kind of row on each level.
 * @param stored `extent`: `ruled` leaves out what a publication cannot refuse
 */
export function* readStored(
  context: WriteContext,
  { uid, rows }: Rows,
  { placesIn, extent }: StoredRows,
): WriteSteps<ReadonlyMap<number, JsonObject>> {
  const isAll = extent === 'all' || hasConditions(context, uid);
  const scalars = (isAll ? storedScalars : ruledScalars).of(context, uid);
  const inside: StoredRows = { placesIn, extent: isAll ? 'all' : 'ruled' };
  const [found, parts, links] = yield* together([
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

/** What stands in the component and zone attributes of rows. */
function* readParts(
  context: WriteContext,
  { uid, rows }: Rows,
  { placesIn, extent }: StoredRows,
): WriteSteps<ReadonlyMap<number, readonly Part[]>> {
  const fields =
    extent === 'all' ? composedFields(context, uid) : ruledFields(context, { uid, rows, placesIn });
  if (fields.length === 0) return new Map();
  const places: ComponentPlace[] = [];
  for (const row of rows) {
    for (const place of placesIn(uid, row)) if (fields.includes(place.field)) places.push(place);
  }
  const components = yield* readComponents(context, places, { placesIn, extent });
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
): WriteSteps<(row: number) => readonly Part[]> {
  const { registry, rules } = context;
  if (!rules.strictRelations) return () => [];
  const required = [...registry.model(uid).attributes.values()]
    .filter(isLinked)
    .filter((attribute) => Boolean(attribute.raw['required']) && !('unlinked' in attribute));
  const found = yield* together(
    required.map((attribute) => readLinks(context, linkPlace(context, { uid, attribute }), rows)),
  );
  return (row) =>
    required.map((attribute, i) => {
      const targets = (found[i]?.get(row) ?? []).map(({ far }) => targetOf(far));
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
  stored: StoredRows,
): WriteSteps<Components> {
  const groups = [...componentRows(context, places)];
  const found = yield* together(
    groups.map(([uid, rows]) => readStored(context, { uid, rows }, stored)),
  );
  return new Map(groups.map(([uid], i) => [uid, found[i] ?? new Map()]));
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

/** The column of a value, and how it is read. */
interface StoredScalar {
  readonly name: string;
  readonly column: string;
  readonly as: ScalarType;
  readonly decode: (value: unknown) => JsonValue;
}

/** All values of a model. */
const storedScalars = new PerModel((context, uid) => scalarsOf(context, uid, () => true));

/** Those that a publication may refuse; the row of a document is read anyway. */
const ruledScalars = new PerModel((context, uid) => {
  const model = context.registry.model(uid);
  const written = new Set(writtenAttributes(model));
  const isAll = model.modelType === 'contentType';
  return scalarsOf(context, uid, (each) => written.has(each) && (isAll || isRuled(each)));
});

function scalarsOf(
  { registry, layout }: WriteContext,
  uid: string,
  isMeant: (attribute: ScalarAttribute) => boolean,
): readonly StoredScalar[] {
  return [...registry.model(uid).attributes.values()]
    .filter((attribute): attribute is ScalarAttribute => attribute.kind === 'scalar')
    .filter(isMeant)
    .map(({ name, type }) => ({
      name,
      column: layout.column(uid, name),
      as: type,
      decode: decoderOf(type),
    }));
}

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
