// Stores files on the local disk, in the `uploads` folder of the project's public folder.
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../base/errors.ts';
import { flushFile, flushFolder } from '../base/flush.ts';
import {
  pathBefore,
  type FileStore,
  type StagedObject,
  type StoredBytes,
  type StoredObject,
} from './store.ts';

/** Stores files in a folder. */
export class LocalStore implements FileStore {
  readonly provider: string;
  readonly #folder: string;

  /** @param folder Absolute path of the uploads folder, created when needed */
  constructor(folder: string, provider: string = 'local') {
    this.#folder = folder;
    this.provider = provider;
  }

  async put({ name, path: staged, replaces }: StagedObject): Promise<StoredObject> {
    const target = this.#pathOf(name);
    await mkdir(this.#folder, { recursive: true });
    await flushFile(staged);
    const before = replaces ? await setAside(target, pathBefore({ path: staged })) : null;
    await rename(staged, target);
    const undo = (): Promise<void> =>
      before === null ? rm(target, { force: true }) : rename(before, target);
    return { url: `/uploads/${name}`, undo };
  }

  async open(name: string): Promise<StoredBytes | null> {
    const file = await openOrNull(this.#pathOf(name));
    if (file === null) return null;
    const stats = await file.stat();
    if (!stats.isFile()) {
      await file.close();
      return null;
    }
    const { size } = stats;
    // An end of -1 would mean none.
    const stream = file.createReadStream(size === 0 ? {} : { end: size - 1 });
    return { size, stream };
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true });
  }

  flush(): Promise<void> {
    return flushFolder(this.#folder);
  }

  /** Checks a name, which another program may have written, so that it cannot leave the folder. */
  #pathOf(name: string): string {
    if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) {
      throw new Error(`${JSON.stringify(name)} is not a valid file name`);
    }
    return path.join(this.#folder, name);
  }
}

async function openOrNull(file: string): Promise<FileHandle | null> {
  try {
    return await open(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Preserves a file that is about to be replaced under a second name. @returns null if it does not exist */
async function setAside(file: string, aside: string): Promise<string | null> {
  try {
    await link(file, aside).catch(async (error: unknown) => {
      if (hasCode(error, 'ENOENT')) throw error;
      // Not every file system supports links.
      await copyFile(file, aside, constants.COPYFILE_FICLONE);
    });
    return aside;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
