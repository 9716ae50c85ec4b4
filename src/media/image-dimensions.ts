// In charge of the width and height of pictures, read from the head of a file (spec/auth.md section 6): what is a
// picture is decided by its content, whatever it is called.
import { open } from 'node:fs/promises';

/** In pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** Enough for every head but that of a JPEG with huge remarks, in bytes. */
const HEAD = 512 * 1024;

/** What Strapi takes for pictures, and AVIF (decision D11). */
const PICTURES: ReadonlySet<string | undefined> = new Set([
  'jpg',
  'png',
  'webp',
  'tiff',
  'svg',
  'gif',
  'avif',
]);

/** The size of a picture; null for a file that is none. @throws the fault of the file system */
export async function imageDimensions(file: string): Promise<Dimensions | null> {
  const head = await readHead(file);
  const { imageSize } = await import('image-size');
  try {
    const { width, height, type } = imageSize(head);
    const isKnown = PICTURES.has(type) && width > 0 && height > 0;
    return isKnown ? { width: Math.round(width), height: Math.round(height) } : null;
  } catch {
    // Whatever it stumbles over: it is no picture that can be measured.
    return null;
  }
}

async function readHead(file: string): Promise<Uint8Array> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read({ buffer: new Uint8Array(HEAD) });
  return buffer.subarray(0, bytesRead);
}
