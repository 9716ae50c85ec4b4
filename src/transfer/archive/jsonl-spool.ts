// Collects lines of an archive in files, because a tar entry starts with its size. Writes synchronously, so that
// nothing accumulates in memory.
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { ArchiveStage } from './lines.ts';

/** A file of lines for an entry. */
export interface SpooledFile {
  /** Name of the entry, such as `entities/entities_00001.jsonl`. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Maximum size of a file in bytes; Strapi splits at the same size (docs/strapi/archives.md). */
const MAX_FILE_BYTES = 256_000_000;

/** Size of a write in bytes. */
const WRITE_BYTES = 1 << 20;

/** Receives the lines of a stage. */
export class JsonlSpool {
  readonly #folder: string;
  readonly #stage: ArchiveStage;
  readonly #maxFile: number;
  readonly #files: SpooledFile[] = [];
  #open: number | null = null;
  #waiting: Buffer[] = [];
  #waitingSize = 0;
  #size = 0;
  #lines = 0;

  /** @param folder Absolute path of an existing folder @param maxFile Maximum size of a file in bytes */
  constructor(folder: string, stage: ArchiveStage, maxFile: number = MAX_FILE_BYTES) {
    this.#folder = folder;
    this.#stage = stage;
    this.#maxFile = maxFile;
  }

  /** Number of lines. */
  get lines(): number {
    return this.#lines;
  }

  /** Adds a line, without line break. */
  line(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#size > 0 && this.#size + 1 + bytes.length > this.#maxFile) this.#endFile();
    if (this.#size > 0) this.#take(NEWLINE);
    this.#take(bytes);
    this.#lines += 1;
  }

  /** @returns the files; none if there are no lines */
  end(): readonly SpooledFile[] {
    this.#endFile();
    return this.#files;
  }

  #take(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#waitingSize += bytes.length;
    this.#size += bytes.length;
    if (this.#waitingSize >= WRITE_BYTES) this.#write();
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

/** A write may be partial. */
function writeWhole(file: number, bytes: Buffer): void {
  let at = 0;
  while (at < bytes.length) at += writeSync(file, bytes, at);
}
