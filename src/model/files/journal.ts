// Writes the files of a change, all or none: a journal contains their previous and new contents until all of them are
// written. A start completes or rolls back an interrupted change.
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  moveTemporary,
  temporaryOf,
  writeDurably,
  writeTemporary,
} from '../../base/durable-file.ts';
import { hasCode } from '../../base/errors.ts';
import { isRunning, type ProcessIdentity } from '../../base/process-identity.ts';
import { isRecord, toRecord, toText } from '../../schema/raw.ts';
import { toFileChanges, type FileChange } from './file-change.ts';

const FOLDER = '.quoin';
/** Path of the journal, relative to the project. */
export const JOURNAL: string = `${FOLDER}/change.json`;

/** An interrupted or running change. */
export interface Journal {
  /** Key of the change in the database. */
  readonly key: string;
  /** Process that makes the change. */
  readonly owner: ProcessIdentity;
  readonly files: readonly FileChange[];
}

/** How often a journal is written again whose folder another process has removed meanwhile. */
const TRIES = 5;

/** Begins a change. @throws Error of the file system if the project cannot be written */
export function writeJournal(root: string, journal: Journal): void {
  for (let tries = 1; ; tries++) {
    try {
      mkdirSync(join(root, FOLDER), { recursive: true });
      writeDurably(join(root, JOURNAL), JSON.stringify(journal));
      return;
    } catch (error) {
      if (tries === TRIES || !hasCode(error, 'ENOENT')) throw error;
    }
  }
}

/** Removes an incomplete journal that a crash has left. */
export function removeUnfinishedJournal(root: string): void {
  try {
    removeTemporary(root, JOURNAL);
    removeEmpty(root, FOLDER);
  } catch {
    // It is not in the way of anything.
  }
}

/** Ends a change. */
export function removeJournal(root: string): void {
  removeTemporary(root, JOURNAL);
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
  const files = toFileChanges(parsed['files'].filter(isRecord));
  return { key: toText(parsed['key']) ?? '', owner: toOwner(parsed['owner']), files };
}

function toOwner(value: unknown): ProcessIdentity {
  const { pid, machine, started } = toRecord(value);
  return { pid: Number(pid), machine: toText(machine) ?? '', started: toText(started) ?? '' };
}

/** A change of another machine counts as interrupted if its journal is older than this, in milliseconds. */
const SILENCE = 30_000;

/** How often the journal of a running change is touched, in milliseconds. */
const HEARTBEAT = 5000;

/** Returns true if another process is making the change. */
export function isOwnerRunning(root: string, { owner }: Journal): boolean {
  if (owner.pid === process.pid && isRunning(owner)) return false;
  const at = statSync(join(root, JOURNAL), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return isRunning(owner) ?? Date.now() - at < SILENCE;
}

/** Shows other machines that the change continues. @returns a function that stops it */
export function keepJournal(root: string): () => void {
  const beat = (): void => {
    try {
      const now = new Date();
      utimesSync(join(root, JOURNAL), now, now);
    } catch {
      // The change has just ended.
    }
  };
  const timer = setInterval(beat, HEARTBEAT);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Writes the files as they are before or after a change. Writing them again has no effect and takes no space.
 * @throws errors of the file system; a full disk changes no file
 */
export function writeFiles(
  root: string,
  files: readonly FileChange[],
  state: 'before' | 'after',
): void {
  for (const { path } of files) removeTemporary(root, path);
  const written: string[] = [];
  for (const file of files) {
    const text = file[state];
    const path = join(root, file.path);
    if (text === null || text === textOf(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeTemporary(path, text);
    written.push(path);
  }
  for (const path of written) moveTemporary(path);
  for (const file of files) {
    if (file[state] !== null) continue;
    rmSync(join(root, file.path), { force: true });
    removeEmpty(root, dirname(file.path));
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** A crash or a full disk leaves a file that was not complete. */
function removeTemporary(root: string, path: string): void {
  rmSync(temporaryOf(join(root, path)), { force: true });
}

/** Folders that stay, even if they are empty. */
const PERMANENT_FOLDERS: ReadonlySet<string> = new Set(['.', 'src', 'src/api', 'src/components']);

function removeEmpty(root: string, folder: string): void {
  if (PERMANENT_FOLDERS.has(folder)) return;
  try {
    rmdirSync(join(root, folder));
  } catch {
    return;
  }
  removeEmpty(root, dirname(folder));
}
