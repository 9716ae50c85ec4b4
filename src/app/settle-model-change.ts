// Finishes or takes back a change of the content model that a crash has interrupted, before the schema files are read.
import { readJournal, removeJournal, writeFiles } from '../model/files/journal.ts';
import { hasChange } from '../model/change-log.ts';
import type { Config } from '../project/config.ts';
import { inspectDatabase } from './database.ts';

/** The files follow the database: a change is made as soon as its transaction is committed. */
export async function settleModelChange(folder: string, { database }: Config): Promise<void> {
  const journal = readJournal(folder);
  if (journal === null || isRunning(journal.pid)) return;
  const isMade = await inspectDatabase(database, (dialect) => hasChange(dialect, journal.key));
  writeFiles(folder, journal.files, isMade === true ? 'after' : 'before');
  removeJournal(folder);
}

/** Returns true if another process is making the change. */
function isRunning(pid: number): boolean {
  if (pid === process.pid || !Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
