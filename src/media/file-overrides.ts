// Functions of the upload service that an extension has replaced.
import type { FileTexts } from './file-data.ts';
import type { FileLink } from './file-link.ts';
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
