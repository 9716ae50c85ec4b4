// In charge of putting prepared files into the store, all or none, each with its smaller formats.
import path from 'node:path';
import { objectHash, type FilePlace } from './file-data.ts';
import type { PreparedFile } from './prepared-file.ts';
import type { StagingFolder, Unsettled } from './staging.ts';
import { pathBefore, type FileStore, type StagedObject, type StoredObject } from './store.ts';

/** A file that is ready, and the name that it is stored under. */
export interface FileToPlace {
  readonly file: PreparedFile;
  readonly hash: string;
  readonly ext: string;
  /** The file whose place it takes; null for a new one. */
  readonly before: FileBefore | null;
}

/** A file that is replaced. */
export interface FileBefore {
  /** Of its objects in the store. */
  readonly names: readonly string[];
  /** When its row was changed last, in milliseconds since 1970. */
  readonly updatedAt: number | null;
}

/** Where a file was put. */
export interface PlacedFile extends FilePlace {
  /** Of its objects in the store. */
  readonly names: readonly string[];
}

/** Files in their places. */
export interface Placing {
  /** In the order given. */
  readonly placed: readonly PlacedFile[];
  /** Takes them away again, and puts back what was there. */
  undo(): Promise<void>;
}

/** Puts files into the store. @throws the fault of the store, with all as it was */
export async function placeFiles(
  store: FileStore,
  wanted: readonly FileToPlace[],
  folder: StagingFolder,
): Promise<Placing> {
  await folder.announce(wanted.flatMap(unsettledOf));
  const done: StoredObject[] = [];
  const undo = async (): Promise<void> => {
    try {
      for (const object of done.toReversed()) await object.undo();
    } catch {
      // What is left is cleared at the next start.
      folder.keep();
    }
  };
  try {
    const placed: PlacedFile[] = [];
    for (const each of wanted) {
      const urls: string[] = [];
      const objects = objectsOf(each);
      for (const { object } of objects) {
        const stored = await store.put(object);
        done.push(stored);
        urls.push(stored.url);
      }
      placed.push(placeOf(store, each, urls));
    }
    await store.flush();
    return { placed, undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

/** What is put into the store, and what may be taken from it once the row says so. */
function unsettledOf(wanted: FileToPlace): readonly Unsettled[] {
  const { hash, before } = wanted;
  const objects = objectsOf(wanted).map(({ object }) => object);
  const put = objects.map(({ name, replaces, ...staged }): Unsettled => {
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

/** The file first, then its formats. */
function objectsOf({ file, hash, ext, before }: FileToPlace): readonly NamedObject[] {
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
  wanted: FileToPlace,
  [url = '', ...formatUrls]: readonly string[],
): PlacedFile {
  const { file, hash, ext } = wanted;
  const names = objectsOf(wanted).map(({ object }) => object.name);
  const byName = file.formats.map(({ name }, i) => [name, formatUrls[i] ?? ''] as const);
  return { hash, ext, url, provider, formatUrls: new Map(byName), names };
}
