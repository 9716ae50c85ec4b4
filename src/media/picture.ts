// In charge of pictures: what is one is found by decoding, and smaller versions are written beside it, by the library
// that Strapi uses (docs/strapi/media.md, "Images"). Few are decoded at once, row by row where the format can, so that
// many or huge ones do not fill the memory.
import { availableParallelism } from 'node:os';
import { stat } from 'node:fs/promises';
import type { default as sharpFunction, Metadata, Sharp, SharpOptions } from 'sharp';
import { AppError } from '../base/errors.ts';
import { isOutOfSpace } from '../base/insufficient-storage.ts';
import { MAX_PICTURE_PIXELS } from '../base/limits.ts';
import { Semaphore } from '../base/semaphore.ts';

/** Formats that a picture may have. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'tiff' | 'gif' | 'svg' | 'avif';

/** In pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** A picture on the disk. */
export interface Picture extends Dimensions {
  readonly path: string;
  readonly format: PictureFormat;
  /** More than one: it moves, or has pages. */
  readonly frames: number;
  /** EXIF mark that says how it is to be turned; 1: it is upright. */
  readonly orientation: number;
}

/** A picture that was written, and its size in bytes. */
export interface WrittenPicture extends Dimensions {
  readonly size: number;
}

const OPTIMISED: ReadonlySet<PictureFormat> = new Set(['jpeg', 'png', 'webp', 'tiff']);
const RESIZED: ReadonlySet<PictureFormat> = new Set([...OPTIMISED, 'gif']);
const MOVING: ReadonlySet<PictureFormat> = new Set(['gif', 'webp']);

const QUALITY = 80;

/** Decoders at once, each on one core; of large pictures one, since some formats are only written as a whole. */
const gate: Semaphore = new Semaphore(Math.min(2, availableParallelism()));
const largeGate: Semaphore = new Semaphore(1);

/** Pixels of a picture, all its frames together, from which on it is large. */
const LARGE = 4_000_000;

/** Pixels beyond which a picture stays as it was sent: to write it anew can take a gigabyte. */
const HUGE = 50_000_000;

/** What a file shows; null where it is no picture. @throws ApplicationError for one of more pixels than are decoded */
export async function inspectPicture(path: string): Promise<Picture | null> {
  const metadata = await gate.run(async () => {
    try {
      return await (await decoder(path)).metadata();
    } catch (error) {
      // Whatever else it stumbles over: it is no picture that can be measured.
      if (error instanceof Error && error.message.includes('pixel limit')) throw tooManyPixels();
      return null;
    }
  });
  const format = metadata && formatOf(metadata);
  if (!metadata || !format) return null;
  const { width, height, pageHeight = height, pages = 1, orientation = 1 } = metadata;
  const picture = { path, format, width, height: pageHeight, frames: pages, orientation };
  if (decodedPixels(picture) > MAX_PICTURE_PIXELS) throw tooManyPixels();
  return picture;
}

/** True for pictures of which smaller formats are made. */
export function isResizable({ format }: Picture): boolean {
  return RESIZED.has(format);
}

/** What is done to a picture that was sent. */
export interface Improvement {
  readonly sizeOptimization: boolean;
  readonly autoOrientation: boolean;
}

/**
 * Writes a picture anew, smaller or turned upright.
 * @returns what was written; null where the picture stays as it was sent
 * @throws ApplicationError for one that cannot be decoded
 */
export async function improvePicture(
  picture: Picture,
  target: string,
  { sizeOptimization, autoOrientation }: Improvement,
): Promise<WrittenPicture | null> {
  const { format } = picture;
  const isTurned = autoOrientation && picture.orientation > 1;
  const hasPages = picture.frames > 1 && !isMoving(picture);
  if (!OPTIMISED.has(format) || hasPages || !(sizeOptimization || isTurned)) return null;
  if (isHuge(picture)) return null;
  const written = await write(picture, target, (image) => {
    const upright = isTurned ? image.autoOrient() : image;
    // The best codes of a JPEG are found when all of it is in memory.
    const coding = format === 'jpeg' && isLarge(picture) ? { optimiseCoding: false } : {};
    const quality = sizeOptimization ? { quality: QUALITY } : {};
    return upright.toFormat(encodable(format), { ...quality, ...coding });
  });
  const { size } = await stat(picture.path);
  return isTurned || written.size < size ? written : null;
}

