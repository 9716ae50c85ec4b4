// Routes of the media library, of the content API and of the administration.
import { fileRoutes, type MediaRouteDependencies } from '../../http/media/file-routes.ts';
import { libraryRoutes } from '../../http/media-library/library-routes.ts';
import { uploadRoute } from '../../http/media/upload-route.ts';
import type { Route } from '../../http/routing/route.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { Services } from '../build-services.ts';

/** Returns the routes of files of the content API. Files that a crash left in the staging folder are removed in the background. */
export function mediaRoutes({
  project,
  store: { registry },
  engine: { reader },
  media: { library, staging },
  prefix,
  overrides,
}: Services): readonly Route[] {
  // A file that cannot be removed now is removed at the next start.
  staging.sweep((left) => library.clear(left)).catch(() => undefined);
  const dependencies: MediaRouteDependencies = {
    reader,
    library: overrides.library(library),
    staging,
    bodies: project.config.middlewares.body,
    prefix,
    file: registry.contentType(FILE),
  };
  return [uploadRoute(dependencies, registry), ...fileRoutes(dependencies)];
}

/** Returns the routes of files and folders for administrators. */
export function adminLibraryRoutes(services: Services): readonly Route[] {
  return libraryRoutes(async () => {
    const { createLibraryHandlers } = await import('./library-handlers.ts');
    return createLibraryHandlers(services);
  });
}
