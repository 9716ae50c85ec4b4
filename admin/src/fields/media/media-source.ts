// What media controls need of the server. Forms and the screen of the library provide it.
import { createContext, use } from 'react';
import type { JsonObject } from '../../base/json.ts';
import type { Folder, MediaFile } from '../../model/files.ts';

/** Which files are listed. */
export interface LibraryQuery {
  readonly text: string;
  /** Id; null: the uppermost folder. */
  readonly folder: number | null;
  readonly isUntitled: boolean;
}

/** A form that is being sent. */
interface Sending {
  readonly signal: AbortSignal;
  readonly onProgress: (part: number) => void;
}

/** Texts of a file. */
export interface FileTexts {
  readonly name: string;
  readonly alternativeText: string;
  readonly caption: string;
  readonly focalPoint: MediaFile['focalPoint'];
}

/** Calls about files. */
export interface MediaSource {
  readonly mayAdd: boolean;
  readonly mayChange: boolean;
  /** @param query Types such as `image/`; empty: all. Pages from 1 */
  files(
    query: LibraryQuery & { readonly types: readonly string[]; readonly page: number },
    signal: AbortSignal,
  ): Promise<{ readonly files: readonly MediaFile[]; readonly total: number }>;
  /** All folders as a tree. */
  folders(): Promise<readonly Folder[]>;
  /** A picture as blocks of text have it. */
  pictureBlock(id: number): Promise<JsonObject>;
  upload(file: File, folder: number | null, sending: Sending): Promise<MediaFile>;
  change(id: number, texts: FileTexts): Promise<MediaFile>;
  /** Entries that use the file have the new one. */
  replace(id: number, file: File, texts: FileTexts): Promise<MediaFile>;
  createFolder(name: string, parent: number | null): Promise<void>;
}

/** Passes the calls to components. */
export const MediaContext = createContext<MediaSource | null>(null);

/** Returns the calls about files. */
export function useMediaSource(): MediaSource {
  const source = use(MediaContext);
  if (source === null) throw new Error('No MediaContext.');
  return source;
}
