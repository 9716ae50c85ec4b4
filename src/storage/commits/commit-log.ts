// Commit log of the workers on one database: an unnamed file in which each worker writes its own section and reads
// all. A worker reads it before it uses cached values, so that no process waits for another, even one that hangs.
import { randomUUID } from 'node:crypto';
import { openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChangedTables } from './change-feed.ts';

/** What a commit may have changed. */
export interface Commit {
  /** Position in the log of the database after the commit, in bytes; null if unknown. */
  readonly position: number | null;
  readonly tables: ChangedTables;
}

/** Identifies a worker. */
export interface WorkerPosition {
  /** Zero-based. */
  readonly index: number;
  /** Number of workers. */
  readonly count: number;
}

/**
 * Bytes of a worker's commit counter. All counters are at the beginning of the file, so that a check is one small
 * read.
 */
const COUNT = 8;

/** Number of commits described per worker, and the size of a description in bytes. */
const KEPT = 64;
const DESCRIPTION = 1024;

/** Stands for more commits than are described. */
const ANYTHING: Commit = { position: null, tables: null };

/** Appends commits and reads those of other workers. */
export class CommitLog {
  readonly #file: number;
  readonly #worker: WorkerPosition;
  /** Current commit counters, and those of the last check. */
  readonly #now: Buffer;
  readonly #seen: Buffer;
  #count: number;
  /** The last commit could not be written. */
  #isIncomplete = false;

  /** @param file Descriptor from `createCommitLog` */
  constructor(file: number, worker: WorkerPosition) {
    this.#file = file;
    this.#worker = worker;
    this.#now = Buffer.alloc(worker.count * COUNT);
    this.#refresh();
    this.#seen = Buffer.from(this.#now);
    // A previous worker with this index may have written commits.
    this.#count = countOf(this.#now, worker.index);
  }

  /**
   * Makes a commit visible to the other workers before it returns. @throws if the file cannot be written; the others
   * do not see the commit then
   */
  append({ position, tables }: Commit): void {
    const { index } = this.#worker;
    const count = this.#count + 1;
    // A commit that could not be written before may have changed any table.
    const text = describe(position, this.#isIncomplete ? null : tables && [...tables.keys()]);
    this.#isIncomplete = true;
    writeSync(this.#file, text, this.#startOf(index, count));
    // The counter is written last, so that a reader that sees it finds the description.
    const number = Buffer.alloc(COUNT);
    number.writeDoubleLE(count);
    writeSync(this.#file, number, 0, COUNT, index * COUNT);
    this.#count = count;
    this.#isIncomplete = false;
  }

  /** Returns the commits of other workers since the last call. */
  readNew(): readonly Commit[] {
    this.#refresh();
    if (this.#now.equals(this.#seen)) return [];
    const before = Buffer.from(this.#seen);
    this.#now.copy(this.#seen);
    const commits = Array.from({ length: this.#worker.count }, (_, worker) =>
      worker === this.#worker.index
        ? []
        : this.#between(worker, countOf(before, worker), countOf(this.#seen, worker)),
    );
    return commits.flat();
  }

  #refresh(): void {
    readSync(this.#file, this.#now, 0, this.#now.length, 0);
  }

  #between(worker: number, from: number, to: number): readonly Commit[] {
    if (from === to) return [];
    if (!(to > from && to - from < KEPT)) return [ANYTHING];
    const read = Array.from({ length: to - from }, (_, i) => this.#read(worker, from + 1 + i));
    // A fast worker may have overwritten what was just read; a counter may have been read while it was written.
    this.#refresh();
    const now = countOf(this.#now, worker);
    return to <= now && now - from < KEPT ? read.map(toCommit) : [ANYTHING];
  }

  #read(worker: number, count: number): Buffer {
    const bytes = Buffer.alloc(DESCRIPTION);
    readSync(this.#file, bytes, 0, DESCRIPTION, this.#startOf(worker, count));
    return bytes;
  }

  #startOf(worker: number, count: number): number {
    return this.#worker.count * COUNT + (worker * KEPT + (count % KEPT)) * DESCRIPTION;
  }
}

type Description = readonly [position: number | null, tables: readonly string[] | null];

/**
 * Creates the file. It has no name when this returns, so it is deleted with the last process that has it open.
 * @returns its descriptor
 * @throws if there is no folder for temporary files
 */
export function createCommitLog(workers: number): number {
  const name = path.join(tmpdir(), `quoin-${randomUUID()}`);
  const file = openSync(name, 'wx+', 0o600);
  rmSync(name);
  // Allocates the whole file: a commit must not run out of space.
  writeSync(file, Buffer.alloc(workers * (COUNT + KEPT * DESCRIPTION)), 0, null, 0);
  return file;
}

/** A description; if the names do not fit, any table may have changed. */
function describe(...description: Description): string {
  const text = `${JSON.stringify(description)}\n`;
  return Buffer.byteLength(text) <= DESCRIPTION ? text : describe(description[0], null);
}

function toCommit(bytes: Buffer): Commit {
  const text = bytes.toString('utf8', 0, bytes.indexOf('\n'));
  const [position, tables] = JSON.parse(text) as Description;
  return { position, tables: tables && new Set(tables) };
}

function countOf(counts: Buffer, worker: number): number {
  return counts.readDoubleLE(worker * COUNT);
}
