// `quoin backup`: copies the SQLite database of a project into one file, also while a server runs.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { backUp, type BackupProgress } from '../app/background/backup.ts';
import { hasCode } from '../base/errors.ts';
import { openProject } from '../app/project.ts';
import type { SqliteConfig } from '../project/database-config.ts';
import { assertProject } from './assert-project.ts';
import { CommandError } from './command-error.ts';
import { pgDumpCommand } from './postgres-tools.ts';
import { createProgress } from './progress.ts';

const MEGABYTE = 1024 * 1024;

/** Backs up the database of a project. @throws CommandError, ProjectError */
export async function backupCommand(folder: string, named: string): Promise<void> {
  assertProject(folder);
  const { config } = await openProject(folder);
  const target = path.resolve(folder, named);
  if (config.database.client === 'postgres') {
    throw new CommandError(
      `The database is PostgreSQL. Back it up with pg_dump, which works while a server runs:\n\n  ${pgDumpCommand(config.database, named)}\n\npg_dump takes the password from ~/.pgpass or PGPASSWORD, or prompts for it.`,
    );
  }
  const { file } = config.database;
  assertPaths(config.database, target);
  try {
    const result = await backUp({ file, target }, show());
    if ('damage' in result) throw damaged(file, result.damage);
    console.log(
      `Backed up ${file} to ${target} (${Math.ceil(result.size / MEGABYTE)} MB). The backup is intact.`,
    );
    console.log(
      `It does not contain uploaded files: back up ${path.join(config.server.publicFolder, 'uploads')} as well.`,
    );
    console.log('Keep it safe: it contains password hashes and secrets.');
  } catch (error) {
    throw toCommandError(error, { file, target });
  }
}

function assertPaths({ file }: SqliteConfig, target: string): void {
  if (!existsSync(file)) throw new CommandError(`The database file ${file} does not exist.`);
  if (!existsSync(path.dirname(target))) {
    throw new CommandError(`The folder ${path.dirname(target)} does not exist.`);
  }
  if (!existsSync(target)) return;
  if (statSync(target).isDirectory()) {
    throw new CommandError(`${target} is a folder. Pass the name of a file.`);
  }
  throw alreadyExists(target);
}

function show(): BackupProgress {
  const bar = createProgress(process.stdout);
  let shown = 0;
  let total = 0;
  const copied = (size: number): void => {
    const megabytes = Math.min(Math.floor(size / MEGABYTE), total);
    if (megabytes > shown) bar.step(megabytes - shown);
    shown = Math.max(shown, megabytes);
  };
  return {
    copying: (size) => {
      total = Math.floor(size / MEGABYTE);
      bar.begin('MB copied', total);
    },
    copied,
    checking: () => {
      copied(Number.MAX_SAFE_INTEGER);
      bar.stop();
      if (total > 0) console.log('Verifying the copy …');
    },
  };
}

function toCommandError(
  error: unknown,
  { file, target }: { readonly file: string; readonly target: string },
): unknown {
  if (error instanceof CommandError || !(error instanceof Error)) return error;
  if (hasCode(error, 'EEXIST')) return alreadyExists(target);
  if (isCode(error, /^SQLITE_(?:CORRUPT|NOTADB)/)) return damaged(file, error.message);
  const message = `Nothing was backed up. ${target} cannot be written (${error.message}).`;
  return new CommandError(message, { cause: error });
}

function damaged(file: string, reason: string): CommandError {
  return new CommandError(
    `Nothing was backed up. ${file} is damaged (${reason}). Restore an older backup: quoin restore <backup>`,
  );
}

function isCode(error: Error, pattern: RegExp): boolean {
  return 'code' in error && pattern.test(String(error.code));
}

function alreadyExists(target: string): CommandError {
  return new CommandError(`${target} already exists. Choose another name.`);
}
