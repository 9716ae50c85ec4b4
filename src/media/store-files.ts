// Stores prepared files with their formats, all or none.
import path from 'node:path';
import { fileRow, formatRow, objectHash, type FileLocation } from './file-data.ts';
import type { PreparedFile } from './prepared-file.ts';
import type { StagingFolder, PendingUpload } from './staging.ts';
import type { NamedRow } from './stored-file.ts';
import { pathBefore, type FileStore, type StagedObject, type StoredObject } from './store.ts';

/** A prepared file and its storage name. */
export interface FileToStore {
  readonly file: PreparedFile;
  readonly hash: string;
  readonly ext: string;
  /** Form part `path`; null if there is none. */
  readonly prefix: string | null;
  /** The replaced file; null for a new one. */
  readonly before: ReplacedFile | null;
}

export interface ReplacedFile {
  /** Objects in the store. */
  readonly objects: readonly NamedRow[];
  /** Last change of its row in milliseconds since 1970. */
  readonly updatedAt: number | null;
}

/** Objects of a stored file. */
export interface StoredObjects extends FileLocation {
  /** Storage names of the file and its formats. */
  readonly names: readonly string[];
}

/** Stored files. */
export interface StoreResult {
  /** In the order of the files. */
  readonly stored: readonly StoredObjects[];
  /** Removes the objects, and restores the replaced ones. */
  undo(): Promise<void>;
}

/** Stores files. @throws an error of the store, after restoring the previous state */
export async function storeFiles(
  store: FileStore,
  incoming: readonly FileToStore[],
  folder: StagingFolder,
): Promise<StoreResult> {
  await folder.announce(incoming.flatMap(unsettledOf));
  const done: StoredObject[] = [];
  const undo = async (): Promise<void> => {
    try {
      for (const object of done.toReversed()) await object.undo();
    } catch (error) {
      // Objects that remain are cleared at the next start.
      folder.keep(error);
    }
  };
  try {
    const stored: StoredObjects[] = [];
    for (const each of incoming) {
      const objects: StoredObject[] = [];
      for (const { object } of objectsOf(each)) {
        const put = await store.put(object);
        done.push(put);
        objects.push(put);
      }
      stored.push(storedObjectsOf(store, each, objects));
    }
    await store.flush();
    return { stored, undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Objects to announce: those to store, and those that may be removed later. */
function unsettledOf(incoming: FileToStore): readonly PendingUpload[] {
  const { hash, before } = incoming;
  const objects = objectsOf(incoming).map(({ object }) => object);
  const put = objects.map(({ name, replaces, row = {}, ...staged }): PendingUpload => {
    if (before === null || !replaces) return { hash, name, row };
    const { updatedAt } = before;
    return { hash, name, row, before: { path: path.basename(pathBefore(staged)), updatedAt } };
  });
  const names = new Set(objects.map(({ name }) => name));
  const obsolete = before?.objects.filter(({ name }) => !names.has(name)) ?? [];
  return [...put, ...obsolete.map((object) => ({ hash, ...object }))];
}

interface NamedObject {
  readonly hash: string;
  readonly object: StagedObject;
}

/** Returns the objects of the file, then of its formats. */
function objectsOf({ file, hash, ext, prefix, before }: FileToStore): readonly NamedObject[] {
  const { name: title, mime } = file;
  const parts = [
    { path: file.path, format: null, row: fileRow(file, { hash, ext, path: prefix }) },
    ...file.formats.map((format) => ({
      path: format.path,
      format: format.name,
      row: formatRow(format, { name: title, hash, ext, mime, path: prefix }),
    })),
  ];
  return parts.map(({ path, format, row }) => {
    const name = `${objectHash(hash, format)}${ext}`;
    const replaced = before?.objects.find((each) => each.name === name);
    return {
      hash,
      object: {
        name,
        path,
        mime,
        row,
        replaces: replaced !== undefined,
        ...(replaced && { replacedRow: replaced.row }),
      },
    };
  });
}

function storedObjectsOf(
  { provider }: FileStore,
  incoming: FileToStore,
  [first, ...others]: readonly StoredObject[],
): StoredObjects {
  const { file, hash, ext } = incoming;
  const names = objectsOf(incoming).map(({ object }) => object.name);
  const { url = '', metadata = null } = first ?? {};
  const formats = file.formats.map(({ name }, i) => {
    const stored = others[i];
    return [name, { url: stored?.url ?? '', metadata: stored?.metadata ?? null }] as const;
  });
  return { hash, ext, url, provider, metadata, formats: new Map(formats), names };
}
