// Open databases for one test, after the script of another program has run on them.
import { onTestFinished } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import type { Row } from '../../src/storage/session.ts';
import {
  makeDatabase,
  type OtherProgram,
  type Template,
  type TestDatabase,
} from './test-database.ts';

/** A database, and the connection of another program to it. */
export interface ScratchDatabase extends Pick<OtherProgram, 'sql' | 'script'> {
  readonly config: TestDatabase['config'];
  readonly database: Database;
  /** The rows of a statement, which names no column twice, each as a list. */
  rows(text: string): Promise<readonly Row[]>;
  /** The first column of the rows of a statement. */
  column(text: string): Promise<readonly unknown[]>;
}

/** @param from A script that runs before it is opened, or what it is a copy of */
export async function openScratch(from: string | Template = ''): Promise<ScratchDatabase> {
  const made = await makeDatabase(typeof from === 'string' ? undefined : from);
  onTestFinished(() => made[Symbol.asyncDispose]());
  if (typeof from === 'string' && from !== '') await made.script(from);
  const { config, sql, script } = made;
  const rows = async (text: string): Promise<readonly Row[]> =>
    (await sql(text)).map((row) => Object.values(row));
  const column = async (text: string): Promise<readonly unknown[]> =>
    (await rows(text)).map(([value]) => value);
  return { config, database: await made.open(), sql, script, rows, column };
}
