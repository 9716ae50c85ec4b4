// In charge of putting a file into the uploads folder, whole or not at all: it is copied beside, flushed to the disk
// and renamed, before any row speaks of it.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseFileName, toHash, type FileName } from './file-name.ts';
import { imageDimensions, type Dimensions } from './image-dimensions.ts';

/** A file in the uploads folder. */
export interface PlacedFile extends FileName {
  /** Absolute path. */
  readonly path: string;
  /** Its name without extension, under which Strapi knows it. */
  readonly hash: string;
  /** In kilobytes of 1000 bytes, with two decimals. */
  readonly size: number;
  readonly url: string;
  /** Null for what is no picture. */
  readonly dimensions: Dimensions | null;
}

/** Where files are put, and which names are free. */
export interface Uploads {
  /** Absolute path of the project's public folder. */
  readonly publicFolder: string;
  /** True for a hash that a file of the media library has already. */
  readonly isTaken: (hash: string) => Promise<boolean>;
}

/**
 * Copies a file into the uploads folder. Its name follows from its content where that is free: what an interrupted
 * run has left is found and replaced.
 * @param source Path of the file
 * @throws the fault of the file system, with nothing left behind
 */
export async function placeFile(
  { publicFolder, isTaken }: Uploads,
  source: string,
): Promise<PlacedFile> {
  const name = await parseFileName(path.basename(source));
  const fromContent = await toHash(name, await contentSuffix(source));
  const hash = (await isTaken(fromContent)) ? await toHash(name, randomSuffix()) : fromContent;
  const folder = path.join(publicFolder, 'uploads');
  const target = path.join(folder, `${hash}${name.ext}`);
  await mkdir(folder, { recursive: true });
  await copy(source, target);
  const { size } = await stat(target);
  return {
    ...name,
    path: target,
    hash,
    size: Math.round(size / 10) / 100,
    url: `/uploads/${hash}${name.ext}`,
    dimensions: await imageDimensions(target),
  };
}

/** Takes a file away again, if it is there. */
export async function discardFile({ path: file }: PlacedFile): Promise<void> {
  await rm(file, { force: true });
}

async function copy(source: string, target: string): Promise<void> {
  const beside = `${target}.part`;
  try {
    await pipeline(createReadStream(source), createWriteStream(beside, { flush: true }));
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function contentSuffix(source: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(source)) digest.update(chunk as Buffer);
  return digest.digest('hex').slice(0, 10);
}

function randomSuffix(): string {
  return randomBytes(5).toString('hex');
}
