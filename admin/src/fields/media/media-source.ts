// Server calls of media controls, provided by forms and by the media library.
import { createContext, use } from 'react';
import type { JsonObject } from '../../base/json.ts';
import type { Folder, MediaFile } from '../../model/files.ts';

/** Options of a file list. */
export interface LibraryQuery {
  readonly text: string;
  /** Folder id; null for the root. */
  readonly folder: number | null;
  readonly isUntitled: boolean;
}

/** An upload in progress. */
interface Sending {
  readonly signal: AbortSignal;
  readonly onProgress: (part: number) => void;
}

export interface FileTexts {
  readonly name: string;
  readonly alternativeText: string;
  readonly caption: string;
  readonly focalPoint: MediaFile['focalPoint'];
}

/** Media calls. */
export interface MediaSource {
  readonly mayAdd: boolean;
  readonly mayChange: boolean;
  /** @param query Types such as `image/`, empty for all; pages are 1-based */
  files(
    query: LibraryQuery & { readonly types: readonly string[]; readonly page: number },
    signal: AbortSignal,
  ): Promise<{ readonly files: readonly MediaFile[]; readonly total: number }>;
  /** Loads the folder tree. */
  folders(): Promise<readonly Folder[]>;
  /** Converts a file to an image of blocks. */
  pictureBlock(id: number): Promise<JsonObject>;
  upload(file: File, folder: number | null, sending: Sending): Promise<MediaFile>;
  change(id: number, texts: FileTexts): Promise<MediaFile>;
  /** Replaces the bytes of a file in all entries that use it. */
  replace(id: number, file: File, texts: FileTexts): Promise<MediaFile>;
  createFolder(name: string, parent: number | null): Promise<void>;
}

/** Context that provides the calls. */
export const MediaContext = createContext<MediaSource | null>(null);

/** Returns the media calls. */
export function useMediaSource(): MediaSource {
  const source = use(MediaContext);
  if (source === null) throw new Error('No MediaContext.');
  return source;
}
