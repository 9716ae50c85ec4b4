// Installs and removes the triggers by which a database notifies all nodes of commits.
import type { Database } from '../database.ts';
import type { ReadSteps } from '../session.ts';
import type { Layout } from '../layout/layout.ts';

/** Installs triggers on all tables of a layout. @returns false if the database needs none */
export async function attach(database: Database, layout: Layout): Promise<boolean> {
  const { attachment } = database.dialect;
  if (attachment === null) return false;
  await runAll(database, attachment.attach(namesOf(layout)));
  return true;
}

/** Removes the triggers. @returns false if there were none */
export async function detach(database: Database): Promise<boolean> {
  const { attachment } = database.dialect;
  if (attachment === null || (await database.read(attachedTables(database))).size === 0)
    return false;
  await runAll(database, attachment.detach());
  return true;
}

/** If some tables have triggers, adds them to all. */
export async function completeTriggers(database: Database, layout: Layout): Promise<void> {
  const attached = await database.read(attachedTables(database));
  const isComplete = namesOf(layout).every((name) => attached.has(name));
  if (attached.size > 0 && !isComplete) await attach(database, layout);
}

function* attachedTables({ dialect }: Database): ReadSteps<ReadonlySet<string>> {
  if (dialect.attachment === null) return new Set();
  const [rows = []] = yield [dialect.attachment.attached()];
  return new Set(rows.map(([table]) => String(table)));
}

function namesOf({ tables }: Layout): readonly string[] {
  return tables.map(({ name }) => name);
}

function runAll(database: Database, statements: readonly string[]): Promise<void> {
  return database.runInTransaction(async (session) => {
    for (const statement of statements) await session.script(statement);
  });
}
