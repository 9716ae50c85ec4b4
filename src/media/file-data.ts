// Column values of files, equal to those of Strapi (docs/strapi/media.md, "Names and types").
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { PreparedFile } from './prepared-file.ts';

/** Texts that a client sends about a file. */
export interface FileTexts {
  readonly name?: string;
  readonly alternativeText?: string | null;
  readonly caption?: string | null;
  readonly focalPoint?: JsonObject | null;
  /** Row id of the target folder, as sent; null for the root. Administrators only. */
  readonly folder?: string | number | null;
  /** Form part `path`: a prefix that upload providers may use; stored with the formats. */
  readonly path?: string;
}

/** Location of a stored file. */
export interface FileLocation {
  /** Storage name without extension. */
  readonly hash: string;
  /** Extension of the storage name, with a dot. */
  readonly ext: string;
  readonly url: string;
  readonly provider: string;
  /** `provider_metadata` of the row; null if the store sets none. */
  readonly metadata: JsonValue;
  /** Smaller formats by name. */
  readonly formats: ReadonlyMap<string, StoredFormat>;
}

/** Location of a stored format. */
export interface StoredFormat {
  readonly url: string;
  /** Null if the store sets none. */
  readonly metadata: JsonValue;
}

/** Returns the storage name of a file or of one of its formats. */
export function objectHash(hash: string, format: string | null = null): string {
  return format === null ? hash : `${format}_${hash}`;
}

/** Converts to kilobytes of 1000 bytes with two decimals. @param bytes A whole number */
export function toKilobytes(bytes: number): number {
  return Math.round(bytes / 10) / 100;
}

/** Returns the values of a new file in the root folder. */
export function newFileData(
  file: PreparedFile,
  texts: FileTexts,
  location: FileLocation,
): JsonObject {
  return {
    ...replacedFileData(file, { ...texts, name: nameOf(file, texts) }, location),
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

/**
 * Returns the values that change when a file is replaced: unlike in `changedFileData`, texts that are null are removed.
 * Formats are not null (docs/strapi/differences.md, D11).
 */
export function replacedFileData(
  file: PreparedFile,
  texts: FileTexts,
  location: FileLocation,
): JsonObject {
  const { mime, size, dimensions } = file;
  const { alternativeText, caption, path = null } = texts;
  const name = nameOf(file, texts);
  return {
    ...(alternativeText === undefined ? {} : { alternativeText }),
    ...(caption === undefined ? {} : { caption }),
    name,
    // A focal point belongs to the previous image.
    focalPoint: texts.focalPoint ?? null,
    // As in Strapi, a file that is not an image keeps the width and height of the previous image
    // (docs/strapi/media.md, "Names and types").
    ...dimensions,
    formats: formatsOf(file, { name, path }, location),
    mime,
    size: toKilobytes(size),
    url: location.url,
    provider: location.provider,
    ...(location.metadata === null ? {} : { provider_metadata: location.metadata }),
  };
}

function nameOf(file: PreparedFile, { name }: FileTexts): string {
  return (name || file.name).normalize('NFC');
}

/** Returns the values to change; null and absent texts are unchanged. */
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
  { name, path }: { readonly name: string; readonly path: string | null },
  { hash, ext, formats }: FileLocation,
): JsonObject | null {
  if (file.formats.length === 0) return null;
  return Object.fromEntries(
    file.formats.map((format) => {
      const { url = '', metadata = null } = formats.get(format.name) ?? {};
      const row = formatRow(format, { name, hash, ext, mime: file.mime, path });
      return [
        format.name,
        { ...row, url, ...(metadata === null ? {} : { provider_metadata: metadata }) },
      ];
    }),
  );
}

/** The values of a file that its formats share. */
interface OriginalFile extends Readonly<Record<'name' | 'hash' | 'ext' | 'mime', string>> {
  readonly path: string | null;
}

/** Returns the format of a row before it is stored. @param file The original file */
export function formatRow(
  { name: format, width, height, size }: PreparedFile['formats'][number],
  { name, hash, ext, mime, path }: OriginalFile,
): JsonObject {
  return {
    name: `${format}_${name}`,
    hash: objectHash(hash, format),
    ext,
    mime,
    path,
    width,
    height,
    size: toKilobytes(size),
    sizeInBytes: size,
  };
}

/** Returns the row of a file before it is stored. */
export function fileRow(
  { name, mime, size, dimensions }: PreparedFile,
  { hash, ext, path }: Pick<OriginalFile, 'hash' | 'ext' | 'path'>,
): JsonObject {
  const named = { name, hash, ext, mime, ...(path === null ? {} : { path }) };
  return { ...named, ...dimensions, size: toKilobytes(size), sizeInBytes: size };
}
