// `quoin restore`: replaces a project's SQLite database with a checked backup and keeps the replaced file.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { openProject } from '../app/project.ts';
import { findDamage, findMismatch } from '../storage/sqlite/check-file.ts';
import { copyWithLog, removeDatabase, replaceDatabase } from '../storage/sqlite/restore.ts';
import { assertProject } from './assert-project.ts';
import { CommandError } from './command-error.ts';
import { pgRestoreCommand } from './postgres-tools.ts';

/** Restores the database of a project. @throws CommandError, ProjectError */
export async function restoreCommand(folder: string, named: string): Promise<void> {
  assertProject(folder);
  const { config } = await openProject(folder);
  const backup = path.resolve(folder, named);
  if (config.database.client === 'postgres') {
    throw new CommandError(
      `The database is PostgreSQL. Stop the server and restore a dump with pg_restore:\n\n  ${pgRestoreCommand(config.database, named)}\n\npg_restore takes the password from ~/.pgpass or PGPASSWORD, or prompts for it.`,
    );
  }
  const { file } = config.database;
  assertBackup(backup, file);
  mkdirSync(path.dirname(file), { recursive: true });
  const partial = `${file}.restoring-${process.pid}`;
  try {
    console.log(`Copying and verifying ${backup} (${megabytesOf(backup)} MB) …`);
    await copyChecked(backup, partial);
    const previousFile = `${file}.replaced-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`;
    const outcome = await replaceDatabase(file, partial, previousFile);
    if (outcome === 'inUse') throw inUse(file);
    console.log(`Restored ${file} from ${backup}.`);
    if (outcome === 'replaced')
      console.log(
        `The previous database is ${previousFile}. Delete it when you no longer need it.`,
      );
    console.log(
      `A backup does not contain uploaded files: restore ${path.join(config.server.publicFolder, 'uploads')} as well.`,
    );
  } catch (error) {
    throw toCommandError(error, file);
  } finally {
    removeDatabase(partial);
  }
}

function assertBackup(backup: string, file: string): void {
  const stats = statSync(backup, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new CommandError(`The file ${backup} does not exist.`);
  if (!existsSync(file)) return;
  const { dev, ino } = statSync(file);
  if (stats.dev === dev && stats.ino === ino) {
    throw new CommandError(`${backup} is the database itself. Pass a backup.`);
  }
}

/** Copies a backup next to the database. @throws CommandError if it is not a valid database of the project */
async function copyChecked(backup: string, partial: string): Promise<void> {
  const problem = await copyWithLog(backup, partial).then(
    () => findDamage(partial) ?? findMismatch(partial),
    (error: unknown) => {
      if (error instanceof Error && isUnreadable(error)) return error.message;
      throw error;
    },
  );
  if (problem !== null) {
    throw new CommandError(
      `Nothing was changed. ${backup} is not an intact database of a project: ${problem}.`,
    );
  }
}

function isUnreadable(error: Error): boolean {
  return 'code' in error && /^SQLITE_(?:CORRUPT|NOTADB)/.test(String(error.code));
}

function toCommandError(error: unknown, file: string): unknown {
  if (error instanceof CommandError || !(error instanceof Error)) return error;
  return new CommandError(`Nothing was changed. ${file} cannot be replaced (${error.message}).`, {
    cause: error,
  });
}

function inUse(file: string): CommandError {
  return new CommandError(
    `Nothing was changed. A program has ${file} open: stop every server and command of this project first.`,
  );
}

function megabytesOf(file: string): number {
  return Math.ceil(statSync(file).size / 2 ** 20);
}