/** Where a smaller picture goes, and what it fits into. */
export interface Shrinking extends Dimensions {
  readonly target: string;
  readonly autoOrientation: boolean;
}

/** Writes a picture in a smaller format. @throws ApplicationError for one that cannot be decoded */
export function shrinkPicture(
  picture: Picture,
  { target, width, height, autoOrientation }: Shrinking,
): Promise<WrittenPicture> {
  return write(picture, target, (image) =>
    (autoOrientation ? image.autoOrient() : image)
      .resize({ width, height, fit: 'inside' })
      .toFormat(encodable(picture.format)),
  );
}

async function write(
  picture: Picture,
  target: string,
  change: (image: Sharp) => Sharp,
): Promise<WrittenPicture> {
  const { path } = picture;
  const animated = isMoving(picture);
  const work = (): Promise<WrittenPicture> =>
    gate.run(async () => {
      try {
        const image = change(await decoder(path, { animated }));
        const { width, height, pageHeight = height, size } = await image.toFile(target);
        return { width, height: pageHeight, size };
      } catch (error) {
        if (isOutOfSpace(error)) throw error;
        throw (await isDecodable(path, { animated })) ? error : invalidPicture();
      }
    });
  return isLarge(picture) ? largeGate.run(work) : work();
}

function isMoving({ format, frames }: Picture): boolean {
  return frames > 1 && MOVING.has(format);
}

function isLarge(picture: Picture): boolean {
  return decodedPixels(picture) > LARGE;
}

/** Of what does not move, only the first page is decoded. */
function decodedPixels(picture: Picture): number {
  const { width, height, frames } = picture;
  return width * height * (isMoving(picture) ? frames : 1);
}

function isHuge({ width, height }: Picture): boolean {
  return width * height > HUGE;
}

async function isDecodable(path: string, options: SharpOptions): Promise<boolean> {
  try {
    await (await decoder(path, options)).stats();
    return true;
  } catch {
    return false;
  }
}

/** The readers of the formats that count as pictures; whatever else the library could read stays unread. */
const LOADERS: string[] = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Svg', 'Heif'].map(
  (format) => `VipsForeignLoad${format}`,
);

async function decoder(path: string, options: SharpOptions = {}): Promise<Sharp> {
  const sharp = await (library ??= loadLibrary());
  return sharp(path, {
    sequentialRead: true,
    limitInputPixels: MAX_PICTURE_PIXELS,
    ...options,
  });
}

type Sharps = typeof sharpFunction;

/** Set up once: its settings are those of the process, and count for what is being read too. */
let library: Promise<Sharps> | undefined;

async function loadLibrary(): Promise<Sharps> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return sharp;
}

/** What Strapi takes for pictures, and AVIF (docs/strapi/differences.md, D11). */
function formatOf({ format, compression }: Metadata): PictureFormat | null {
  switch (format) {
    case 'jpeg':
    case 'png':
    case 'webp':
    case 'tiff':
    case 'gif':
    case 'svg':
      return format;
    case 'heif':
      return compression === 'av1' ? 'avif' : null;
    default:
      return null;
  }
}

function encodable(format: PictureFormat): 'jpeg' | 'png' | 'webp' | 'tiff' | 'gif' {
  if (format === 'svg' || format === 'avif') throw new Error(`${format} is not written`);
  return format;
}

function tooManyPixels(): AppError {
  const message = `The picture has more than ${MAX_PICTURE_PIXELS} pixels, all frames together.`;
  return new AppError('ApplicationError', message);
}

function invalidPicture(): AppError {
  return new AppError('ApplicationError', 'File is not a valid image');
}
