// Stores prepared files with their smaller formats, all or none.
import path from 'node:path';
import { objectHash, type FileLocation } from './file-data.ts';
import type { PreparedFile } from './prepared-file.ts';
import type { StagingFolder, PendingUpload } from './staging.ts';
import { pathBefore, type FileStore, type StagedObject, type StoredObject } from './store.ts';

/** A prepared file and its storage name. */
export interface FileToStore {
  readonly file: PreparedFile;
  readonly hash: string;
  readonly ext: string;
  /** The replaced file; null for a new one. */
  readonly before: ReplacedFile | null;
}

/** A file that is replaced. */
export interface ReplacedFile {
  /** Names of its objects in the store. */
  readonly names: readonly string[];
  /** Last change of its row in milliseconds since 1970. */
  readonly updatedAt: number | null;
}

/** Objects of a stored file. */
export interface StoredObjects extends FileLocation {
  /** Names of its objects in the store. */
  readonly names: readonly string[];
}

/** Stored files. */
export interface StoreResult {
  /** In the given order. */
  readonly stored: readonly StoredObjects[];
  /** Removes them again, and restores what they replaced. */
  undo(): Promise<void>;
}

/** Stores files. @throws an error of the store, after restoring the previous state */
export async function storeFiles(
  store: FileStore,
  wanted: readonly FileToStore[],
  folder: StagingFolder,
): Promise<StoreResult> {
  await folder.announce(wanted.flatMap(unsettledOf));
  const done: StoredObject[] = [];
  const undo = async (): Promise<void> => {
    try {
      for (const object of done.toReversed()) await object.undo();
    } catch {
      // Objects that remain are cleared at the next start.
      folder.keep();
    }
  };
  try {
    const stored: StoredObjects[] = [];
    for (const each of wanted) {
      const urls: string[] = [];
      const objects = objectsOf(each);
      for (const { object } of objects) {
        const put = await store.put(object);
        done.push(put);
        urls.push(put.url);
      }
      stored.push(placeOf(store, each, urls));
    }
    await store.flush();
    return { stored, undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Objects to announce: those to store, and those that may be removed later. */
function unsettledOf(wanted: FileToStore): readonly PendingUpload[] {
  const { hash, before } = wanted;
  const objects = objectsOf(wanted).map(({ object }) => object);
  const put = objects.map(({ name, replaces, ...staged }): PendingUpload => {
    if (before === null || !replaces) return { hash, name };
    const { updatedAt } = before;
    return { hash, name, before: { path: path.basename(pathBefore(staged)), updatedAt } };
  });
  const names = new Set(objects.map(({ name }) => name));
  const gone = before?.names.filter((name) => !names.has(name)) ?? [];
  return [...put, ...gone.map((name) => ({ hash, name }))];
}

interface NamedObject {
  readonly hash: string;
  readonly object: StagedObject;
}

/** The file, then its formats. */
function objectsOf({ file, hash, ext, before }: FileToStore): readonly NamedObject[] {
  const parts = [
    { path: file.path, format: null },
    ...file.formats.map(({ path, name }) => ({ path, format: name })),
  ];
  return parts.map(({ path, format }) => {
    const name = `${objectHash(hash, format)}${ext}`;
    return {
      hash,
      object: { name, path, mime: file.mime, replaces: before?.names.includes(name) ?? false },
    };
  });
}

function placeOf(
  { provider }: FileStore,
  wanted: FileToStore,
  [url = '', ...formatUrls]: readonly string[],
): StoredObjects {
  const { file, hash, ext } = wanted;
  const names = objectsOf(wanted).map(({ object }) => object.name);
  const byName = file.formats.map(({ name }, i) => [name, formatUrls[i] ?? ''] as const);
  return { hash, ext, url, provider, formatUrls: new Map(byName), names };
}
