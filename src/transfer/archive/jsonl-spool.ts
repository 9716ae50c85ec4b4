// In charge of the lines of an archive on their way into it: a tar entry says its size ahead, so lines are kept in files
// until all of them are there. Files are written while their reader waits, so that nothing piles up in memory.
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Stage } from './lines.ts';

/** A file of lines that is to be an entry of an archive. */
export interface SpooledFile {
  /** Name of the entry, such as `entities/entities_00001.jsonl`. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Bytes of one file of lines at most, as Strapi splits them (docs/strapi/archives.md). */
const MAX_FILE = 256_000_000;

/** Bytes that are written at once. */
const CHUNK = 1 << 20;

/** Takes the lines of one stage. */
export class JsonlSpool {
  readonly #folder: string;
  readonly #stage: Stage;
  readonly #maxFile: number;
  readonly #files: SpooledFile[] = [];
  #open: number | null = null;
  #waiting: Buffer[] = [];
  #waitingSize = 0;
  #size = 0;
  #lines = 0;

  /** @param folder Absolute path of a folder that is there @param maxFile Bytes of one file at most */
  constructor(folder: string, stage: Stage, maxFile: number = MAX_FILE) {
    this.#folder = folder;
    this.#stage = stage;
    this.#maxFile = maxFile;
  }

  /** Lines that were taken. */
  get lines(): number {
    return this.#lines;
  }

  /** Takes a line, without its end. */
  line(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#size > 0 && this.#size + 1 + bytes.length > this.#maxFile) this.#endFile();
    if (this.#size > 0) this.#take(NEWLINE);
    this.#take(bytes);
    this.#lines += 1;
  }

  /** @returns the files of all lines, none where there is no line */
  end(): readonly SpooledFile[] {
    this.#endFile();
    return this.#files;
  }

  #take(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#waitingSize += bytes.length;
    this.#size += bytes.length;
    if (this.#waitingSize >= CHUNK) this.#write();
  }

  #write(): void {
    this.#open ??= openSync(this.#path(), 'wx', 0o600);
    writeWhole(this.#open, Buffer.concat(this.#waiting));
    this.#waiting = [];
    this.#waitingSize = 0;
  }

  #endFile(): void {
    if (this.#size === 0) return;
    this.#write();
    if (this.#open !== null) closeSync(this.#open);
    this.#open = null;
    this.#files.push({
      name: `${this.#stage}/${this.#name()}`,
      path: this.#path(),
      size: this.#size,
    });
    this.#size = 0;
  }

  #path(): string {
    return path.join(this.#folder, this.#name());
  }

  #name(): string {
    return `${this.#stage}_${String(this.#files.length + 1).padStart(5, '0')}.jsonl`;
  }
}

const NEWLINE = Buffer.from('\n');

/** A disk may take less than it was given. */
function writeWhole(file: number, bytes: Buffer): void {
  let at = 0;
  while (at < bytes.length) at += writeSync(file, bytes, at);
}
