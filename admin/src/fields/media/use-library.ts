// Pages of files, and all folders.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Folder, MediaFile } from '../../model/files.ts';
import { usePages, type Pages } from '../parts/use-pages.ts';
import { useMediaSource, type LibraryQuery } from './media-source.ts';

/** Loaded files, and all folders. */
export interface LibraryFiles extends Pages<MediaFile> {
  readonly folders: readonly Folder[];
}

/** @param types Media types such as `image/`; empty for all */
export function useLibrary(query: LibraryQuery, types: readonly string[]): LibraryFiles {
  const source = useMediaSource();
  const [folders, setFolders] = useState<readonly Folder[]>([]);
  const [lacksFolders, setLacksFolders] = useState(false);
  const pages = usePages<MediaFile>({
    query: JSON.stringify(query),
    keyOf: ({ id }) => String(id),
    async load(page, signal) {
      const { files, total } = await source.files({ ...query, types, page }, signal);
      return { items: files, total };
    },
  });
  const loadFolders = async (): Promise<void> => {
    setLacksFolders(false);
    try {
      setFolders(await source.folders());
    } catch {
      setLacksFolders(true);
    }
  };
  const startFolders = useEffectEvent(() => void loadFolders());
  useEffect(() => startFolders(), []);
  return {
    ...pages,
    folders,
    hasFailed: pages.hasFailed || lacksFolders,
    refresh: () => {
      pages.refresh();
      void loadFolders();
    },
  };
}
