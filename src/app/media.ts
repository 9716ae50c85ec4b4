// The media library of a project, with the places of its files.
import { MediaLibrary } from '../media/media-library.ts';
import { FILE } from '../schema/built-in/uids.ts';
import type { Engine } from './engine.ts';
import { filePlaces, type FilePlaces } from './file-store.ts';
import type { Project } from '../project/load.ts';
import type { Store } from './store.ts';

/** Files, and where they lie. */
export interface Media extends FilePlaces {
  readonly library: MediaLibrary;
}

/** Builds the media library of a project. */
export function buildMedia(
  { config }: Pick<Project, 'config'>,
  { registry, database }: Store,
  { context, reader, writer }: Engine,
): Media {
  const places = filePlaces(config);
  const { store, staging, rules } = places;
  const type = registry.contentType(FILE);
  const parts = { type, context, database, reader, writer, store, staging, rules };
  return { ...places, library: new MediaLibrary(parts) };
}
