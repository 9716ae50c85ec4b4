// Decodes images and writes smaller versions with the library that Strapi uses (docs/strapi/media.md, "Images"). Few
// images are decoded at the same time, row by row if the format allows it, to limit memory.
import { availableParallelism } from 'node:os';
import { stat } from 'node:fs/promises';
import type { default as sharpFunction, Metadata, Sharp, SharpOptions } from 'sharp';
import { AppError, isOutOfSpace } from '../base/errors.ts';
import { MAX_IMAGE_PIXELS } from '../base/limits.ts';
import { Semaphore } from '../base/semaphore.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'tiff' | 'gif' | 'svg' | 'avif';

/** In pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** An image on disk. */
export interface Image extends Dimensions {
  readonly path: string;
  readonly format: ImageFormat;
  /** More than one for an animation or several pages. */
  readonly frames: number;
  /** EXIF orientation; 1 is upright. */
  readonly orientation: number;
}

/** A written image and its size in bytes. */
export interface WrittenImage extends Dimensions {
  readonly size: number;
}

const OPTIMISED: ReadonlySet<ImageFormat> = new Set(['jpeg', 'png', 'webp', 'tiff']);
const RESIZED: ReadonlySet<ImageFormat> = new Set([...OPTIMISED, 'gif']);
const MOVING: ReadonlySet<ImageFormat> = new Set(['gif', 'webp']);

const QUALITY = 80;

/**
 * Number of decoders, each on one core; large images use a single one, because some formats are held in memory as a
 * whole.
 */
const decoding: Semaphore = new Semaphore(Math.min(2, availableParallelism()));
const largeImages: Semaphore = new Semaphore(1);

/** Pixels of all frames from which an image is large. */
const LARGE = 4_000_000;

/** Above this number of pixels an image is not optimized: encoding it can take a gigabyte. */
const HUGE = 50_000_000;

/**
 * Returns the image in a file, or null if it is not an image. @throws ApplicationError for one with too many pixels
 */
export async function inspectImage(path: string): Promise<Image | null> {
  const metadata = await decoding.run(async () => {
    try {
      return await (await decoder(path)).metadata();
    } catch (error) {
      // Any other error means that the file is not a supported image.
      if (error instanceof Error && error.message.includes('pixel limit')) throw tooManyPixels();
      return null;
    }
  });
  const format = metadata && formatOf(metadata);
  if (!metadata || !format) return null;
  const { width, height, pageHeight = height, pages = 1, orientation = 1 } = metadata;
  const image = { path, format, width, height: pageHeight, frames: pages, orientation };
  if (decodedPixels(image) > MAX_IMAGE_PIXELS) throw tooManyPixels();
  return image;
}

/** Returns true for images that get smaller formats. */
export function isResizable({ format }: Image): boolean {
  return RESIZED.has(format);
}

/** How to optimize an image. */
export interface OptimizeOptions {
  readonly sizeOptimization: boolean;
  readonly autoOrientation: boolean;
}

/**
 * Writes a smaller or upright version of an image.
 * @returns what was written, or null if the image is kept as sent
 * @throws ApplicationError if it cannot be decoded
 */
export async function optimizeImage(
  image: Image,
  target: string,
  { sizeOptimization, autoOrientation }: OptimizeOptions,
): Promise<WrittenImage | null> {
  const { format } = image;
  const isTurned = autoOrientation && image.orientation > 1;
  const hasPages = image.frames > 1 && !isMoving(image);
  if (!OPTIMISED.has(format) || hasPages || !(sizeOptimization || isTurned)) return null;
  if (isHuge(image)) return null;
  const written = await write(image, target, (pipeline) => {
    const upright = isTurned ? pipeline.autoOrient() : pipeline;
    // The best Huffman codes of a JPEG need the whole image in memory.
    const coding = format === 'jpeg' && isLarge(image) ? { optimiseCoding: false } : {};
    const quality = sizeOptimization ? { quality: QUALITY } : {};
    return upright.toFormat(encodable(format), { ...quality, ...coding });
  });
  const { size } = await stat(image.path);
  return isTurned || written.size < size ? written : null;
}

/** Target of a smaller image, and the box that it fits into. */
export interface ResizeOptions extends Dimensions {
  readonly target: string;
  readonly autoOrientation: boolean;
}

/** Writes a smaller version of an image. @throws ApplicationError if it cannot be decoded */
export function resizeImage(
  image: Image,
  { target, width, height, autoOrientation }: ResizeOptions,
): Promise<WrittenImage> {
  return write(image, target, (pipeline) =>
    (autoOrientation ? pipeline.autoOrient() : pipeline)
      .resize({ width, height, fit: 'inside' })
      .toFormat(encodable(image.format)),
  );
}

async function write(
  image: Image,
  target: string,
  change: (pipeline: Sharp) => Sharp,
): Promise<WrittenImage> {
  const { path } = image;
  const animated = isMoving(image);
  const work = (): Promise<WrittenImage> =>
    decoding.run(async () => {
      try {
        const image = change(await decoder(path, { animated }));
        const { width, height, pageHeight = height, size } = await image.toFile(target);
        return { width, height: pageHeight, size };
      } catch (error) {
        if (isOutOfSpace(error)) throw error;
        throw (await isDecodable(path, { animated })) ? error : invalidPicture();
      }
    });
  return isLarge(image) ? largeImages.run(work) : work();
}

function isMoving({ format, frames }: Image): boolean {
  return frames > 1 && MOVING.has(format);
}

function isLarge(image: Image): boolean {
  return decodedPixels(image) > LARGE;
}

/** Only the first page is decoded unless the image is animated. */
function decodedPixels(image: Image): number {
  const { width, height, frames } = image;
  return width * height * (isMoving(image) ? frames : 1);
}

function isHuge({ width, height }: Image): boolean {
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

/** Loaders of image formats; all others of the library are disabled. */
const LOADERS: string[] = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Svg', 'Heif'].map(
  (format) => `VipsForeignLoad${format}`,
);

async function decoder(path: string, options: SharpOptions = {}): Promise<Sharp> {
  const sharp = await (library ??= loadLibrary());
  return sharp(path, {
    sequentialRead: true,
    limitInputPixels: MAX_IMAGE_PIXELS,
    ...options,
  });
}

type Sharps = typeof sharpFunction;

/** Loaded once: its settings apply to the whole process. */
let library: Promise<Sharps> | undefined;

async function loadLibrary(): Promise<Sharps> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return sharp;
}

/** Formats that Strapi treats as images, and AVIF (docs/strapi/differences.md, D11). */
function formatOf({ format, compression }: Metadata): ImageFormat | null {
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

function encodable(format: ImageFormat): 'jpeg' | 'png' | 'webp' | 'tiff' | 'gif' {
  if (format === 'svg' || format === 'avif') throw new Error(`${format} is not written`);
  return format;
}

function tooManyPixels(): AppError {
  const message = `The image has more than ${MAX_IMAGE_PIXELS} pixels in all frames.`;
  return new AppError('ApplicationError', message);
}

function invalidPicture(): AppError {
  return new AppError('ApplicationError', 'File is not a valid image');
}
