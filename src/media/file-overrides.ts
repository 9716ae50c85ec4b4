// Functions of the upload plugin that code has replaced.
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { FileTexts } from './file-data.ts';
import type { FileLink } from './file-link.ts';
import type { EntryIds, FolderInput } from './library/folder-form.ts';
import type { MediaLibrary } from './media-library.ts';
import type { SentFiles } from './media-parts.ts';
import type { ReceivedFile } from './received-file.ts';

/** Replaced functions, which return entries as JSON text; undefined if not replaced. Read them for each call. */
export interface FileOverrides {
  readonly upload?:
    | ((files: SentFiles, link: FileLink | null) => Promise<readonly string[]>)
    | undefined;
  /** @param id Row id */
  readonly replace?:
    | ((id: number, file: ReceivedFile, texts: FileTexts) => Promise<string>)
    | undefined;
  /** @param id Row id */
  readonly change?: ((id: number, texts: FileTexts) => Promise<string>) | undefined;
  /** @param id Row id @returns null if the file does not exist */
  readonly remove?: ((id: number) => Promise<string | null>) | undefined;
}

/**
 * Replaced functions that the routes of administrators call; undefined if not replaced. Read them for each call. They return
 * entries for the response. `admin` is the row id of the administrator.
 */
export interface LibraryOverrides {
  readonly upload?:
    | ((files: SentFiles, admin: number) => Promise<readonly JsonObject[]>)
    | undefined;
  readonly replace?:
    | ((
        id: number,
        sent: { readonly file: ReceivedFile; readonly texts: FileTexts },
        admin: number,
      ) => Promise<JsonObject>)
    | undefined;
  readonly change?:
    | ((id: number, texts: FileTexts, admin: number) => Promise<JsonObject>)
    | undefined;
  /** @returns false if the file does not exist */
  readonly remove?: ((id: number) => Promise<boolean>) | undefined;
  /** @returns the row ids of the removed entries */
  readonly removeAll?:
    | ((
        ids: EntryIds,
      ) => Promise<{ readonly files: readonly number[]; readonly folders: readonly number[] }>)
    | undefined;
  readonly createFolder?: ((folder: FolderInput, admin: number) => Promise<JsonObject>) | undefined;
  /** @returns null if the folder does not exist */
  readonly updateFolder?:
    | ((id: number, folder: FolderInput, admin: number) => Promise<JsonObject | null>)
    | undefined;
  readonly tree?: (() => Promise<JsonValue>) | undefined;
}

/** The part of the media library that the content API uses. */
export type ContentLibrary = Pick<
  MediaLibrary,
  'add' | 'assertRoom' | 'change' | 'has' | 'remove' | 'replace'
>;

/** Returns the library with the functions that project code has replaced. */
export function withOverrides(library: MediaLibrary, overrides: FileOverrides): ContentLibrary {
  return {
    assertRoom: () => library.assertRoom(),
    has: (id) => library.has(id),
    add: async (files, upload, folder) =>
      overrides.upload?.(files, upload.link) ?? library.add(files, upload, folder),
    replace: async (id, sent, folder) =>
      overrides.replace?.(id, sent.file, sent.texts) ?? library.replace(id, sent, folder),
    change: async (id, texts, by) => overrides.change?.(id, texts) ?? library.change(id, texts, by),
    remove: async (id, by, folder) =>
      overrides.remove ? overrides.remove(id) : library.remove(id, by, folder),
  };
}
