// Files of the media library in forms and lists.
import {
  isJsonObject,
  numberOr,
  objectsOf,
  stringOr,
  type Json,
  type JsonObject,
} from '../base/json.ts';
import { thumbnailOf, versionOf } from './thumbnail.ts';

export type MediaFile = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** Version query for image URLs, because a replaced file keeps its URL. Empty if unknown. */
  readonly version: string;
  /** URL of the thumbnail, or empty. */
  readonly thumbnail: string;
  readonly mime: string;
  readonly ext: string;
  readonly alternativeText: string;
  readonly caption: string;
  /** In pixels; null for files that are not images. */
  readonly width: number | null;
  readonly height: number | null;
  /** In KB. */
  readonly size: number;
  /** In percent of the image; null for the center. */
  readonly focalPoint: { readonly x: number; readonly y: number } | null;
};

/** A folder of the library. */
export interface Folder {
  readonly id: number;
  readonly name: string;
  readonly children: readonly Folder[];
}

export type FileType = 'image' | 'video' | 'audio' | 'file';

/** Parses a file of the server. */
export function parseFile(raw: JsonObject): MediaFile {
  const url = stringOr(raw['url'], '');
  const mime = stringOr(raw['mime'], '');
  return {
    id: numberOr(raw['id'], 0),
    name: stringOr(raw['name'], ''),
    url,
    version: versionOf(url, raw['updatedAt'] ?? null),
    thumbnail: thumbnailOf(raw),
    mime,
    ext: stringOr(raw['ext'], ''),
    alternativeText: stringOr(raw['alternativeText'], ''),
    caption: stringOr(raw['caption'], ''),
    width: typeof raw['width'] === 'number' ? raw['width'] : null,
    height: typeof raw['height'] === 'number' ? raw['height'] : null,
    size: numberOr(raw['size'], 0),
    focalPoint: parsePoint(raw['focalPoint']),
  };
}

/** Properties of an image in blocks that Strapi requires. */
const BLOCK_PROPERTIES =
  'name alternativeText url caption width height formats hash ext mime size previewUrl provider provider_metadata createdAt updatedAt'.split(
    ' ',
  );

/** Converts a file to an image of blocks. Its URL is absolute, as in Strapi. @param origin Origin of the server */
export function pictureBlock(raw: JsonObject, origin: string): JsonObject {
  const picture = Object.fromEntries(
    BLOCK_PROPERTIES.filter((name) => raw[name] !== undefined).map((name) => [
      name,
      raw[name] ?? null,
    ]),
  );
  const alternativeText = stringOr(raw['alternativeText'], '') || stringOr(raw['name'], '');
  return { ...picture, alternativeText, url: new URL(stringOr(raw['url'], ''), origin).href };
}

function parsePoint(raw: Json | undefined): MediaFile['focalPoint'] {
  if (!isJsonObject(raw)) return null;
  const { x, y } = raw;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}

/** Returns the files of a form value: of a list, a single file, or none. */
export function filesOf(value: Json): readonly MediaFile[] {
  const list = Array.isArray(value) ? objectsOf(value) : isJsonObject(value) ? [value] : [];
  return list.map((each) => ({
    ...parseFile(each),
    thumbnail: stringOr(each['thumbnail'], ''),
    version: stringOr(each['version'], ''),
  }));
}

/** Parses the folder tree. */
export function parseFolders(raw: readonly JsonObject[]): readonly Folder[] {
  return raw.map((each) => ({
    id: numberOr(each['id'], 0),
    name: stringOr(each['name'], ''),
    children: parseFolders(objectsOf(each['children'])),
  }));
}

/** Returns the folders from the root to a folder; empty if it does not exist. */
export function folderTrail(folders: readonly Folder[], id: number | null): readonly Folder[] {
  for (const folder of folders) {
    if (folder.id === id) return [folder];
    const below = folderTrail(folder.children, id);
    if (below.length > 0) return [folder, ...below];
  }
  return [];
}

/** Returns the kind of a file by its media type. */
export function fileType({ mime }: Pick<MediaFile, 'mime'>): FileType {
  const start = mime.split('/')[0];
  return start === 'image' || start === 'video' || start === 'audio' ? start : 'file';
}

/** Returns the media types that an attribute accepts, such as `image/`; empty for all. */
export function acceptedTypes(allowedTypes: readonly string[]): readonly string[] {
  if (allowedTypes.length === 0 || allowedTypes.includes('files')) return [];
  return allowedTypes.map((type) => `${type.replace(/s$/, '')}/`);
}

/** Returns true if a file can be selected. @param types Result of `acceptedTypes` */
export function isAccepted(mime: string, types: readonly string[]): boolean {
  return types.length === 0 || types.some((type) => mime.startsWith(type));
}

/** Formats a size. @param kilobytes Of 1,000 bytes @param tag Language tag */
export function sizeText(kilobytes: number, tag: string): string {
  const [value, unit] =
    kilobytes >= 1000 ? [kilobytes / 1000, 'megabyte'] : [kilobytes, 'kilobyte'];
  return new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    value,
  );
}
