// A copy of a project whose own folder is not written (`schema.store: 'database'`): its code and schemas with the changes
// that the database has recorded; everything else is linked (docs/decisions/0028).
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChanges, type RecordedChange } from '../../model/change-log.ts';
import { writeFiles } from '../../model/files/journal.ts';
import { missingFiles } from '../../model/recorded-files.ts';
import { markCopy } from '../../project/folder.ts';
import type { DatabaseConfig } from '../../project/database-config.ts';
import type { PreparedFolder } from '../../project/load.ts';
import { RowStatements } from '../../storage/statements/row-statements.ts';
import { modelOf } from '../content-model.ts';
import { inspectDatabase } from '../database.ts';
import { projectFiles } from './project-files.ts';

/** Folders for data, which belong to the project's own folder even if they do not exist yet. */
const WRITTEN = ['public', '.tmp'];

/** A first start creates it after the copy. */
const SECRETS = '.env';

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch {
    // The folder is read-only: writes fail.
  }
}

/** Copies a project; the copy is removed at the end of the process. */
export async function copyProject(root: string, database: DatabaseConfig): Promise<PreparedFolder> {
  const changes = await recordedChanges(database);
  const copy = mkdtempSync(join(tmpdir(), 'quoin-model-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const name of WRITTEN) makeFolder(join(root, name));
  for (const name of new Set([...readdirSync(root), ...WRITTEN, SECRETS])) {
    if (name === 'src') cpSync(join(root, name), join(copy, name), { recursive: true });
    else if (name !== '.quoin') symlinkSync(join(root, name), join(copy, name));
  }
  markCopy(copy, root);
  const { files, others } = missingFiles(changes, projectFiles(copy));
  writeFiles(copy, files, 'after');
  const lastChange = changes.at(-1)?.key ?? null;
  return { root: copy, warnings: others.map(replaced), lastChange };
}

/** Changes in the log of a database, which need not be migrated. */
export async function recordedChanges(
  database: DatabaseConfig,
): Promise<readonly RecordedChange[]> {
  const { layout } = modelOf({ definitions: [] });
  const found = await inspectDatabase(database, (dialect) =>
    readChanges(new RowStatements(dialect, layout), dialect),
  );
  return found ?? [];
}

function replaced(path: string): string {
  return `${path} was changed in the project's folder and in the database. The folder has precedence: what was changed in the database is not served, but its values are kept.`;
}
