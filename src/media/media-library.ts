// Media library: keeps bytes in the store and rows in the database consistent. Bytes are stored before their rows are
// written and removed after their rows are deleted; a journal records what is in progress, so that a failure or a
// crash leaves nothing behind.
import { existsSync } from 'node:fs';
import { createDocumentId } from '../base/document-id.ts';
import { AppError, OverloadedError } from '../base/errors.ts';
import { UPLOAD_QUEUE } from '../base/limits.ts';
import { Semaphore } from '../base/semaphore.ts';
import type { JsonObject } from '../base/json.ts';
import type { WriteContext } from '../documents/write-context.ts';
import type { AfterWrite, WriteAnswer } from '../documents/write-request.ts';
import type { DocumentWriter } from '../documents/writer.ts';
import { fullAccess } from '../query/access.ts';
import type { EntryObject } from '../query/object-builder.ts';
import { equals, readParams, WHOLE_LIST, type ReadParams } from '../query/params.ts';
import type { RowKey } from '../query/planner.ts';
import type { PreparedRead } from '../query/prepared-read.ts';
import type { Reader } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import type { Database, WriteSteps } from '../storage/database.ts';
import { UnavailableError } from '../storage/errors.ts';
import { assignApiFolder } from './api-folder.ts';
import { changedFileData, newFileData, replacedFileData, type FileTexts } from './file-data.ts';
import { linkFile, type FileLink } from './file-link.ts';
import { toHash } from './file-name.ts';
import { storeFiles, type FileToStore, type StoredObjects } from './store-files.ts';
import {
  nameFile,
  prepareFile,
  typeRefused,
  type NamedFile,
  type PreparedFile,
  type UploadRules,
} from './prepared-file.ts';
import type { ReceivedFile } from './received-file.ts';
import type { Staging, StagingFolder, PendingUpload } from './staging.ts';
import type { FileStore } from './store.ts';
import { toStoredFile, type StoredFile } from './stored-file.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { readUploadSettings } from './upload-settings.ts';

/** Dependencies of the media library. */
export interface MediaParts {
  /** The type of files. */
  readonly type: ContentType;
  readonly context: WriteContext;
  readonly database: Database;
  readonly reader: Reader;
  readonly writer: DocumentWriter;
  readonly store: FileStore;
  readonly staging: Staging;
  readonly rules: UploadRules;
}

/** Number of uploads that are prepared at the same time; images also wait for a decoder. */
const PREPARED = 4;

/** Files of one upload. */
export interface SentFiles {
  readonly files: readonly ReceivedFile[];
  /** Texts of each file. */
  readonly texts: readonly FileTexts[];
}

/** A new file with its texts. */
interface AddedFile extends FileToStore {
  readonly texts: FileTexts;
}

/** The media library of a project. */
export class MediaLibrary {
  readonly #parts: MediaParts;
  /** Serializes changes of a file. */
  readonly #turns = new KeyedMutex<number>();
  readonly #preparing = new Semaphore(PREPARED, UPLOAD_QUEUE);

  constructor(parts: MediaParts) {
    this.#parts = parts;
  }

