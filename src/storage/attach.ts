// In charge of whether a database tells every node of all commits: that is switched on and off, and holds for tables
// that come later too.
import type { Database, Reading } from './database.ts';
import type { Layout } from './layout.ts';

/** Makes a database tell of changes of all tables of a layout. @returns false: it needs no telling */
export async function attach(database: Database, layout: Layout): Promise<boolean> {
  const { attachment } = database.dialect;
  if (attachment === null) return false;
  await runAll(database, attachment.attach(namesOf(layout)));
  return true;
}

/** Ends that. @returns false: there was nothing to end */
export async function detach(database: Database): Promise<boolean> {
  const { attachment } = database.dialect;
  if (attachment === null || (await database.read(attachedTables(database))).size === 0)
    return false;
  await runAll(database, attachment.detach());
  return true;
}

/** Where some tables tell of changes, all do. */
export async function keepAttached(database: Database, layout: Layout): Promise<void> {
  const attached = await database.read(attachedTables(database));
  const isWhole = namesOf(layout).every((name) => attached.has(name));
  if (attached.size > 0 && !isWhole) await attach(database, layout);
}

function* attachedTables({ dialect }: Database): Reading<ReadonlySet<string>> {
  if (dialect.attachment === null) return new Set();
  const [rows = []] = yield [dialect.attachment.attached()];
  return new Set(rows.map(([table]) => String(table)));
}

function namesOf({ tables }: Layout): readonly string[] {
  return tables.map(({ name }) => name);
}

function runAll(database: Database, statements: readonly string[]): Promise<void> {
  return database.write(async (session) => {
    for (const statement of statements) await session.script(statement);
  });
}
