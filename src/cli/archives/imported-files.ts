// Stores the files of an archive. Previous files can be restored until the rows are committed.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileStorage } from '../../app/file-store.ts';
import type { FileStore, StoredObject } from '../../media/store.ts';
import type { Config } from '../../project/config.ts';
import type { ImportedFiles } from '../../transfer/import/staged-assets.ts';

/** The files of an import, until their rows are committed or rolled back. */
export interface ImportedFilesResult extends ImportedFiles {
  /** The rows are committed: removes the previous files. */
  finish(): Promise<void>;
  /** The rows are rolled back: restores the previous files. */
  undo(): Promise<void>;
}

/** Returns the file store of an import. */
export async function createImportedFiles(
  config: Pick<Config, 'plugins' | 'server'>,
): Promise<ImportedFilesResult> {
  const uploads = path.join(config.server.publicFolder, 'uploads');
  // In the same folder as the files, since `uploads` may be a separate file system. Names with a leading dot are not
  // served.
  const folder = path.join(uploads, `.import-${randomBytes(4).toString('hex')}`);
  await mkdir(folder, { recursive: true });
  const { store } = fileStorage(config);
  const isLoopback = config.plugins.upload.store.kind === 'local';
  return new StoreFiles(store, { folder, uploads: isLoopback ? uploads : null });
}

interface Folders {
  readonly folder: string;
  /** Folder of local files; null if they are stored elsewhere, where existing ones are kept. */
  readonly uploads: string | null;
}

class StoreFiles implements ImportedFilesResult {
  readonly folder: string;
  readonly #store: FileStore;
  readonly #uploads: string | null;
  readonly #put: StoredObject[] = [];

  constructor(store: FileStore, { folder, uploads }: Folders) {
    this.#store = store;
    this.folder = folder;
    this.#uploads = uploads;
  }

  get provider(): string {
    return this.#store.provider;
  }

  async clear(): Promise<void> {
    if (this.#uploads === null) return;
    await mkdir(this.#before, { recursive: true });
    for (const name of await readdir(this.#uploads)) {
      if (name.startsWith('.')) continue;
      await rename(path.join(this.#uploads, name), path.join(this.#before, name));
    }
  }

  async put(file: {
    readonly name: string;
    readonly path: string;
    readonly mime: string;
  }): Promise<string> {
    // An existing object with the same name in a bucket is the same file and is kept.
    const stored = await this.#store.put({ ...file, replaces: this.#uploads === null });
    this.#put.push(stored);
    return stored.url;
  }

  flush(): Promise<void> {
    return this.#store.flush();
  }

  finish(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  async undo(): Promise<void> {
    for (const object of this.#put.toReversed()) await object.undo();
    if (this.#uploads !== null) {
      for (const name of await readdir(this.#before).catch((): string[] => [])) {
        await rename(path.join(this.#before, name), path.join(this.#uploads, name));
      }
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  get #before(): string {
    return path.join(this.folder, 'before');
  }
}
