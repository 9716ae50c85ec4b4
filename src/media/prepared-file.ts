// Prepares a file for storage: its names, type and size; for an image also the optimized version and the smaller
// formats (docs/strapi/media.md, "Images").
import { validationError, AppError } from '../base/errors.ts';
import type { TypeRules } from './allowed-types.ts';
import { rejectionOf } from './allowed-types.ts';
import { plainExtension, toFileName } from './file-name.ts';
import {
  optimizeImage,
  inspectImage,
  isResizable,
  resizeImage,
  type Dimensions,
  type Image,
} from './image.ts';
import { readHead, type ReceivedFile } from './received-file.ts';
import type { UploadSettings } from './upload-settings.ts';

/** Upload settings of the project's configuration. */
export interface UploadRules extends TypeRules {
  /** Maximum size of a stored file in bytes. */
  readonly sizeLimit: number;
  /** Maximum width and height of smaller image formats in pixels, by name. */
  readonly breakpoints: Readonly<Record<string, number>>;
}

/** A file with its name and type. */
export interface NamedFile {
  readonly received: ReceivedFile;
  readonly name: string;
  readonly ext: string;
  readonly mime: string;
  /** Null for a file that is not an image, or whose type was rejected before. */
  readonly image: Image | null;
  /** Reason to reject it, or null. */
  readonly rejection: string | null;
}

/** A file that can be stored. */
export interface PreparedFile extends Omit<NamedFile, 'received' | 'image' | 'rejection'> {
  /** Absolute path of the bytes to store. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Null if it is not an image. */
  readonly dimensions: Dimensions | null;
  readonly formats: readonly PreparedFormat[];
}

/** A smaller version of an image. */
export interface PreparedFormat extends Dimensions {
  /** For example `thumbnail`. */
  readonly name: string;
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Maximum dimensions of the thumbnail. */
const THUMBNAIL: Dimensions = { width: 245, height: 156 };

/**
 * Determines the name and the type of a file.
 * @throws ApplicationError for an invalid name or an image with too many pixels
 */
export async function nameFile(received: ReceivedFile, rules: TypeRules): Promise<NamedFile> {
  const name = toFileName(received.name);
  const { decideType, extensionFor, typeOfImage } = await import('./mime-type.ts');
  const detected = await detectType(await readHead(received.path));
  const extension = plainExtension(name);
  const hints = { declared: received.type, ext: extension, detected };
  const { mime, rejection } = await decideType(hints, rules);
  const ext = extension === '' ? await extensionFor(mime) : extension;
  const named = { received, name, ext, mime };
  if (rejection !== null) return { ...named, image: null, rejection };
  const image = await inspectImage(received.path);
  // The decoded type is checked as well, independent of the name: an SVG may contain scripts.
  return {
    ...named,
    image,
    rejection: image === null ? null : rejectionOf(rules, typeOfImage(image.format)),
  };
}

/** 400 for a file that the project does not allow. */
export function fileRejected(rejection: string): AppError {
  return validationError(rejection);
}

/** Settings for the preparation. */
export interface Preparation {
  readonly settings: UploadSettings;
  readonly rules: UploadRules;
  /** Returns the path of a new file in the staging folder. */
  readonly newFile: () => string;
}

/**
 * Prepares a file for storage.
 * @throws ApplicationError for an image that cannot be decoded, PayloadTooLargeError above the size limit
 */
export async function prepareFile(
  { received, name, ext, mime, image }: NamedFile,
  preparation: Preparation,
): Promise<PreparedFile> {
  const { rules, settings, newFile } = preparation;
  const target = newFile();
  const improved = image && (await optimizeImage(image, target, settings));
  const { path, size } = improved ? { path: target, size: improved.size } : received;
  if (size > rules.sizeLimit) throw tooLarge(name, rules.sizeLimit);
  const dimensions = improved ?? image;
  return {
    name,
    ext,
    mime,
    path,
    size,
    dimensions: dimensions && { width: dimensions.width, height: dimensions.height },
    formats: image && dimensions ? await createFormats(image, dimensions, preparation) : [],
  };
}

async function createFormats(
  image: Image,
  { width, height }: Dimensions,
  { settings, rules, newFile }: Preparation,
): Promise<readonly PreparedFormat[]> {
  if (!isResizable(image)) return [];
  const { autoOrientation } = settings;
  const boxes = [
    ['thumbnail', THUMBNAIL] as const,
    ...Object.entries(settings.responsiveDimensions ? rules.breakpoints : {}).map(
      ([name, side]) => [name, { width: side, height: side }] as const,
    ),
  ];
  const formats: PreparedFormat[] = [];
  for (const [name, box] of boxes) {
    if (width <= box.width && height <= box.height) continue;
    const target = newFile();
    const written = await resizeImage(image, { target, ...box, autoOrientation });
    formats.push({ name, path: target, ...written });
  }
  return formats;
}

function tooLarge(name: string, limit: number): AppError {
  return new AppError('PayloadTooLargeError', `${name} exceeds size limit of ${inUnits(limit)}.`);
}

const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB'];

/** Formats a size with decimal units. */
export function inUnits(bytes: number): string {
  const step = Math.min(
    UNITS.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)),
  );
  return `${(bytes / 1000 ** step).toFixed(0)} ${UNITS[step]}`;
}

/**
 * Detects the type of a file from its first bytes, independent of its name, as Strapi does. Text has none.
 * @returns null if they begin no known format
 */
export async function detectType(head: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? null;
  } catch {
    // Damaged files end where the format does not allow it.
    return null;
  }
}
