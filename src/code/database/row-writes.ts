// Writes rows directly: no drafts, no validation rules, and related rows by id.
import { validationError } from '../../base/errors.ts';
import { stringOf } from '../../base/json.ts';
import { MAX_ROW_ID } from '../../base/limits.ts';
import { createDocumentId } from '../../base/document-id.ts';
import { slotColumns, slotsTable } from '../../documents/components/component-slots.ts';
import { isLinked } from '../../documents/check/linked-attribute.ts';
import type { ColumnValue } from '../../documents/input.ts';
import { insertEntries, insertNumbered } from '../../documents/rows/entry-rows.ts';
import { writeLinks } from '../../documents/links/write-links.ts';
import { removeEntries } from '../../documents/rows/remove.ts';
import { removePendingLinksOf } from '../../documents/versions/pending-links.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import type { Attribute, ComponentAttribute, DynamicZoneAttribute } from '../../schema/types.ts';
import type { SqlValue, WriteSteps } from '../../storage/session.ts';
import type { Fields } from '../strapi/code-values.ts';
import { takeId } from '../../storage/statements/table-pages.ts';
import { toColumnValue } from './column-value.ts';
import { toAddition, toRelationChange } from './relation-change.ts';

/** Inserts a row with its links and components. @returns its id */
export function* insertRow(context: WriteContext, uid: string, data: Fields): WriteSteps<number> {
  const [id = 0] = yield* insertRows(context, uid, [data]);
  yield* writeLinked(context, { uid, id, created: true }, data);
  return id;
}

/** Inserts rows, without links. @returns their ids */
export function* insertRows(
  context: WriteContext,
  uid: string,
  data: readonly Fields[],
): WriteSteps<readonly number[]> {
  const rows = data.map((each) => ({ id: idOf(each), values: newValues(context, uid, each) }));
  const numbered = rows.flatMap(({ id, values }) => (id === null ? [] : [{ id, values }]));
  if (numbered.length > 0) {
    yield* insertNumbered(context, uid, numbered);
    yield* numberRowsAfter(
      context,
      uid,
      numbered.reduce((max, { id }) => Math.max(max, id), 0),
    );
  }
  const others = rows.filter(({ id }) => id === null).map(({ values }) => values);
  const ids = others.length > 0 ? yield* insertEntries(context, uid, others) : [];
  const rest = ids.values();
  return rows.map(({ id }) => id ?? rest.next().value ?? 0);
}

/** Moves the id sequence of a model behind an id. */
function* numberRowsAfter(
  { dialect, layout }: WriteContext,
  uid: string,
  id: number,
): WriteSteps<void> {
  const table = layout.table(uid);
  const moved = dialect.ddl.moveSequence(table);
  if (moved !== null && (yield* takeId(dialect, table)) <= id) yield [{ sql: moved, values: [] }];
}

/** The id in the data of a new row; null if the database chooses it. @throws ValidationError for an invalid id */
function idOf({ id }: Fields): number | null {
  if (id === undefined || id === null) return null;
  const number = typeof id === 'string' && id.trim() !== '' ? Number(id) : id;
  const isValid = typeof number === 'number' && Number.isInteger(number);
  if (isValid && number > 0 && number <= MAX_ROW_ID) return number;
  throw validationError(
    `Invalid id. Expected an integer from 1 to ${MAX_ROW_ID}, received: ${stringOf(id)}`,
  );
}

/** Updates a row with its links and components. Attributes without a value are not changed. */
export function* updateRow(
  context: WriteContext,
  { uid, id }: Pick<LinkedWrite, 'uid' | 'id'>,
  data: Fields,
): WriteSteps<void> {
  yield* updateRows(context, { uid, ids: [id] }, columnValues(context, uid, data));
  yield* writeLinked(context, { uid, id, created: false }, data);
}

/** Adds links and components to those of a row. */
export function attachLinked(
  context: WriteContext,
  row: Pick<LinkedWrite, 'uid' | 'id'>,
  data: Fields,
): WriteSteps<void> {
  return writeLinked(context, { ...row, created: false, adds: true }, data);
}

/** Changes links and components of a row, without its columns. */
export function updateLinked(
  context: WriteContext,
  row: Pick<LinkedWrite, 'uid' | 'id'>,
  data: Fields,
): WriteSteps<void> {
  return writeLinked(context, { ...row, created: false }, data);
}

/** Removes all links and components of a row, except those in its columns. The rows of components remain. */
export function deleteLinked(
  context: WriteContext,
  row: Pick<LinkedWrite, 'uid' | 'id'>,
): WriteSteps<void> {
  const { registry, layout } = context;
  const names = [...registry.model(row.uid).attributes.values()].flatMap(({ name, kind }) => {
    if (kind === 'scalar' || kind === 'localizations') return [];
    const link = layout.link(row.uid, name).kind;
    return link === 'column' || link === 'morphColumns' ? [] : [name];
  });
  return updateLinked(context, row, Object.fromEntries(names.map((name) => [name, null])));
}

/** Rows of a model. */
export interface NamedRows {
  readonly uid: string;
  readonly ids: readonly number[];
}

