// In charge of putting prepared files into the store, all or none, each with its smaller formats.
import { objectHash, type FilePlace } from './file-data.ts';
import type { PreparedFile } from './prepared-file.ts';
import type { StagingFolder } from './staging.ts';
import type { FileStore, StagedObject, StoredObject } from './store.ts';

/** A file that is ready, and the name that it is stored under. */
export interface FileToPlace {
  readonly file: PreparedFile;
  readonly hash: string;
  readonly ext: string;
  /** Names of the objects that a file before it has in the store; none of a new one. */
  readonly before: readonly string[];
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
  await folder.announce(
    wanted.flatMap(objectsOf).map(({ hash, object: { name } }) => ({ hash, name })),
  );
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
    return { hash, object: { name, path, mime: file.mime, replaces: before.includes(name) } };
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
