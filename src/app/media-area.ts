// In charge of the media library: what answers under `/api/upload`.
import type { Route } from '../http/bind-routes.ts';
import { fileRoutes, type MediaRouteParts } from '../http/media/file-routes.ts';
import { uploadRoutes } from '../http/media/upload-routes.ts';
import { MediaLibrary } from '../media/media-library.ts';
import { FILE } from '../schema/built-in/uids.ts';
import { filePlaces } from './file-store.ts';
import type { Foundation } from './foundation.ts';

/** The routes of files. What a crash has left of an upload is cleared beside the start. */
export function mediaArea({
  project,
  store: { registry, database },
  engine: { context, reader, writer },
  authenticator,
  prefix,
}: Foundation): readonly Route[] {
  const type = registry.contentType(FILE);
  const { store, staging, rules, blocked: blockedStore } = filePlaces(project.config);
  const library = new MediaLibrary({
    type,
    context,
    database,
    reader,
    writer,
    store,
    staging,
    rules,
  });
  if (blockedStore === null) {
    // What cannot be cleared now is there at the next start.
    staging.sweep((left) => library.clear(left)).catch(() => undefined);
  }
  const parts: MediaRouteParts = {
    reader,
    authenticator,
    library,
    staging,
    bodies: project.config.middlewares.body,
    prefix,
    file: type,
    blocked: project.blockedPlugins.upload,
    blockedStore,
  };
  return [...uploadRoutes(parts, registry), ...fileRoutes(parts)];
}
