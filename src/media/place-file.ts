// In charge of putting a file that lies on this machine into the store, with its smaller formats, before any row speaks
// of it: for `quoin seed`.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentData } from '../documents/document-collection.ts';
import { newFileData, type FileTexts } from './file-data.ts';
import { toHash } from './file-name.ts';
import { placeFiles, type PlacedFile as PlacedObjects } from './place-files.ts';
import { nameFile, prepareFile, type PreparedFile, type UploadRules } from './prepared-file.ts';
import type { StagingFolder } from './staging.ts';
import type { FileStore } from './store.ts';
import type { UploadSettings } from './upload-settings.ts';

/** What a file is of whose type nothing is known. */
const ANY = 'application/octet-stream';

/** A file in the store. */
export interface PlacedFile {
  /** Its name without extension, under which Strapi knows it. */
  readonly hash: string;
  /** The data of its document, outside of every folder. */
  data(texts: FileTexts): DocumentData;
  /** Takes it away again. */
  discard(): Promise<void>;
}

/** Where files are put, how, and which names are free. */
export interface Uploads {
  readonly store: FileStore;
  /** Of all files that are put before their rows are written. */
  readonly folder: StagingFolder;
  readonly rules: UploadRules;
  readonly settings: UploadSettings;
  /** True for a hash that a file of the media library has already. */
  readonly isTaken: (hash: string) => Promise<boolean>;
}

/**
 * Stores a file. Its name follows from its content where that is free: what an interrupted run has left is found and
 * replaced.
 * @param source Path of the file, which stays as it is
 * @throws AppError for a file that is not taken, or the fault of the store, with nothing left behind
 */
export async function placeFile(uploads: Uploads, source: string): Promise<PlacedFile> {
  const { store, folder, rules, settings, isTaken } = uploads;
  const copy = folder.newFile();
  await copyFile(source, copy);
  const { size } = await stat(copy);
  const sent = { path: copy, name: path.basename(source), type: ANY, size };
  const file: PreparedFile = await prepareFile(await nameFile(sent, rules), {
    rules,
    settings,
    newFile: () => folder.newFile(),
  });
  const { name, ext } = file;
  const fromContent = await toHash(name, ext, await contentSuffix(source));
  const hash = (await isTaken(fromContent)) ? await toHash(name, ext) : fromContent;
  const { placed, undo } = await placeFiles(store, [{ file, hash, ext, before: null }], folder);
  return { hash, data: (texts) => newFileData(file, texts, only(placed)), discard: undo };
}

function only([first]: readonly PlacedObjects[]): PlacedObjects {
  if (!first) throw new Error('nothing was placed');
  return first;
}

async function contentSuffix(source: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(source)) digest.update(chunk as Buffer);
  return digest.digest('hex').slice(0, 10);
}
