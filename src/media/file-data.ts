// Column values of a file, as Strapi fills them (docs/strapi/media.md, "Names and types").
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { PreparedFile } from './prepared-file.ts';

/** Texts that a client sends about a file. */
export interface FileTexts {
  readonly name?: string;
  readonly alternativeText?: string | null;
  readonly caption?: string | null;
  readonly focalPoint?: JsonObject | null;
  /** Row id of the folder to put it into, as sent; null: the root. Only administrators can send it. */
  readonly folder?: string | number | null;
}

/** Where a file is stored. */
export interface FileLocation {
  /** Its name in the store without extension. */
  readonly hash: string;
  /** Its extension in the store, with a dot. */
  readonly ext: string;
  readonly url: string;
  readonly provider: string;
  /** `provider_metadata` of its row; null for a store that sets none. */
  readonly metadata: JsonValue;
  /** Its smaller formats by name. */
  readonly formats: ReadonlyMap<string, StoredFormat>;
}

/** Where a smaller format is stored. */
export interface StoredFormat {
  readonly url: string;
  /** Null for a store that sets none. */
  readonly metadata: JsonValue;
}

/** Name of an object in the store: of a file or one of its smaller formats. */
export function objectHash(hash: string, format: string | null = null): string {
  return format === null ? hash : `${format}_${hash}`;
}

/** Converts to kilobytes of 1000 bytes with two decimals. @param bytes A whole number */
export function toKilobytes(bytes: number): number {
  return Math.round(bytes / 10) / 100;
}

/** Values of a new file outside of all folders. */
export function newFileData(
  file: PreparedFile,
  texts: FileTexts,
  location: FileLocation,
): JsonObject {
  return {
    ...replacedFileData(file, { ...texts, name: texts.name || file.name }, location),
    alternativeText: texts.alternativeText ?? null,
    caption: texts.caption ?? null,
    width: file.dimensions?.width ?? null,
    height: file.dimensions?.height ?? null,
    hash: location.hash,
    ext: location.ext,
    previewUrl: null,
    provider_metadata: location.metadata,
    folderPath: '/',
  };
}

/** Values that change when a file is replaced; formats are not null (docs/strapi/differences.md, D11). */
export function replacedFileData(
  file: PreparedFile,
  texts: FileTexts,
  location: FileLocation,
): JsonObject {
  const { mime, size, dimensions } = file;
  const name = texts.name || file.name;
  return {
    ...changedFileData(texts),
    name,
    // A focal point belongs to the previous image.
    focalPoint: texts.focalPoint ?? null,
    // As in Strapi, a file that is not an image keeps the width and height of the previous image
    // (docs/strapi/media.md, "Names and types").
    ...dimensions,
    formats: formatsOf(file, name, location),
    mime,
    size: toKilobytes(size),
    url: location.url,
    provider: location.provider,
    ...(location.metadata === null ? {} : { provider_metadata: location.metadata }),
  };
}

/** Values that change; null and absent texts are unchanged. */
export function changedFileData(texts: FileTexts): JsonObject {
  const { name, alternativeText, caption, focalPoint } = texts;
  return {
    ...(name === undefined ? {} : { name }),
    ...(alternativeText === undefined || alternativeText === null ? {} : { alternativeText }),
    ...(caption === undefined || caption === null ? {} : { caption }),
    ...(focalPoint === undefined || focalPoint === null ? {} : { focalPoint }),
  };
}

function formatsOf(
  file: PreparedFile,
  name: string,
  { hash, ext, formats }: FileLocation,
): JsonObject | null {
  if (file.formats.length === 0) return null;
  return Object.fromEntries(
    file.formats.map((format) => {
      const { url = '', metadata = null } = formats.get(format.name) ?? {};
      const row = formatRow(format, { name, hash, ext, mime: file.mime });
      return [
        format.name,
        { ...row, url, ...(metadata === null ? {} : { provider_metadata: metadata }) },
      ];
    }),
  );
}

/** What the row of a file says of a smaller format, before that is stored. @param file The file that it belongs to */
export function formatRow(
  { name: format, width, height, size }: PreparedFile['formats'][number],
  { name, hash, ext, mime }: Readonly<Record<'name' | 'hash' | 'ext' | 'mime', string>>,
): JsonObject {
  return {
    name: `${format}_${name}`,
    hash: objectHash(hash, format),
    ext,
    mime,
    path: null,
    width,
    height,
    size: toKilobytes(size),
    sizeInBytes: size,
  };
}

/** What the row of a file says of it, before it is stored. */
export function fileRow(
  { name, mime, size, dimensions }: PreparedFile,
  { hash, ext }: Readonly<Record<'hash' | 'ext', string>>,
): JsonObject {
  return { name, hash, ext, mime, ...dimensions, size: toKilobytes(size), sizeInBytes: size };
}
