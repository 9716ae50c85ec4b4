// Renames tables and columns with their indexes and keys, inside a transaction.
import type { Dialect } from '../dialect.ts';
import { runInSession, type Session } from '../session.ts';
import type { Index, Table } from '../layout/table.ts';

/** A renamed column; null where one of both sides has no such column. */
export type ColumnRename = readonly [from: string | null, to: string | null];

/** Renames a table and its columns. */
export async function renameTable(
  session: Session,
  { ddl }: Pick<Dialect, 'ddl'>,
  {
    from,
    to,
    columns,
  }: { readonly from: string; readonly to: string; readonly columns: readonly ColumnRename[] },
): Promise<void> {
  const model = await ddl.loadModelDdl();
  if (from !== to) await session.script(model.renameTable(from, to));
  for (const [before, after] of columns) {
    if (before === null || after === null || before === after) continue;
    await session.script(model.renameColumn(to, before, after));
  }
}

/**
 * Drops the indexes and named keys of a table, or those of one of its columns; the next sync creates missing ones.
 * @param keepsOwn As of `dropsOf`
 */
export async function dropIndexes(
  session: Session,
  { ddl }: Pick<Dialect, 'ddl'>,
  {
    table,
    column,
    keepsOwn,
  }: { readonly table: string; readonly column: string | null; readonly keepsOwn?: boolean },
): Promise<void> {
  const { dropsOf } = await ddl.loadModelDdl();
  const rows = await session.rows(dropsOf(table, column, keepsOwn));
  for (const [statement] of rows) await session.script(String(statement));
}

/** A table before and after its columns were renamed. */
export interface RenamedTable {
  readonly former: Table;
  readonly requested: Table;
  readonly columns: readonly ColumnRename[];
}

/**
 * Renames indexes and foreign keys according to renamed columns, so that a later attribute can use the former
 * names. If the database cannot rename an index, it is dropped and the next sync creates it again, except our own ones of
 * scalar columns, whose names do not matter.
 */
export async function renameIndexes(
  session: Session,
  { ddl }: Pick<Dialect, 'ddl'>,
  renamed: RenamedTable,
): Promise<void> {
  const { renameIndex, renameForeignKey } = await ddl.loadModelDdl();
  const { former, requested, columns } = renamed;
  const isRenamed = former.name !== requested.name;
  if (renameIndex === null) {
    const names = isRenamed ? [null] : columns.map(([, to]) => to).filter((name) => name !== null);
    for (const column of names) {
      await dropIndexes(session, { ddl }, { table: requested.name, column, keepsOwn: !isRenamed });
    }
    return;
  }
  const live = await runInSession(session, ddl.inspect());
  for (const [from, to] of indexRenames(renamed)) {
    if (live.indexes.has(ddl.fold(from))) await session.script(renameIndex(from, to));
  }
  const after = new Map(columns.flatMap(([from, to]) => (from && to ? [[from, to] as const] : [])));
  for (const key of former.foreignKeys) {
    const column = after.get(key.column) ?? key.column;
    const next = requested.foreignKeys.find((each) => each.column === column);
    if (!next || next.name === key.name || !live.foreignKeys.has(ddl.fold(key.name))) continue;
    if (renameForeignKey)
      await session.script(renameForeignKey(requested.name, key.name, next.name));
  }
}

/** Pairs of names of the indexes of a table that differ only in their names. */
function indexRenames({
  former,
  requested,
  columns,
}: RenamedTable): readonly (readonly [string, string])[] {
  const after = new Map(columns.flatMap(([from, to]) => (from && to ? [[from, to] as const] : [])));
  const shape = ({ unique, only }: Index, names: readonly string[]): string =>
    JSON.stringify([unique, only ?? null, names]);
  return former.indexes.flatMap((index) => {
    const expectedShape = shape(
      index,
      index.columns.map((column) => after.get(column) ?? column),
    );
    const next = requested.indexes.find(
      (each) => shape(each, each.columns) === expectedShape && endingOf(each) === endingOf(index),
    );
    return next && next.name !== index.name ? [[index.name, next.name] as const] : [];
  });
}

/** Strapi's and Quoin's indexes of the same columns differ in their prefix. */
function endingOf({ name }: Index): boolean {
  return name.startsWith('quoin_');
}
