// In charge of the values of a file's row, as Strapi fills it (docs/strapi/media.md, "Names and types").
import type { JsonObject } from '../base/json.ts';
import type { PreparedFile } from './prepared-file.ts';

/** What somebody says of a file. */
export interface FileTexts {
  readonly name?: string;
  readonly alternativeText?: string | null;
  readonly caption?: string | null;
  readonly focalPoint?: JsonObject | null;
}

/** Where a file was stored. */
export interface FilePlace {
  /** Its name in the store, without extension. */
  readonly hash: string;
  /** With its dot, as in the store. */
  readonly ext: string;
  readonly url: string;
  readonly provider: string;
  /** URLs of its smaller formats, by their name. */
  readonly formatUrls: ReadonlyMap<string, string>;
}

/** Names of an object in the store: of a file, or of a smaller format of it. */
export function objectHash(hash: string, format: string | null = null): string {
  return format === null ? hash : `${format}_${hash}`;
}

/** Kilobytes of 1000 bytes, with two decimals. @param bytes A whole number */
export function toKilobytes(bytes: number): number {
  return Math.round(bytes / 10) / 100;
}

/** The values of a new file, outside of every folder. */
export function newFileData(file: PreparedFile, texts: FileTexts, place: FilePlace): JsonObject {
  return {
    ...replacedFileData(file, { ...texts, name: texts.name || file.name }, place),
    alternativeText: texts.alternativeText ?? null,
    caption: texts.caption ?? null,
    width: file.dimensions?.width ?? null,
    height: file.dimensions?.height ?? null,
    hash: place.hash,
    ext: place.ext,
    previewUrl: null,
    provider_metadata: null,
    folderPath: '/',
  };
}

/** The values that change when a file is replaced: no formats are null (docs/strapi/differences.md, D11). */
export function replacedFileData(
  file: PreparedFile,
  texts: FileTexts,
  place: FilePlace,
): JsonObject {
  const { mime, size, dimensions } = file;
  const name = texts.name || file.name;
  return {
    ...changedFileData(texts),
    name,
    // It is a point of the picture that was there.
    focalPoint: texts.focalPoint ?? null,
    // What is no picture keeps the width and height of one before it (docs/strapi/media.md, "Names and types").
    ...dimensions,
    formats: formatsOf(file, name, place),
    mime,
    size: toKilobytes(size),
    url: place.url,
    provider: place.provider,
  };
}

/** The values that are said anew; null and what is not said stay. */
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
  { hash, ext, formatUrls }: FilePlace,
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