/** Updates rows with the same values, without links. */
export function updateRows(
  { layout, statements }: WriteContext,
  { uid, ids }: NamedRows,
  values: ReadonlyMap<string, SqlValue>,
): WriteSteps<void> {
  return statements.merge(
    layout.table(uid),
    ids.map((id) => ({ id, values })),
  );
}

/** The values of data by column; others are left out. @throws ValidationError for values that cannot be stored */
export function columnValues(
  context: WriteContext,
  uid: string,
  data: Fields,
): ReadonlyMap<string, SqlValue> {
  const { layout, dialect, registry } = context;
  const values = new Map<string, SqlValue>();
  for (const [name, value] of Object.entries(data)) {
    const attribute = registry.attribute(uid, name);
    if (value === undefined) continue;
    if (attribute?.kind === 'scalar') {
      const stored = dialect.store(attribute.type, toColumnValue(attribute, value));
      values.set(layout.column(uid, name), stored);
    } else if (name === DOCUMENT_ID && typeof value === 'string' && isType(context, uid)) {
      values.set(layout.column(uid, name), value);
    }
  }
  return values;
}

/** Removes rows and their components. */
export function* removeRows(context: WriteContext, { uid, ids }: NamedRows): WriteSteps<void> {
  if (ids.length === 0) return;
  yield* removePendingLinksOf(context, uid, ids);
  yield* removeEntries(context, uid, ids);
}

const DOCUMENT_ID = 'documentId';

function isType({ registry }: WriteContext, uid: string): boolean {
  return registry.contentTypes.has(uid);
}

/** The values of a new row, including defaults. */
function newValues(
  context: WriteContext,
  uid: string,
  data: Fields,
): ReadonlyMap<string, ColumnValue> {
  const values = new Map<string, ColumnValue>();
  for (const attribute of context.registry.model(uid).attributes.values()) {
    if (attribute.kind !== 'scalar') continue;
    const { name } = attribute;
    const input = data[name];
    const value = input === undefined ? defaultOf(context, uid, attribute) : input;
    if (value !== undefined) values.set(name, toColumnValue(attribute, value));
  }
  if (isType(context, uid)) {
    const documentId = data[DOCUMENT_ID];
    values.set(DOCUMENT_ID, typeof documentId === 'string' ? documentId : createDocumentId());
  }
  return values;
}

/** Rows are published by default, in all types. */
function defaultOf(context: WriteContext, uid: string, { name, raw }: Attribute): unknown {
  return name === 'publishedAt' && isType(context, uid) ? new Date() : raw['default'];
}

interface LinkedWrite {
  readonly uid: string;
  readonly id: number;
  /** True if this write inserts the row. */
  readonly created: boolean;
  /** True to add links to the existing ones instead of replacing them. */
  readonly adds?: boolean;
}

function* writeLinked(context: WriteContext, write: LinkedWrite, data: Fields): WriteSteps<void> {
  const { uid, id: row, created, adds = false } = write;
  for (const attribute of context.registry.model(uid).attributes.values()) {
    const input = data[attribute.name];
    if (input === undefined || (adds && input === null)) continue;
    if (isLinked(attribute)) {
      const change = adds ? toAddition(input) : toRelationChange(input);
      if (change)
        yield* writeLinks(context, { uid, attribute, created }, [{ row, created, change }]);
    } else if (attribute.kind === 'component' || attribute.kind === 'dynamiczone') {
      yield* setComponents(context, write, { attribute, input });
    }
  }
}

interface ComponentsInput {
  readonly attribute: ComponentAttribute | DynamicZoneAttribute;
  readonly input: unknown;
}

/** Replaces the components of an attribute with existing component rows. */
function* setComponents(
  context: WriteContext,
  { uid, id, adds = false }: LinkedWrite,
  { attribute, input }: ComponentsInput,
): WriteSteps<void> {
  const { owner, component, type, field, order } = slotColumns;
  const table = slotsTable(context, uid, attribute.name);
  const items = input === null ? [] : Array.isArray(input) ? input : [input];
  const isList = attribute.kind === 'dynamiczone' || attribute.repeatable;
  const references = items.flatMap((item: unknown) => partOf(attribute, item));
  if (!adds) {
    yield* context.statements.delete(table, [
      { column: owner, is: id },
      { column: field, is: attribute.name },
    ]);
  }
  yield* context.statements.add(
    table,
    [owner, component, type, field, order],
    references.map(([row, uidOfPart], i) => [
      id,
      row,
      uidOfPart,
      attribute.name,
      isList ? i + 1 : null,
    ]),
  );
}

/** The row id and uid of a referenced component. */
function partOf(
  attribute: ComponentsInput['attribute'],
  item: unknown,
): readonly (readonly [number, string])[] {
  const named = typeof item === 'object' && item !== null ? (item as Fields) : { id: item };
  const row = Number(named['id']);
  if (!Number.isSafeInteger(row)) return [];
  if (attribute.kind === 'component') return [[row, attribute.component]];
  const pivot = named['__pivot'] as Fields | undefined;
  const uid = named['__component'] ?? pivot?.['component_type'];
  return typeof uid === 'string' ? [[row, uid]] : [];
}
