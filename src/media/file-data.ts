// Column values of a file, as Strapi fills them (docs/strapi/media.md, "Names and types").
import type { JsonObject } from '../base/json.ts';
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
  /** URLs of its smaller formats by name. */
  readonly formatUrls: ReadonlyMap<string, string>;
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
    provider_metadata: null,
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
  { formats, mime }: PreparedFile,
  name: string,
  { hash, ext, formatUrls }: FileLocation,
): JsonObject | null {
  if (formats.length === 0) return null;
  return Object.fromEntries(
    formats.map((format) => [
      format.name,
      {
        name: `${format.name}_${name}`,
        hash: objectHash(hash, format.name),
        ext,
        mime,
        path: null,
        width: format.width,
        height: format.height,
        size: toKilobytes(format.size),
        sizeInBytes: format.size,
        url: formatUrls.get(format.name) ?? '',
      },
    ]),
  );
}
