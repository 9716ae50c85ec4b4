// Rows of built-in types as whole entries: with system attributes, and linked through join tables
// (docs/strapi/storage.md, "System columns" and "Relations").
import { createDocumentId } from '../../base/document-id.ts';
import { USER } from '../../schema/built-in/uids.ts';
import type { SqlValue, WriteSteps } from '../../storage/session.ts';
import type { Link } from '../../storage/layout/link.ts';
import { appendLinks } from '../../storage/statements/link-statements.ts';
import type { Table } from '../../storage/layout/table.ts';
import type { WriteContext } from '../write-context.ts';

/** Column values by attribute. */
export type EntryValues = Readonly<Record<string, SqlValue>>;

/** Inserts entries that have the same attributes. @returns their row ids in the same order */
export function* insertBuiltIn(
  { layout, statements, dialect }: Tables,
  uid: string,
  entries: readonly EntryValues[],
): WriteSteps<readonly number[]> {
  const now = dialect.store('datetime', Date.now());
  const rows = entries.map((values) => ({
    documentId: createDocumentId(),
    ...values,
    createdAt: now,
    updatedAt: now,
    publishedAt: now,
  }));
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first).map((name) => layout.column(uid, name));
  return yield* statements.insert(
    layout.table(uid),
    columns,
    rows.map((row) => Object.values(row)),
  );
}

/** Updates attributes of an entry and its `updatedAt`. */
export function* changeBuiltIn(
  { layout, statements, dialect }: Tables,
  uid: string,
  { id, values }: { readonly id: number; readonly values: EntryValues },
): WriteSteps<void> {
  const changed = { ...values, updatedAt: dialect.store('datetime', Date.now()) };
  const columns = Object.keys(changed).map((name) => layout.column(uid, name));
  yield* statements.update(layout.table(uid), columns, [[id, ...Object.values(changed)]]);
}

/** A link stored in a join table. */
export type JoinTableLink = Extract<Link, { kind: 'joinTable' }>;

/** Returns the join table of an attribute. */
export function joinTableOf(
  { layout }: Pick<Tables, 'layout'>,
  uid: string,
  attribute: string,
): JoinTableLink {
  const link = layout.link(uid, attribute);
  if (link.kind !== 'joinTable') throw new Error(`${uid} ${attribute} has no join table`);
  return link;
}

/** Link from users to their role, or null if the users of the project have no role. */
export function roleLinkOf({ layout }: Pick<Tables, 'layout'>): JoinTableLink | null {
  const isRole = ({ uid, kind, columns }: Table): boolean =>
    uid === USER && kind === 'links' && columns.some(({ attribute }) => attribute === 'role');
  return layout.tables.some(isRole) ? joinTableOf({ layout }, USER, 'role') : null;
}

/** Linked rows of entries through an attribute, in order, by the row id of the entry. */
export function* linkedRows(
  tables: Tables,
  { uid, attribute }: LinkedAttribute,
  entries: readonly number[],
): WriteSteps<ReadonlyMap<number, readonly number[]>> {
  const { table, near, far, order } = joinTableOf(tables, uid, attribute);
  const rows = yield* tables.statements.select(table, {
    columns: [near, far],
    where: [{ column: near, in: [...new Set(entries)] }],
    order: [...(order === null ? [] : [order]), 'id'],
  });
  const linked = new Map<number, number[]>();
  for (const [entry, row] of rows) {
    const list = linked.get(Number(entry)) ?? [];
    linked.set(Number(entry), list);
    if (row !== null) list.push(Number(row));
  }
  return linked;
}

/** An attribute with a join table. */
export interface LinkedAttribute {
  readonly uid: string;
  readonly attribute: string;
}

/** Links an entry to rows in the given order, after its existing links. */
export function* linkRows(
  tables: Tables,
  attribute: LinkedAttribute,
  { entry, rows }: { readonly entry: number; readonly rows: readonly number[] },
): WriteSteps<void> {
  if (rows.length === 0) return;
  const link = joinTableOf(tables, attribute.uid, attribute.attribute);
  const { table, near, far, order, inverseOrder } = link;
  const last = yield* lastOrder(tables, link, entry);
  const links = rows.map((row, i) => [entry, row, last + i + 1] as const);
  if (inverseOrder !== null) {
    yield [appendLinks(tables, { table, near, far, order, inverseOrder }, links)];
    return;
  }
  yield* tables.statements.insert(
    table,
    [near, far, ...(order === null ? [] : [order])],
    order === null ? links.map(([one, other]) => [one, other]) : links,
  );
}

/** Replaces the links of an entry. */
export function* replaceLinks(
  tables: Tables,
  attribute: LinkedAttribute,
  links: { readonly entry: number; readonly rows: readonly number[] },
): WriteSteps<void> {
  const { table, near } = joinTableOf(tables, attribute.uid, attribute.attribute);
  yield* tables.statements.delete(table, [{ column: near, is: links.entry }]);
  yield* linkRows(tables, attribute, links);
}

/** Highest order of the links of an entry, or 0. */
function* lastOrder(
  { statements }: Tables,
  {
    table,
    near,
    order,
  }: { readonly table: string; readonly near: string; readonly order: string | null },
  row: number,
): WriteSteps<number> {
  if (order === null) return 0;
  const rows = yield* statements.select(table, {
    columns: [order],
    where: [{ column: near, is: row }],
  });
  return rows.reduce((last, [value]) => Math.max(last, Number(value ?? 0)), 0);
}

/** Dependencies of reads and writes of rows. */
export type Tables = Pick<WriteContext, 'layout' | 'statements' | 'dialect'>;
