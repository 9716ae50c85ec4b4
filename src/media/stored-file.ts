// Stored rows of the media library, with the storage names of their objects.
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { objectHash } from './file-data.ts';

/** A stored row. */
export interface StoredFile {
  readonly id: number;
  readonly documentId: string | null;
  readonly hash: string;
  readonly ext: string;
  readonly provider: string;
  readonly mime: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number | null;
  /** Milliseconds since 1970. */
  readonly updatedAt: number | null;
  /** Its objects in the store: the file, then its formats. */
  readonly objects: readonly NamedRow[];
}

/** The storage name of an object, and its row. */
export interface NamedRow {
  readonly name: string;
  /** The entry of a file, or of a format. */
  readonly row: JsonObject;
}

/** Reads the entry of a file. @returns null if it is not a file */
export function toStoredFile(entry: JsonObject): StoredFile | null {
  if (typeof entry['id'] !== 'number') return null;
  const { id, documentId } = entry;
  const hash = String(entry['hash'] ?? '');
  const ext = String(entry['ext'] ?? '');
  const formats = isJsonObject(entry['formats']) ? Object.entries(entry['formats']) : [];
  return {
    id,
    documentId: typeof documentId === 'string' ? documentId : null,
    hash,
    ext,
    provider: String(entry['provider'] ?? ''),
    mime: String(entry['mime'] ?? ''),
    publishedAt: toTime(entry['publishedAt']),
    updatedAt: toTime(entry['updatedAt']),
    objects: [
      { name: `${hash}${ext}`, row: entry },
      ...formats.map(([name, format]) => ({
        name: objectName(format) ?? `${objectHash(hash, name)}${ext}`,
        row: isJsonObject(format) ? format : {},
      })),
    ].filter(({ name }) => isObjectName(name)),
  };
}

function toTime(shown: unknown): number | null {
  const time = typeof shown === 'string' ? Date.parse(shown) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

function objectName(format: unknown): string | null {
  if (!isJsonObject(format)) return null;
  const { hash, ext } = format;
  return typeof hash === 'string' ? `${hash}${typeof ext === 'string' ? ext : ''}` : null;
}

/** Rejects names that leave the folder of the store, since another program may have written the row. */
function isObjectName(name: string): boolean {
  return name !== '' && !/[/\\\0]/.test(name) && name !== '.' && name !== '..';
}
