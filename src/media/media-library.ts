// Media library: keeps bytes in the store and rows in the database consistent. Bytes are stored before their rows are
// written and removed after their rows are deleted; a journal records what is in progress, so that a failure or a
// crash leaves nothing behind.
import { isDeepStrictEqual } from 'node:util';
import { createDocumentId } from '../base/document-id.ts';
import { AppError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { Caller } from '../documents/content-events.ts';
import type { AfterWrite, UpdateRequest } from '../documents/write-request.ts';
import type { EntryObject } from '../query/object-builder.ts';
import type { WriteSteps } from '../storage/session.ts';
import { isUnavailable } from '../storage/errors.ts';
import { changedFileData, newFileData, replacedFileData, type FileTexts } from './file-data.ts';
import { apiPlacement } from './api-folder.ts';
import { storeFiles, type FileToStore, type StoredObjects } from './store-files.ts';
import { FilePreparation } from './prepare-files.ts';
import type { StagingFolder, PendingUpload } from './staging.ts';
import type {
  ContentUpload,
  DeletedFile,
  FileChangeOptions,
  FileDeletion,
  FileReplacement,
  MediaDependencies,
  SentFiles,
} from './media-parts.ts';
import { FileEntries } from './file-entries.ts';
import { StorageNames } from './storage-names.ts';
import { toStoredFile, type NamedRow, type StoredFile } from './stored-file.ts';
import { KeyedMutex } from './keyed-mutex.ts';

/** The media library of a project. */
export class MediaLibrary {
  readonly #dependencies: MediaDependencies;
  /** Serializes changes of a file. */
  readonly #mutex = new KeyedMutex<number>();
  readonly #preparation: FilePreparation;
  readonly #entries: FileEntries;
  readonly #names: StorageNames;

  constructor(dependencies: MediaDependencies) {
    this.#dependencies = dependencies;
    this.#preparation = new FilePreparation(dependencies);
    this.#entries = new FileEntries(dependencies);
    this.#names = new StorageNames(this.#entries, dependencies.fileNaming);
  }

  /** Reads files. */
  get entries(): FileEntries {
    return this.#entries;
  }

  /** Rejects an upload before it is received. @throws OverloadedError if too many uploads are waiting */
  assertRoom(): void {
    this.#preparation.assertRoom();
  }

  /**
   * Adds files that are uploaded through the content API. @returns the entries as JSON text, in order
   * @throws errors of `addWith`
   */
  async add(
    files: SentFiles,
    { by, link }: ContentUpload,
    folder: StagingFolder,
  ): Promise<readonly string[]> {
    const afterWrite = apiPlacement(this.#dependencies.context, link);
    const entries = await this.addWith(files, { by, afterWrite }, folder);
    return entries.map((entry) => JSON.stringify(entry));
  }

  /**
   * Adds all files or none. Files of a type that is not allowed are skipped if there are others.
   * @returns the entries in order
   * @throws AppError (docs/strapi/media.md)
   */
  addWith(
    sent: SentFiles,
    { by, afterWrite }: FileChangeOptions,
    folder: StagingFolder,
  ): Promise<readonly EntryObject[]> {
    const { type, writer } = this.#dependencies;
    return this.#names.name(async (hashOf) => {
      const incoming = await this.#preparation.newFiles(sent, folder, hashOf);
      return this.#storeThen(incoming, folder, (stored) => {
        const requests = incoming.map((each, i) => ({
          type,
          data: newFileData(each.file, each.texts, storedAt(stored, i)),
          response: this.#entries.objectResponse(),
          ...(by === undefined ? {} : { by }),
          afterWrite: (row: number) => afterWrite(row, each.texts),
        }));
        return writer.createAll(type, requests);
      });
    });
  }

  /**
   * Replaces the bytes of a file and keeps its URL. @returns the entry as JSON text
   * @throws AppError, 404 if the file does not exist
   */
  async replace(
    id: number,
    { file, texts, noFormats = null, ...change }: FileReplacement,
    folder: StagingFolder,
  ): Promise<string> {
    const prepared = await this.#preparation.replacement(file, folder);
    return this.#mutex.run(id, async () => {
      const stored = await this.#stored(id);
      const { hash, ext } = stored;
      const before = stored.provider === this.#dependencies.store.provider ? stored : null;
      const prefix = texts.path ?? null;
      const incoming: FileToStore = { file: prepared, hash, ext, prefix, before };
      return this.#storeThen([incoming], folder, async (objects) => {
        const storedFile = storedAt(objects, 0);
        const { formats, ...values } = replacedFileData(prepared, texts, storedFile);
        const data = { ...values, formats: formats ?? noFormats };
        const text = await this.#update({ stored, data, texts, ...change });
        const obsolete =
          before?.objects.filter(({ name }) => !storedFile.names.includes(name)) ?? [];
        await this.#removeObjects(obsolete, folder);
        return text;
      });
    });
  }

  /** Changes the texts of a file. @returns the entry as JSON text @throws AppError, 404 if the file does not exist */
  change(id: number, texts: FileTexts, change: Partial<FileChangeOptions> = {}): Promise<string> {
    return this.#mutex.run(id, async () => {
      const stored = await this.#stored(id);
      return this.#update({ stored, data: changedFileData(texts), texts, ...change });
    });
  }

  /**
   * Changes the texts of several files, all or none. @param texts By row id
   * @returns the entries as JSON text, in order @throws AppError, 404 if one does not exist
   */
  changeAll(
    texts: ReadonlyMap<number, FileTexts>,
    change: FileChangeOptions,
  ): Promise<readonly string[]> {
    const { type, writer } = this.#dependencies;
    const ids = [...texts.keys()];
    return this.#mutex.runAll(ids, async () => {
      const stored = new Map((await this.#entries.list(ids)).map((entry) => [entry['id'], entry]));
      const requests: UpdateRequest[] = [];
      for (const [id, fileTexts] of texts) {
        const file = toStoredFile(stored.get(id) ?? {});
        if (!file) throw entityNotFound();
        const data = changedFileData(fileTexts);
        requests.push(await this.#updateOf({ stored: file, data, texts: fileTexts, ...change }));
      }
      return writer.updateAll(type, requests);
    });
  }

  /**
   * Deletes files, all or none: rows, then bytes and formats.
   * @returns false if nothing was deleted because the set of files or one of them has changed
   */
  removeAll(
    files: readonly DeletedFile[],
    folder: StagingFolder,
    { by, inTransaction }: FileDeletion,
  ): Promise<boolean> {
    const { type, writer, store } = this.#dependencies;
    const ids = files.map(({ id }) => id);
    return this.#mutex.runAll(ids, async () => {
      const now = await this.#entries.list(ids);
      const expected = files.map(({ entry }) => entry);
      if (!isDeepStrictEqual(now, expected)) return false;
      const stored = now
        .flatMap((entry) => toStoredFile(entry) ?? [])
        .filter(({ provider }) => provider === store.provider);
      const objects = stored.flatMap(({ hash, objects: own }) =>
        own.map((object) => ({ hash, ...object })),
      );
      if (objects.length > 0) await folder.announce(objects);
      const outdated = new Error('The files have changed: the deletion is rolled back.');
      const rows = function* (): WriteSteps<readonly number[]> {
        if (!(yield* inTransaction())) throw outdated;
        return ids;
      };
      try {
        await this.#names.whileRemoved(objects, async () => {
          await writer.deleteRows({ type, by, rows });
          await this.#removeObjects(objects, folder);
        });
        return true;
      } catch (error) {
        if (error === outdated) return false;
        throw error;
      }
    });
  }

  /**
   * Removes a file: its row, then its bytes and formats. @returns the entry as JSON text, or null if the file does not
   * exist
   */
  remove(id: number, by: Caller, folder: StagingFolder): Promise<string | null> {
    return this.#mutex.run(id, async () => {
      const { type, writer, store } = this.#dependencies;
      const entry = await this.#entries.find(id);
      const stored = entry && toStoredFile(entry);
      if (!stored) return null;
      const { hash, provider } = stored;
      const objects = provider === store.provider ? stored.objects : [];
      if (objects.length > 0) {
        await folder.announce(objects.map((object) => ({ hash, ...object })));
      }
      const documentId = await this.#documentIdOf(stored);
      const response = this.#entries.responseRead();
      await this.#names.whileRemoved(objects, async () => {
        await writer.delete({ type, documentId, response, withEntries: false, by });
        await this.#removeObjects(objects, folder);
      });
      return JSON.stringify(entry);
    });
  }

  /** Returns true if a file exists. */
  async has(id: number): Promise<boolean> {
    return (await this.#entries.find(id)) !== null;
  }

  /** Recovers from a crash. */
  async clear(left: readonly PendingUpload[]): Promise<void> {
    const { recoverUploads } = await import('./recover-uploads.ts');
    await recoverUploads(left, this.#entries, this.#dependencies);
  }

  /** @throws NotFoundError */
  async #stored(id: number): Promise<StoredFile> {
    const entry = await this.#entries.find(id);
    const stored = entry && toStoredFile(entry);
    if (!stored) throw entityNotFound();
    return stored;
  }

  /** Stores files and writes their rows; on failure, restores the previous state. */
  async #storeThen<T>(
    incoming: readonly FileToStore[],
    folder: StagingFolder,
    writeRows: (stored: readonly StoredObjects[]) => Promise<T>,
  ): Promise<T> {
    const { stored: placed, undo } = await storeFiles(this.#dependencies.store, incoming, folder);
    try {
      return await writeRows(placed);
    } catch (error) {
      // If the connection was lost, the outcome of the transaction is unknown; the next start decides.
      if (isUnavailable(error)) folder.keep(error);
      else await undo();
      throw error;
    }
  }

  /** Objects that cannot be removed now are removed at the next start. */
  async #removeObjects(objects: readonly NamedRow[], folder: StagingFolder): Promise<void> {
    try {
      for (const { name, row } of objects) await this.#dependencies.store.remove(name, row);
    } catch (error) {
      folder.keep(error);
    }
  }

  async #update(change: FileUpdate): Promise<string> {
    return this.#dependencies.writer.update(await this.#updateOf(change));
  }

  async #updateOf({
    stored,
    data,
    texts,
    by,
    afterWrite: added,
  }: FileUpdate): Promise<UpdateRequest> {
    const documentId = await this.#documentIdOf(stored);
    const keepPublished = this.#keepPublished(stored);
    return {
      type: this.#dependencies.type,
      documentId,
      data,
      response: this.#entries.responseRead(),
      ...(by === undefined ? {} : { by }),
      *afterWrite(row) {
        yield* keepPublished(row);
        if (added) yield* added(row, texts);
      },
    };
  }

  /** `publishedAt` of a file never changes. */
  #keepPublished({ publishedAt }: StoredFile): AfterWrite {
    const { type, context } = this.#dependencies;
    const { layout, statements, dialect } = context;
    const column = layout.column(type.uid, 'publishedAt');
    const stored = publishedAt === null ? null : dialect.store('datetime', publishedAt);
    return (row) => statements.update(layout.table(type.uid), [column], [[row, stored]]);
  }

  /** Documents are written by documentId; a row that another program created without one gets one. */
  async #documentIdOf({ id, documentId }: StoredFile): Promise<string> {
    if (documentId !== null) return documentId;
    const { type, context, database } = this.#dependencies;
    const { layout, statements } = context;
    const made = createDocumentId();
    const values = new Map([[layout.column(type.uid, 'documentId'), made]]);
    await database.transact(statements.merge(layout.table(type.uid), [{ id, values }]));
    return made;
  }
}

interface FileUpdate extends Partial<FileChangeOptions> {
  readonly stored: StoredFile;
  readonly data: JsonObject;
  readonly texts: FileTexts;
}

/** 404 for a change of a file that does not exist. */
export function entityNotFound(): AppError {
  return new AppError('NotFoundError', 'Entity not found');
}

function storedAt(stored: readonly StoredObjects[], index: number): StoredObjects {
  const storedFile = stored[index];
  if (!storedFile) throw new Error(`file ${index} was not stored`);
  return storedFile;
}
