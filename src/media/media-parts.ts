// Dependencies of the media library, and its requests.
import type { JsonObject } from '../base/json.ts';
import type { Caller } from '../documents/content-events.ts';
import type { WriteContext } from '../documents/write-context.ts';
import type { DocumentWriter } from '../documents/writer.ts';
import type { EntryObject } from '../query/object-builder.ts';
import type { Reader } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import type { Database } from '../storage/database.ts';
import type { WriteSteps } from '../storage/session.ts';
import type { FileTexts } from './file-data.ts';
import type { FileLink } from './file-link.ts';
import type { UploadRules } from './prepared-file.ts';
import type { ReceivedFile } from './received-file.ts';
import type { Staging } from './staging.ts';
import type { FileStore } from './store.ts';

export interface MediaDependencies {
  /** The type of files. */
  readonly type: ContentType;
  readonly context: WriteContext;
  readonly database: Database;
  readonly reader: Reader;
  readonly writer: DocumentWriter;
  readonly store: FileStore;
  readonly staging: Staging;
  readonly rules: UploadRules;
  /** Returns the function with which code names stored files, if it has replaced the built-in one. */
  readonly fileNaming?: FileNaming | undefined;
}

/** @returns a function from the name of a file, without extension, to its storage name; undefined for the built-in one */
export type FileNaming = () => ((name: string) => Promise<unknown>) | undefined;

/** Files of one upload. */
export interface SentFiles {
  readonly files: readonly ReceivedFile[];
  /** Texts of each file. */
  readonly texts: readonly FileTexts[];
}

/** The caller of an upload through the content API, and the entry that the files are added to. */
export interface ContentUpload {
  readonly by: Caller;
  readonly link: FileLink | null;
}

/** The caller of a change, and additional writes for each file in the same transaction. */
export interface FileChangeOptions {
  /** Default: a program. */
  readonly by?: Caller;
  /** @param row Row id of the file @param texts Texts from the client */
  readonly afterWrite: (row: number, texts: FileTexts) => WriteSteps<void>;
}

/** A deleted file with its previous entry. */
export interface DeletedFile {
  readonly id: number;
  readonly entry: EntryObject;
}

/** A deletion of files, with additional writes in the same transaction. */
export interface FileDeletion {
  readonly by: Caller;
  /** Runs before the files are deleted; returns false if the set of files has changed. */
  readonly inTransaction: () => WriteSteps<boolean>;
}

/** New bytes for a file. */
export interface FileReplacement extends Partial<FileChangeOptions> {
  readonly file: ReceivedFile;
  readonly texts: FileTexts;
  /** Stored as `formats` of a file without any; Strapi's admin API shows an object. Default: null. */
  readonly noFormats?: JsonObject | null;
}
