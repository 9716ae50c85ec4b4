// In charge of what processes that serve one database side by side tell each other of their commits: a file without a
// name, of which each writes one part and reads all. Whoever is about to give what was read before looks into it first, so
// that nobody waits for anybody, and a process that hangs holds up none.
import { randomUUID } from 'node:crypto';
import { openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChangedTables } from './change-feed.ts';

/** What a commit may have changed. */
export interface Commit {
  /** How far the log of the database was behind it, in bytes; null where nobody knows. */
  readonly position: number | null;
  readonly tables: ChangedTables;
}

/** Which process this is. */
export interface Place {
  /** Counted from 0. */
  readonly own: number;
  /** How many there are. */
  readonly of: number;
}

/** Bytes of a number of commits: one for each place, at the beginning of the file, so that a look is one small read. */
const COUNT = 8;

/** How many commits of each place are described, and the bytes of a description. */
const KEPT = 64;
const DESCRIPTION = 1024;

/** What somebody did who is too far ahead to be followed. */
const ANYTHING: Commit = { position: null, tables: null };

/** Tells of commits, and is told. */
export class CommitBoard {
  readonly #file: number;
  readonly #place: Place;
  /** The numbers of commits as they are now, and as they were when they were looked at last. */
  readonly #now: Buffer;
  readonly #seen: Buffer;
  #count: number;
  /** The last commit could not be told. */
  #isUntold = false;

  /** @param file Descriptor of what `makeBoard` made */
  constructor(file: number, place: Place) {
    this.#file = file;
    this.#place = place;
    this.#now = Buffer.alloc(place.of * COUNT);
    this.#look();
    this.#seen = Buffer.from(this.#now);
    // Whoever had this place before may have told something.
    this.#count = countOf(this.#now, place.own);
  }

  /** The others know of a commit when this returns. @throws where the file cannot be written: then they do not */
  tell({ position, tables }: Commit): void {
    const { own } = this.#place;
    const count = this.#count + 1;
    // What could not be told before may have been about any table.
    const text = describe(position, this.#isUntold ? null : tables && [...tables.keys()]);
    this.#isUntold = true;
    writeSync(this.#file, text, this.#startOf(own, count));
    // Only now: whoever sees the number finds the description.
    const number = Buffer.alloc(COUNT);
    number.writeDoubleLE(count);
    writeSync(this.#file, number, 0, COUNT, own * COUNT);
    this.#count = count;
    this.#isUntold = false;
  }

  /** What the others have committed since this was asked last. */
  news(): readonly Commit[] {
    this.#look();
    if (this.#now.equals(this.#seen)) return [];
    const before = Buffer.from(this.#seen);
    this.#now.copy(this.#seen);
    const news = Array.from({ length: this.#place.of }, (_, place) =>
      place === this.#place.own
        ? []
        : this.#between(place, countOf(before, place), countOf(this.#seen, place)),
    );
    return news.flat();
  }

  #look(): void {
    readSync(this.#file, this.#now, 0, this.#now.length, 0);
  }

  #between(place: number, from: number, to: number): readonly Commit[] {
    if (from === to) return [];
    if (!(to > from && to - from < KEPT)) return [ANYTHING];
    const read = Array.from({ length: to - from }, (_, i) => this.#read(place, from + 1 + i));
    // Whoever is far ahead by now may have written over what was just read; a number may have been read in halves.
    this.#look();
    const now = countOf(this.#now, place);
    return to <= now && now - from < KEPT ? read.map(toCommit) : [ANYTHING];
  }

  #read(place: number, count: number): Buffer {
    const bytes = Buffer.alloc(DESCRIPTION);
    readSync(this.#file, bytes, 0, DESCRIPTION, this.#startOf(place, count));
    return bytes;
  }

  #startOf(place: number, count: number): number {
    return this.#place.of * COUNT + (place * KEPT + (count % KEPT)) * DESCRIPTION;
  }
}

type Description = readonly [position: number | null, tables: readonly string[] | null];

/**
 * Makes the file of a board, for so many places. It has no name by the time this returns, so it goes with the last process
 * that has it open.
 * @returns its descriptor
 * @throws where there is no folder for temporary files
 */
export function makeBoard(places: number): number {
  const name = path.join(tmpdir(), `quoin-${randomUUID()}`);
  const file = openSync(name, 'wx+', 0o600);
  rmSync(name);
  // All of it at once: there must be room when somebody has committed.
  writeSync(file, Buffer.alloc(places * (COUNT + KEPT * DESCRIPTION)), 0, null, 0);
  return file;
}

/** A line; where the names are too many for it, any table may have changed. */
function describe(...description: Description): string {
  const text = `${JSON.stringify(description)}\n`;
  return Buffer.byteLength(text) <= DESCRIPTION ? text : describe(description[0], null);
}

function toCommit(bytes: Buffer): Commit {
  const text = bytes.toString('utf8', 0, bytes.indexOf('\n'));
  const [position, tables] = JSON.parse(text) as Description;
  return { position, tables: tables && new Set(tables) };
}

function countOf(counts: Buffer, place: number): number {
  return counts.readDoubleLE(place * COUNT);
}
