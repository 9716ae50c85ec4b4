// Stores local files and their formats before their rows are written, for `quoin seed`.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentData } from '../documents/programs/document-collection.ts';
import { newFileData, type FileTexts } from './file-data.ts';
import { toHash } from './file-name.ts';
import { storeFiles, type StoredObjects } from './store-files.ts';
import { nameFile, prepareFile, type PreparedFile, type UploadRules } from './prepared-file.ts';
import type { StagingFolder } from './staging.ts';
import type { FileStore } from './store.ts';
import type { UploadSettings } from './upload-settings.ts';

/** Type of a file without a declared type. */
const ANY = 'application/octet-stream';

export interface NewStoredFile {
  /** Storage name without extension, as in Strapi. */
  readonly hash: string;
  /** Returns the values of its document in the root folder. */
  data(texts: FileTexts): DocumentData;
  /** Removes it from the store. */
  discard(): Promise<void>;
}

/** Dependencies of `storeFile`. */
export interface Uploads {
  readonly store: FileStore;
  /** Staging folder for all files whose rows are not written yet. */
  readonly folder: StagingFolder;
  readonly rules: UploadRules;
  readonly settings: UploadSettings;
  /** Returns true if a file of the media library has the hash. */
  readonly isTaken: (hash: string) => Promise<boolean>;
}

/**
 * Stores a file under a name derived from its content if that is free, so that files of an interrupted run are
 * replaced.
 * @param source Path of the file, which is not changed
 * @throws AppError for a file that is not allowed, or an error of the store; nothing is left behind
 */
export async function storeFile(uploads: Uploads, source: string): Promise<NewStoredFile> {
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
  const incoming = { file, hash, ext, prefix: null, before: null };
  const { stored, undo } = await storeFiles(store, [incoming], folder);
  return { hash, data: (texts) => newFileData(file, texts, only(stored)), discard: undo };
}

function only([first]: readonly StoredObjects[]): StoredObjects {
  if (!first) throw new Error('nothing was stored');
  return first;
}

async function contentSuffix(source: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(source)) digest.update(chunk as Buffer);
  return digest.digest('hex').slice(0, 10);
}
