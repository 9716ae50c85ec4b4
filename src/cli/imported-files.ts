// In charge of where the files of an archive go: the project's own store, of which what was there before can be put
// back until the rows are kept.
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { filePlaces } from '../app/file-store.ts';
import type { FileStore, StoredObject } from '../media/store.ts';
import type { Config } from '../project/config.ts';
import type { ImportedFiles } from '../transfer/import/staged-assets.ts';

/** The files of an import, whose end is known later. */
export interface PlacedFiles extends ImportedFiles {
  /** The rows are kept: what was there before goes. */
  finish(): Promise<void>;
  /** The rows are not kept: all is as it was. */
  undo(): Promise<void>;
}

/** The places of a project's files. */
export async function createImportedFiles(
  config: Pick<Config, 'plugins' | 'server'>,
): Promise<PlacedFiles> {
  const uploads = path.join(config.server.publicFolder, 'uploads');
  // Beside the files themselves, since `uploads` may be a disk of its own; what begins with a dot is not served.
  const folder = path.join(uploads, `.import-${randomBytes(4).toString('hex')}`);
  await mkdir(folder, { recursive: true });
  const { store } = filePlaces(config);
  const isLocal = config.plugins.upload.store.kind === 'local';
  return new StoreFiles(store, { folder, uploads: isLocal ? uploads : null });
}

interface Folders {
  readonly folder: string;
  /** Of files on this machine; null: they are elsewhere, and those that are there stay. */
  readonly uploads: string | null;
}

class StoreFiles implements PlacedFiles {
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
    // An object of that name in a bucket is that file: it stays, whatever comes.
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
