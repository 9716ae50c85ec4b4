// Files of the library, page by page, and the folders.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Folder, MediaFile } from '../../model/files.ts';
import { useMediaSource, type LibraryQuery } from './media-source.ts';

/** How long after the last key the server is asked, in milliseconds. */
const PAUSE = 150;

interface Loaded {
  readonly files: readonly MediaFile[];
  readonly total: number;
  readonly page: number;
}

/** The files that are loaded. */
export interface LibraryFiles extends Loaded {
  readonly folders: readonly Folder[];
  readonly isBusy: boolean;
  readonly hasFailed: boolean;
  /** Loads the next page, if there is one. */
  readonly more: () => void;
  /** Loads everything again. */
  readonly refresh: () => void;
  /** Shows a file as it is now. */
  readonly update: (file: MediaFile) => void;
}

/** @param types Media types such as `image/`; empty: all */
export function useLibrary(query: LibraryQuery, types: readonly string[]): LibraryFiles {
  const source = useMediaSource();
  const [loaded, setLoaded] = useState<Loaded>({ files: [], total: 0, page: 0 });
  const [folders, setFolders] = useState<readonly Folder[]>([]);
  const [isBusy, setBusy] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const request = useRef<AbortController | null>(null);
  const load = async (page: number): Promise<void> => {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setBusy(true);
    setFailed(false);
    try {
      const found = await source.files({ ...query, types, page }, signal);
      setLoaded((before) => ({
        page,
        total: found.total,
        files: page === 1 ? found.files : withoutDoubles(before.files, found.files),
      }));
    } catch {
      if (signal.aborted) return;
      setFailed(true);
    }
    setBusy(false);
  };
  const loadFolders = async (): Promise<void> => {
    try {
      setFolders(await source.folders());
    } catch {
      setFailed(true);
    }
  };
  const start = useEffectEvent((page: number) => void load(page));
  const startFolders = useEffectEvent(() => void loadFolders());
  const isFirst = useRef(true);
  const key = JSON.stringify(query);
  useEffect(() => {
    const timer = setTimeout(() => start(1), isFirst.current ? 0 : PAUSE);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [key]);
  useEffect(() => {
    startFolders();
    return () => request.current?.abort();
  }, []);
  return {
    ...loaded,
    folders,
    isBusy,
    hasFailed,
    more: () => {
      if (!isBusy && loaded.files.length < loaded.total) void load(loaded.page + 1);
    },
    refresh: () => {
      void load(1);
      void loadFolders();
    },
    update: (file) =>
      setLoaded((before) => ({
        ...before,
        files: before.files.map((each) => (each.id === file.id ? file : each)),
      })),
  };
}

/** While pages are loaded, files may be added. */
function withoutDoubles(
  before: readonly MediaFile[],
  next: readonly MediaFile[],
): readonly MediaFile[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...next.filter(({ id }) => !known.has(id))];
}
