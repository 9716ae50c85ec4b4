// Completes or rolls back a change of the content model that a crash interrupted, before the schema files are read.
import { setTimeout } from 'node:timers/promises';
import { hasChange } from '../../model/change-log.ts';
import {
  isOwnerRunning,
  JOURNAL,
  readJournal,
  removeJournal,
  removeUnfinishedJournal,
  writeFiles,
} from '../../model/files/journal.ts';
import type { Config } from '../../project/config.ts';
import { ProjectError } from '../../project/project-error.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { ReadSteps } from '../../storage/session.ts';
import { inspectDatabase } from '../database.ts';

/** How long a start waits for a change that another process makes, and how often it looks, in milliseconds. */
const TIMEOUT = 30_000;
const INTERVAL = 50;

/**
 * The files follow the database: a change is made as soon as its transaction is committed. A change that another process
 * is making is awaited.
 * @throws ProjectError if it takes too long
 */
export async function recoverModelChange(
  folder: string,
  { database }: Config,
  timeout: number = TIMEOUT,
): Promise<void> {
  const end = performance.now() + timeout;
  for (;;) {
    const journal = readJournal(folder);
    if (journal === null) {
      removeUnfinishedJournal(folder);
      return;
    }
    if (!isOwnerRunning(folder, journal)) {
      const read = (dialect: Dialect): ReadSteps<boolean> => hasChange(dialect, journal.key);
      const isMade = await inspectDatabase(database, read, { afterWrites: true });
      writeFiles(folder, journal.files, isMade === true ? 'after' : 'before');
      removeJournal(folder);
      return;
    }
    if (performance.now() > end) throw beingChanged(journal.owner.pid);
    await setTimeout(INTERVAL);
  }
}

function beingChanged(pid: number): ProjectError {
  const message = `Process ${pid} is changing the content model. Try again when it has finished.`;
  return new ProjectError([{ file: JOURNAL, path: '', message }]);
}
