// Storage names of new files. Names that project code chooses may be in use: objects of two files never share a name.
import type { FileEntries } from './file-entries.ts';
import { objectHash } from './file-data.ts';
import { baseName, toHash, toStorageName, withSuffix } from './file-name.ts';
import type { FileNaming } from './media-parts.ts';
import type { PreparedFile } from './prepared-file.ts';

/** Returns the storage name of a file, without extension. @throws ApplicationError for an invalid name of code */
export type HashOf = (name: string, file: NamedParts) => Promise<string>;

type NamedParts = Pick<PreparedFile, 'ext'> & {
  readonly formats: readonly Pick<PreparedFile['formats'][number], 'name'>[];
};

/** Chooses storage names, and reserves those of files whose rows are being written or deleted. */
export class StorageNames {
  readonly #entries: Pick<FileEntries, 'withHashes'>;
  readonly #fileNaming: FileNaming | undefined;
  /** Names of objects with their extension, and the number of their reservations. */
  readonly #reserved = new Map<string, number>();

  constructor(entries: Pick<FileEntries, 'withHashes'>, fileNaming: FileNaming | undefined) {
    this.#entries = entries;
    this.#fileNaming = fileNaming;
  }

  /** Names files. No other file gets the same names until the work has ended. */
  async name<T>(work: (hashOf: HashOf) => Promise<T>): Promise<T> {
    const own: string[] = [];
    try {
      return await work(async (name, file) => {
        const nameOf = this.#fileNaming?.();
        if (!nameOf) return toHash(name, file.ext);
        return this.#unused(toStorageName(await nameOf(baseName(name, file.ext))), file, own);
      });
    } finally {
      this.#release(own);
    }
  }

  /** Keeps names reserved while their rows and objects are removed. */
  async whileRemoved<T>(
    objects: readonly { readonly name: string }[],
    work: () => Promise<T>,
  ): Promise<T> {
    const names = objects.map(({ name }) => name);
    this.#reserve(names);
    try {
      return await work();
    } finally {
      this.#release(names);
    }
  }

  /** Returns the name, with a suffix if it is in use. */
  async #unused(chosen: string, file: NamedParts, own: string[]): Promise<string> {
    for (let hash = chosen; ; hash = withSuffix(chosen)) {
      const hashes = [null, ...file.formats.map(({ name }) => name)].map((format) =>
        objectHash(hash, format),
      );
      const names = hashes.map((each) => each + file.ext);
      if (names.some((name) => this.#reserved.has(name))) continue;
      // Reserved first, so that no other upload gets the name during the lookup.
      this.#reserve(names);
      own.push(...names);
      if (!(await this.#isStored(hashes, names))) return hash;
    }
  }

  /** True if an object has one of the names: a file, or a format, whose name is that of the file with a prefix. */
  async #isStored(hashes: readonly string[], names: readonly string[]): Promise<boolean> {
    const possible = new Set(hashes.flatMap(withoutPrefixes));
    const files = await this.#entries.withHashes([...possible]);
    return files.some(({ objects }) => objects.some(({ name }) => names.includes(name)));
  }

  #reserve(names: readonly string[]): void {
    for (const name of names) this.#reserved.set(name, (this.#reserved.get(name) ?? 0) + 1);
  }

  #release(names: readonly string[]): void {
    for (const name of names) {
      const count = (this.#reserved.get(name) ?? 0) - 1;
      if (count > 0) this.#reserved.set(name, count);
      else this.#reserved.delete(name);
    }
  }
}

/** Returns a hash, and the rest of it after each of its underscores. */
function withoutPrefixes(hash: string): readonly string[] {
  const parts = hash.split('_');
  return parts.map((_, i) => parts.slice(i).join('_'));
}
