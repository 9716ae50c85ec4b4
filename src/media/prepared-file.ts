// In charge of everything that is found out and made of a file before it is stored: its names, type and size, and of a
// picture the optimised version and the smaller formats (docs/strapi/media.md, "Images").
import { validationError, AppError } from '../base/errors.ts';
import type { TypeRules } from './allowed-types.ts';
import { refusedType } from './allowed-types.ts';
import { detectType } from './detect-type.ts';
import { plainExtension, toFileName } from './file-name.ts';
import { decideType, extensionFor, typeOfPicture } from './mime-type.ts';
import {
  improvePicture,
  inspectPicture,
  isResizable,
  shrinkPicture,
  type Dimensions,
  type Picture,
} from './picture.ts';
import { readHead, type ReceivedFile } from './received-file.ts';
import type { UploadSettings } from './upload-settings.ts';

/** What a project's configuration says of files. */
export interface UploadRules extends TypeRules {
  /** In bytes, of a file as it is stored. */
  readonly sizeLimit: number;
  /** The widths and heights, in pixels, that smaller formats of a picture fit into, by name. */
  readonly breakpoints: Readonly<Record<string, number>>;
}

/** A file with the names and type that it is stored with. */
export interface NamedFile {
  readonly received: ReceivedFile;
  readonly name: string;
  readonly ext: string;
  readonly mime: string;
  /** What it shows; null for what is no picture, or was not looked at since its type is refused. */
  readonly picture: Picture | null;
  /** The first of its types that the project does not take; null: they are fine. */
  readonly refused: string | null;
}

/** A file that is ready to be stored. */
export interface PreparedFile extends Omit<NamedFile, 'received' | 'picture' | 'refused'> {
  /** Absolute path of what is stored. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Null for what is no picture. */
  readonly dimensions: Dimensions | null;
  readonly formats: readonly PreparedFormat[];
}

/** A smaller version of a picture. */
export interface PreparedFormat extends Dimensions {
  /** Such as `thumbnail`. */
  readonly name: string;
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** What the thumbnail fits into. */
const THUMBNAIL: Dimensions = { width: 245, height: 156 };

/**
 * Names a file and finds its type.
 * @throws ApplicationError for a bad name or a picture too large to be decoded, ValidationError for one without type
 */
export async function nameFile(received: ReceivedFile, rules: TypeRules): Promise<NamedFile> {
  const name = toFileName(received.name);
  const detected = detectType(await readHead(received.path));
  const extension = plainExtension(name);
  const mime = await decideType({ declared: received.type, ext: extension, detected });
  const ext = extension === '' ? await extensionFor(mime) : extension;
  const named = { received, name, ext, mime };
  const early = refusedType(rules, detected === null ? [mime] : [detected, mime]);
  if (early !== null) return { ...named, picture: null, refused: early };
  const picture = await inspectPicture(received.path);
  // What a picture is called is not what it is: an SVG may run scripts.
  const refused = picture === null ? null : refusedType(rules, [typeOfPicture(picture.format)]);
  return { ...named, picture, refused };
}

/** 400 for a type that the project does not take. */
export function typeRefused(type: string): AppError {
  return validationError(`File type '${type}' is not allowed`);
}

/** What a file is prepared by. */
export interface Preparation {
  readonly settings: UploadSettings;
  readonly rules: UploadRules;
  /** Gives the path of a new file in the staging folder. */
  readonly newFile: () => string;
}

/**
 * Makes a file ready to be stored.
 * @throws ApplicationError for a picture that cannot be decoded, PayloadTooLargeError beyond the limit
 */
export async function prepareFile(
  { received, name, ext, mime, picture }: NamedFile,
  preparation: Preparation,
): Promise<PreparedFile> {
  const { rules, settings, newFile } = preparation;
  const target = newFile();
  const improved = picture && (await improvePicture(picture, target, settings));
  const { path, size } = improved ? { path: target, size: improved.size } : received;
  if (size > rules.sizeLimit) throw tooLarge(name, rules.sizeLimit);
  const dimensions = improved ?? picture;
  return {
    name,
    ext,
    mime,
    path,
    size,
    dimensions: dimensions && { width: dimensions.width, height: dimensions.height },
    formats: picture && dimensions ? await makeFormats(picture, dimensions, preparation) : [],
  };
}

async function makeFormats(
  picture: Picture,
  { width, height }: Dimensions,
  { settings, rules, newFile }: Preparation,
): Promise<readonly PreparedFormat[]> {
  if (!isResizable(picture)) return [];
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
    const written = await shrinkPicture(picture, { target, ...box, autoOrientation });
    formats.push({ name, path: target, ...written });
  }
  return formats;
}

function tooLarge(name: string, limit: number): AppError {
  return new AppError('PayloadTooLargeError', `${name} exceeds size limit of ${inUnits(limit)}.`);
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Bytes as people say them, in steps of 1000. */
function inUnits(bytes: number): string {
  const step = Math.min(
    UNITS.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)),
  );
  return `${(bytes / 1000 ** step).toFixed(0)} ${UNITS[step]}`;
}
