// Detects that an open database file was replaced, removed or overwritten.
import { closeSync, openSync, readSync, statSync, truncateSync, type Stats } from 'node:fs';

/** What happened to a database file. */
export type FileLoss = 'replaced' | 'removed' | 'overwritten';

/** SQLite's file header (https://sqlite.org/fileformat.html, 1.3). */
const HEADER = { size: 100, formats: 18, changeCounter: 24, mark: 68 };

/** The parts of a header that a checkpoint never changes, and the counter that it never decreases. */
interface Header {
  readonly formats: number;
  readonly changeCounter: number;
  readonly mark: number;
}

/** A descriptor of an open database file. */
interface Descriptor {
  readonly fd: number;
  users: number;
}

/**
 * By device and inode. The first descriptor of a file that is closed releases all locks that the process holds on the
 * file (https://sqlite.org/howtocorrupt.html, 2.2), so it is closed after the last connection.
 */
const descriptors = new Map<string, Descriptor>();

/** Watches a database file while its connections are open. */
export class FileGuard {
  readonly #file: string;
  readonly #identity: string;
  readonly #mark: number;
  readonly #log: string | null;
  readonly #descriptor: Descriptor;
  #seen: Stats;
  #header: Header | null;

  /** @param file A database that is open in WAL mode @param mark Its mark (`markFile`) */
  constructor(file: string, mark: number) {
    this.#file = file;
    this.#mark = mark;
    this.#seen = statSync(file);
    this.#identity = identityOf(this.#seen);
    this.#log = identityAt(logOf(file));
    this.#descriptor = descriptors.get(this.#identity) ?? { fd: openSync(file, 'r'), users: 0 };
    this.#descriptor.users += 1;
    descriptors.set(this.#identity, this.#descriptor);
    this.#header = this.#readHeader();
  }

  /** Returns what happened to the file since it was opened, or null. */
  findLoss(): FileLoss | null {
    const now = statSync(this.#file, { throwIfNoEntry: false });
    if (!now) return 'removed';
    if (now.ino !== this.#seen.ino || now.dev !== this.#seen.dev) return 'replaced';
    if (now.mtimeMs === this.#seen.mtimeMs && now.size === this.#seen.size) return null;
    const header = this.#readHeader();
    if (!this.#isSuccessor(header)) return 'overwritten';
    this.#seen = now;
    this.#header = header;
    return null;
  }

  /** True if the log next to the file is the one that was opened with it. */
  get ownsLog(): boolean {
    return this.#log !== null && identityAt(logOf(this.#file)) === this.#log;
  }

  /** Empties the log of an overwritten file, whose pages belong to another database. */
  discardLog(): void {
    if (this.ownsLog) truncateSync(logOf(this.#file), 0);
  }

  /** To be called after the connections are closed. */
  close(): void {
    this.#descriptor.users -= 1;
    if (this.#descriptor.users > 0) return;
    descriptors.delete(this.#identity);
    closeSync(this.#descriptor.fd);
  }

  /**
   * A database leaves WAL mode only if no connection has it open; backups are not in WAL mode. A new mark stays in the
   * log until it is written to the file.
   */
  #isSuccessor(header: Header | null): boolean {
    const before = this.#header;
    if (!header || !before) return header === before;
    const { formats, changeCounter, mark } = header;
    const isSame = mark === before.mark || mark === this.#mark;
    return isSame && formats === before.formats && changeCounter >= before.changeCounter;
  }

  /** Null if the file is too short. */
  #readHeader(): Header | null {
    const bytes = Buffer.alloc(HEADER.size);
    const length = readSync(this.#descriptor.fd, bytes, 0, HEADER.size, 0);
    if (length < HEADER.size) return null;
    return {
      formats: bytes.readUInt16BE(HEADER.formats),
      changeCounter: bytes.readUInt32BE(HEADER.changeCounter),
      mark: bytes.readUInt32BE(HEADER.mark),
    };
  }
}

/** Path of the write-ahead log of a database file. */
export function logOf(file: string): string {
  return `${file}-wal`;
}

function identityAt(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? identityOf(stats) : null;
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
