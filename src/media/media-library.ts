// In charge of the files of a project: bytes in the store and rows in the database that say the same. Bytes are put in
// place before the rows that speak of them, and taken away after; what comes between is written down first, so that
// nothing is left by a failure or a crash.
import { existsSync } from 'node:fs';
import { createDocumentId } from '../base/document-id.ts';
import { AppError } from '../base/errors.ts';
import { UPLOAD_QUEUE } from '../base/limits.ts';
import { OverloadedError } from '../base/overloaded-error.ts';
import { Semaphore } from '../base/semaphore.ts';
import type { JsonObject } from '../base/json.ts';
import type { WriteContext } from '../documents/write-context.ts';
import type { AlsoWrite, WriteAnswer } from '../documents/write-request.ts';
import type { DocumentWriter } from '../documents/writer.ts';
import { fullAccess } from '../query/access.ts';
import type { EntryObject } from '../query/object-form.ts';
import { equals, readParams, WHOLE_LIST, type ReadParams } from '../query/params.ts';
import type { RowKey } from '../query/planner.ts';
import type { PreparedRead } from '../query/prepared-read.ts';
import type { Reader } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import type { Database, Writing } from '../storage/database.ts';
import { UnavailableError } from '../storage/unavailable-error.ts';
import { layInApiFolder } from './api-folder.ts';
import { changedFileData, newFileData, replacedFileData, type FileTexts } from './file-data.ts';
import { linkFile, type FileLink } from './file-link.ts';
import { toHash } from './file-name.ts';
import { placeFiles, type FileToPlace, type PlacedFile } from './place-files.ts';
import {
  nameFile,
  prepareFile,
  typeRefused,
  type NamedFile,
  type PreparedFile,
  type UploadRules,
} from './prepared-file.ts';
import type { ReceivedFile } from './received-file.ts';
import type { Staging, StagingFolder, Unsettled } from './staging.ts';
import type { FileStore } from './store.ts';
import { toStoredFile, type StoredFile } from './stored-file.ts';
import { Turns } from './turns.ts';
import { readUploadSettings } from './upload-settings.ts';

/** What a media library is built on. */
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

/** Uploads that are prepared at once; pictures wait for decoders among themselves. */
const PREPARED = 4;

/** Files that were sent together. */
export interface SentFiles {
  readonly files: readonly ReceivedFile[];
  /** What is said of each of them. */
  readonly texts: readonly FileTexts[];
}

/** A file that is added, and what is said of it. */
interface AddedFile extends FileToPlace {
  readonly texts: FileTexts;
}

/** The media library of a project. */
export class MediaLibrary {
  readonly #parts: MediaParts;
  /** Of one file at a time. */
  readonly #turns = new Turns<number>();
  readonly #preparing = new Semaphore(PREPARED, UPLOAD_QUEUE);

  constructor(parts: MediaParts) {
    this.#parts = parts;
  }

  /** @throws OverloadedError while too many uploads wait: another one need not be received */
  assertRoom(): void {
    if (this.#preparing.isFull) throw new OverloadedError();
  }

  /**
   * Adds files, all or none; those of a type that is not taken are left out where there are others.
   * @returns their entries as JSON texts, in the order of the files
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
        also: function* also(row: number): Writing<void> {
          yield* layInApiFolder(context, row);
          if (link) yield* linkFile(context, link, row);
        },
      }));
      return writer.createAll(type, requests);
    });
  }

  /** Gives a file other bytes at the same address. @returns its entry as JSON text. @throws AppError, 404 where it is not there */
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
      const wanted: FileToPlace = { file: prepared, hash, ext, before };
      return this.#settle([wanted], folder, async (placed) => {
        const place = placeAt(placed, 0);
        const text = await this.#update(stored, replacedFileData(prepared, texts, place));
        const gone = before?.names.filter((name) => !place.names.includes(name)) ?? [];
        await this.#removeObjects(gone, folder);
        return text;
      });
    });
  }

  /** Says something else of a file. @returns its entry as JSON text. @throws AppError, 404 where it is not there */
  change(id: number, texts: FileTexts): Promise<string> {
    return this.#turns.run(id, async () => {
      const stored = await this.#find(id);
      if (!stored) throw entityNotFound();
      return this.#update(stored, changedFileData(texts));
    });
  }

  /** Removes a file with all its formats: first its row, then its bytes. @returns its entry as JSON text; null where it is not there */
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

  /** True where a file is there. */
  async has(id: number): Promise<boolean> {
    return (await this.#read(id)) !== null;
  }

  /**
   * Settles what a crash has left: what was announced and no row speaks of is removed from the store, and bytes that a
   * row speaks of, as it was before they were replaced, are put back.
   */
  async clear(left: readonly Unsettled[]): Promise<void> {
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

  /** Prepares the files of a type that is taken. @throws ValidationError if there is none */
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

  /** Puts files in place and writes their rows; where that fails, all is as it was. */
  async #settle<T>(
    wanted: readonly FileToPlace[],
    folder: StagingFolder,
    writeRows: (placed: readonly PlacedFile[]) => Promise<T>,
  ): Promise<T> {
    const { placed, undo } = await placeFiles(this.#parts.store, wanted, folder);
    try {
      return await writeRows(placed);
    } catch (error) {
      // Where the database went away nobody knows whether the rows are there: the next start sees.
      if (error instanceof UnavailableError) folder.keep();
      else await undo();
      throw error;
    }
  }

  /** What cannot be removed now is left to the next start. */
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
    const also = this.#keepPublished(stored);
    return writer.update({ type, documentId, data, answer: this.#answer(), also });
  }

  /** A file is published once: what is said of it later does not move that. */
  #keepPublished({ publishedAt }: StoredFile): AlsoWrite {
    const { type, context } = this.#parts;
    const { layout, statements, dialect } = context;
    const column = layout.column(type.uid, 'publishedAt');
    const stored = publishedAt === null ? null : dialect.store('datetime', publishedAt);
    return (row) => statements.update(layout.table(type.uid), [column], [[row, stored]]);
  }

  /** Documents are written by their documentId: a row that another program has left without one gets one. */
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
    return this.#parts.reader.answerTexts(this.#planned({ by: 'row' }), 'v5');
  }

  #planned(one: RowKey | null, params: ReadParams = readParams()): PreparedRead {
    const { type, reader } = this.#parts;
    return reader.prepare({ type, one, params, access: fullAccess });
  }
}

/** 404 as every change of a file that is not there answers it. */
export function entityNotFound(): AppError {
  return new AppError('NotFoundError', 'Entity not found');
}

function placeAt(placed: readonly PlacedFile[], index: number): PlacedFile {
  const place = placed[index];
  if (!place) throw new Error(`file ${index} was not placed`);
  return place;
}
