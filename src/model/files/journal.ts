// Writes the files of a change, all or none: a journal says what they were and become, until all of them are written. A
// start finishes or takes back what a crash has interrupted.
import { mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeDurably } from '../../base/durable-file.ts';
import { isRecord, toText } from '../../schema/raw.ts';
import type { FileChange } from './file-change.ts';

const FOLDER = '.quoin';
const JOURNAL = `${FOLDER}/change.json`;

/** An interrupted or running change. */
export interface Journal {
  /** Key of the change in the database. */
  readonly key: string;
  /** Process that makes the change. */
  readonly pid: number;
  readonly files: readonly FileChange[];
}

/** Begins a change. @throws Error of the file system if the project cannot be written */
export function writeJournal(root: string, journal: Journal): void {
  mkdirSync(join(root, FOLDER), { recursive: true });
  writeDurably(join(root, JOURNAL), JSON.stringify(journal));
}

/** Ends a change. */
export function removeJournal(root: string): void {
  rmSync(join(root, JOURNAL), { force: true });
  removeEmpty(root, FOLDER);
}

/** The change that is not finished, or null. */
export function readJournal(root: string): Journal | null {
  let text: string;
  try {
    text = readFileSync(join(root, JOURNAL), 'utf8');
  } catch {
    return null;
  }
  const parsed: unknown = JSON.parse(text);
  if (!isRecord(parsed) || !Array.isArray(parsed['files'])) return null;
  const files = parsed['files'].filter(isRecord).map((file) => ({
    path: String(file['path']),
    before: toNullable(file['before']),
    after: toNullable(file['after']),
  }));
  return { key: toText(parsed['key']) ?? '', pid: Number(parsed['pid']), files };
}

function toNullable(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** Writes the files as they are before or after a change. Writing them again has no effect. */
export function writeFiles(
  root: string,
  files: readonly FileChange[],
  state: 'before' | 'after',
): void {
  for (const file of files) {
    const text = file[state];
    if (text === null) continue;
    mkdirSync(dirname(join(root, file.path)), { recursive: true });
    writeDurably(join(root, file.path), text);
  }
  for (const file of files) {
    if (file[state] !== null) continue;
    rmSync(join(root, file.path), { force: true });
    removeEmpty(root, dirname(file.path));
  }
}

/** Folders that stay, even if they are empty. */
const KEPT_FOLDERS: ReadonlySet<string> = new Set(['.', 'src', 'src/api', 'src/components']);

function removeEmpty(root: string, folder: string): void {
  if (KEPT_FOLDERS.has(folder)) return;
  try {
    rmdirSync(join(root, folder));
  } catch {
    return;
  }
  removeEmpty(root, dirname(folder));
}
