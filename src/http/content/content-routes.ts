// Creates the content routes of a project from its routers.
import type { DefaultLocale } from '../../storage/settings/default-locale.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import type { Middleware, Route } from '../routing/route.ts';
import type { ContentHandler, ContentDependencies, ContentRoute } from './content-route.ts';
import { publicationHandler } from './publication-handlers.ts';
import { readHandler } from './read-handler.ts';
import { createHandler, deleteHandler, updateHandler } from './write-handlers.ts';

interface ContentRouteDependencies extends ContentDependencies {
  readonly locale: DefaultLocale;
}

/** Creates the routes of content-types. */
export function contentRoutes(
  parts: ContentRouteDependencies,
  routes: readonly ContentRoute[],
): readonly Route[] {
  const middlewares = [withCurrentLocale(parts.locale)];
  return routes.map((content): Route => {
    const { method, path, permissions, action } = content;
    // Only writes need them, for `If-Match`.
    const readPermissions = method === 'GET' ? undefined : content.readPermissions;
    const route = { method, path, readPermissions, handler: HANDLERS[action](parts, content) };
    return permissions === null
      ? { ...route, caller: 'public', middlewares }
      : { ...route, caller: 'permission', permissions };
  });
}

const HANDLERS: Readonly<
  Record<
    ContentRoute['action'],
    (parts: ContentDependencies, route: ContentRoute) => ContentHandler
  >
> = {
  find: readHandler,
  findOne: readHandler,
  create: createHandler,
  update: updateHandler,
  delete: deleteHandler,
  publish: publicationHandler({ status: 'published', compared: ['draft'] }, (writer, request) =>
    writer.publish(request),
  ),
  unpublish: publicationHandler(
    { status: 'draft', compared: ['draft', 'published'] },
    (writer, request) => writer.unpublish(request),
  ),
  discardDraft: publicationHandler({ status: 'draft', compared: ['draft'] }, (writer, request) =>
    writer.discardDraft(request),
  ),
};

/** Reads the default locale again if it changed. On other routes the lookup of the caller's permissions does that. */
function withCurrentLocale(locale: DefaultLocale): Middleware<ContentCaller> {
  return async (request, next) => {
    await locale.follow();
    return next(request);
  };
}