  /** @throws OverloadedError if too many uploads are waiting, so that another one need not be received */
  assertRoom(): void {
    if (this.#preparing.isFull) throw new OverloadedError();
  }

  /**
   * Adds all files or none. Files of a type that is not allowed are skipped if there are others.
   * @returns their entries as JSON text, in order
   * @throws AppError (docs/strapi/media.md)
   */
  async add(
    { files, texts }: SentFiles,
    link: FileLink | null,
    folder: StagingFolder,
  ): Promise<readonly string[]> {
    const { type, context, writer } = this.#parts;
    const wanted = await this.#preparing.run(() => this.#prepareAll({ files, texts }, folder));
    return this.#settle(wanted, folder, (placed) => {
      const requests = wanted.map((each, i) => ({
        type,
        data: newFileData(each.file, each.texts, placeAt(placed, i)),
        answer: this.#answer(),
        afterWrite: function* afterWrite(row: number): WriteSteps<void> {
          yield* assignApiFolder(context, row);
          if (link) yield* linkFile(context, link, row);
        },
      }));
      return writer.createAll(type, requests);
    });
  }

  /**
   * Replaces the bytes of a file and keeps its URL. @returns its entry as JSON text @throws AppError, 404 if it does
   * not exist
   */
  async replace(
    id: number,
    { file, texts }: { readonly file: ReceivedFile; readonly texts: FileTexts },
    folder: StagingFolder,
  ): Promise<string> {
    const prepared = await this.#preparing.run(async () => {
      const named = await nameFile(file, this.#parts.rules);
      if (named.refused !== null) throw typeRefused(named.refused);
      return this.#prepare(named, folder);
    });
    return this.#turns.run(id, async () => {
      const stored = await this.#find(id);
      if (!stored) throw entityNotFound();
      const { hash, ext } = stored;
      const before = stored.provider === this.#parts.store.provider ? stored : null;
      const wanted: FileToStore = { file: prepared, hash, ext, before };
      return this.#settle([wanted], folder, async (placed) => {
        const place = placeAt(placed, 0);
        const text = await this.#update(stored, replacedFileData(prepared, texts, place));
        const gone = before?.names.filter((name) => !place.names.includes(name)) ?? [];
        await this.#removeObjects(gone, folder);
        return text;
      });
    });
  }

  /** Changes the texts of a file. @returns its entry as JSON text @throws AppError, 404 if it does not exist */
  change(id: number, texts: FileTexts): Promise<string> {
    return this.#turns.run(id, async () => {
      const stored = await this.#find(id);
      if (!stored) throw entityNotFound();
      return this.#update(stored, changedFileData(texts));
    });
  }

  /**
   * Removes a file: its row, then its bytes and formats. @returns its entry as JSON text, or null if it does not
   * exist
   */
  remove(id: number, folder: StagingFolder): Promise<string | null> {
    return this.#turns.run(id, async () => {
      const { type, writer, store } = this.#parts;
      const entry = await this.#read(id);
      const stored = entry && toStoredFile(entry);
      if (!stored) return null;
      const { hash, provider } = stored;
      const names = provider === store.provider ? stored.names : [];
      if (names.length > 0) await folder.announce(names.map((name) => ({ hash, name })));
      const documentId = await this.#documentIdOf(stored);
      await writer.delete({ type, documentId, answer: this.#answer(), withEntries: false });
      await this.#removeObjects(names, folder);
      return JSON.stringify(entry);
    });
  }

  /** Returns true if a file exists. */
  async has(id: number): Promise<boolean> {
    return (await this.#read(id)) !== null;
  }

  /**
   * Recovers from a crash: removes announced objects that no row refers to, and restores replaced bytes whose row has
   * not changed.
   */
  async clear(left: readonly PendingUpload[]): Promise<void> {
    const { store } = this.#parts;
    const rows = new Map<string, StoredFile>();
    for (const hash of new Set(left.map((object) => object.hash))) {
      for (const row of await this.#findByHash(hash)) {
        for (const name of row.names) rows.set(name, row);
      }
    }
    let putBack = 0;
    for (const { name, before } of left) {
      const row = rows.get(name);
      if (!row) await store.remove(name);
      else if (before && before.updatedAt === row.updatedAt && existsSync(before.path)) {
        await store.put({ name, path: before.path, mime: row.mime, replaces: false });
        putBack += 1;
      }
    }
    if (putBack > 0) await store.flush();
  }

  /** Prepares the files of allowed types. @throws ValidationError if there are none */
  async #prepareAll(
    { files, texts }: SentFiles,
    folder: StagingFolder,
  ): Promise<readonly AddedFile[]> {
    const named: (readonly [NamedFile, FileTexts])[] = [];
    for (const [i, file] of files.entries())
      named.push([await nameFile(file, this.#parts.rules), texts[i] ?? {}]);
    const taken = named.filter(([{ refused }]) => refused === null);
    const refused = named[0]?.[0].refused;
    if (taken.length === 0 && typeof refused === 'string') throw typeRefused(refused);
    const added: AddedFile[] = [];
    for (const [file, said] of taken) {
      const prepared = await this.#prepare(file, folder);
      const hash = await toHash(said.name || prepared.name, prepared.ext);
      added.push({ file: prepared, hash, ext: prepared.ext, texts: said, before: null });
    }
    return added;
  }

  async #prepare(file: NamedFile, folder: StagingFolder): Promise<PreparedFile> {
    const { database, rules } = this.#parts;
    const settings = await database.read(readUploadSettings());
    return prepareFile(file, { settings, rules, newFile: () => folder.newFile() });
  }

  /** Stores files and writes their rows; on failure, restores the previous state. */
  async #settle<T>(
    wanted: readonly FileToStore[],
    folder: StagingFolder,
    writeRows: (placed: readonly StoredObjects[]) => Promise<T>,
  ): Promise<T> {
    const { stored: placed, undo } = await storeFiles(this.#parts.store, wanted, folder);
    try {
      return await writeRows(placed);
    } catch (error) {
      // If the connection was lost, the outcome of the transaction is unknown; the next start decides.
      if (error instanceof UnavailableError) folder.keep();
      else await undo();
      throw error;
    }
  }

  /** Objects that cannot be removed now are removed at the next start. */
  async #removeObjects(names: readonly string[], folder: StagingFolder): Promise<void> {
    try {
      for (const name of names) await this.#parts.store.remove(name);
    } catch {
      folder.keep();
    }
  }

  async #update(stored: StoredFile, data: JsonObject): Promise<string> {
    const { type, writer } = this.#parts;
    const documentId = await this.#documentIdOf(stored);
    const afterWrite = this.#keepPublished(stored);
    return writer.update({ type, documentId, data, answer: this.#answer(), afterWrite });
  }

  /** `publishedAt` of a file never changes. */
  #keepPublished({ publishedAt }: StoredFile): AfterWrite {
    const { type, context } = this.#parts;
    const { layout, statements, dialect } = context;
    const column = layout.column(type.uid, 'publishedAt');
    const stored = publishedAt === null ? null : dialect.store('datetime', publishedAt);
    return (row) => statements.update(layout.table(type.uid), [column], [[row, stored]]);
  }

  /** Documents are written by documentId; a row that another program created without one gets one. */
  async #documentIdOf({ id, documentId }: StoredFile): Promise<string> {
    if (documentId !== null) return documentId;
    const { type, context, database } = this.#parts;
    const { layout, statements } = context;
    const made = createDocumentId();
    const values = new Map([[layout.column(type.uid, 'documentId'), made]]);
    await database.transact(statements.merge(layout.table(type.uid), [{ id, values }]));
    return made;
  }

  async #find(id: number): Promise<StoredFile | null> {
    const entry = await this.#read(id);
    return entry && toStoredFile(entry);
  }

  async #findByHash(hash: string): Promise<readonly StoredFile[]> {
    const params = readParams({ pagination: WHOLE_LIST, filters: equals('hash', hash) });
    const { entries } = await this.#parts.reader.objects(this.#planned(null, params));
    return entries.flatMap((entry) => toStoredFile(entry) ?? []);
  }

  async #read(id: number): Promise<EntryObject | null> {
    const read = this.#planned({ by: 'id', value: String(id) });
    const { entries } = await this.#parts.reader.objects(read);
    return entries[0] ?? null;
  }

  #answer(): WriteAnswer {
    return this.#parts.reader.textResponse(this.#planned({ by: 'row' }), 'v5');
  }

  #planned(one: RowKey | null, params: ReadParams = readParams()): PreparedRead {
    const { type, reader } = this.#parts;
    return reader.prepare({ type, one, params, access: fullAccess });
  }
}

/** 404 for a change of a file that does not exist. */
export function entityNotFound(): AppError {
  return new AppError('NotFoundError', 'Entity not found');
}

function placeAt(placed: readonly StoredObjects[], index: number): StoredObjects {
  const place = placed[index];
  if (!place) throw new Error(`file ${index} was not stored`);
  return place;
}
