// Drops tables and columns that no schema uses, on demand only (docs/strapi/differences.md, D10). Objects of other
// programs, and what they depend on, are kept.
import { sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { removeRecordedTables } from './recorded-tables.ts';
import type { Leftovers } from './leftovers.ts';
import { toQuery } from './row-writer.ts';
import { runInSession, type Session } from '../session.ts';

/** A table or column that could not be dropped, as `table` or `table.column`, and why. */
export interface SkippedDrop {
  readonly name: string;
  readonly reason: string;
}

/** Drops tables, columns, and rows that refer to deleted ones. @returns what could not be dropped */
export async function dropLeftovers(
  session: Session,
  dialect: Dialect,
  { tables, columns, links }: Pick<Leftovers, 'tables' | 'columns' | 'links'>,
): Promise<readonly SkippedDrop[]> {
  const skipped: SkippedDrop[] = [];
  for (const { table, column, uid } of links) {
    const query = sql`delete from ${sql.id(table)} where ${sql.id(column)} = ${uid}`;
    await session.run(toQuery(dialect.compile(query)));
  }
  for (const { table, name } of columns) {
    try {
      await dialect.ddl.dropColumn(session, table, name);
    } catch (error) {
      skipped.push({ name: `${table}.${name}`, reason: reasonOf(error) });
    }
  }
  skipped.push(
    ...(await dropTables(
      session,
      dialect,
      tables.map(({ name }) => name),
    )),
  );
  const stays = new Set(skipped.map(({ name }) => name));
  await runInSession(
    session,
    removeRecordedTables(dialect, {
      tables: tables.filter(({ name }) => !stays.has(name)).map(({ name }) => name),
      columns: columns.filter(({ table, name }) => !stays.has(`${table}.${name}`)),
    }),
  );
  return skipped;
}

/** Drops a table after those that refer to it; one that another table refers to is kept. */
async function dropTables(
  session: Session,
  dialect: Dialect,
  names: readonly string[],
): Promise<readonly SkippedDrop[]> {
  const { fold } = dialect.ddl;
  const pairs = (await session.rows(dialect.ddl.keys())).map(([from, to]) => ({
    from: fold(String(from)),
    to: fold(String(to)),
  }));
  const dropped = new Set<string>();
  const leading = (name: string): string | undefined =>
    pairs.find(({ from, to }) => to === fold(name) && from !== to && !dropped.has(from))?.from;
  let left = names;
  let next = left.filter((name) => leading(name) === undefined);
  while (next.length > 0) {
    for (const name of next) {
      await session.script(dialect.compile(sql`drop table ${sql.id(name)}`).sql);
      dropped.add(fold(name));
    }
    left = left.filter((name) => !dropped.has(fold(name)));
    next = left.filter((name) => leading(name) === undefined);
  }
  return left.map((name) => ({ name, reason: `${leading(name)} points to it` }));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
