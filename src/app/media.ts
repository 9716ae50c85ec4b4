// The media library of a project and the storage of its files.
import { MediaLibrary } from '../media/media-library.ts';
import type { FileNaming } from '../media/media-parts.ts';
import { FILE } from '../schema/built-in/uids.ts';
import type { Engine } from './engine.ts';
import { fileStorage, type FileStorage } from './file-store.ts';
import { storeByCode } from './code/project-code.ts';
import type { Project } from '../project/load.ts';
import type { Store } from './store.ts';

/** The media library and its file storage. */
export interface Media extends FileStorage {
  readonly library: MediaLibrary;
}

/** Builds the media library of a project. */
export function buildMedia(
  { config, code }: Pick<Project, 'config' | 'code'>,
  { registry, database }: Store,
  {
    engine: { context, reader, writer },
    fileNaming,
  }: { readonly engine: Engine; readonly fileNaming?: FileNaming | undefined },
): Media {
  const own = fileStorage(config);
  const { provider } = own.store;
  const storage =
    code && own.unavailable !== null
      ? { ...own, store: storeByCode(provider, code), unavailable: null }
      : own;
  const { store, staging, rules } = storage;
  const type = registry.contentType(FILE);
  const parts = { type, context, database, reader, writer, store, staging, rules, fileNaming };
  return { ...storage, library: new MediaLibrary(parts) };
}
