// Routes of the media library for administrators (docs/strapi/media.md, "Administrators" and "Folders"). Their handlers
// are loaded on demand.
import { onDemand } from '../../base/on-demand.ts';
import type { AdminRoute, Route } from '../routing/route.ts';

/** Handlers by name. */
export type LibraryHandlers = Readonly<
  Record<(typeof ROUTES)[number]['handler'], AdminRoute['handler']>
>;

const ROUTES = [
  { method: 'POST', path: '', action: null, body: 'stream', handler: 'upload' },
  { method: 'POST', path: '/files', action: 'assets.create', body: 'stream', handler: 'uploadOne' },
  { method: 'GET', path: '/files', action: 'read', handler: 'listFiles' },
  { method: 'GET', path: '/files/:id', action: 'read', handler: 'findFile' },
  { method: 'PUT', path: '/files/:id', action: 'assets.update', handler: 'changeFile' },
  { method: 'DELETE', path: '/files/:id', action: 'assets.update', handler: 'deleteFile' },
  {
    method: 'POST',
    path: '/files/:id/replace',
    action: 'assets.update',
    body: 'stream',
    handler: 'replaceFile',
  },
  { method: 'GET', path: '/folders', action: 'read', handler: 'listFolders' },
  { method: 'GET', path: '/folders/:id', action: 'read', handler: 'findFolder' },
  { method: 'GET', path: '/folder-structure', action: 'read', handler: 'folderTree' },
  { method: 'POST', path: '/folders', action: 'assets.create', handler: 'createFolder' },
  { method: 'PUT', path: '/folders/:id', action: 'assets.update', handler: 'changeFolder' },
  { method: 'POST', path: '/actions/bulk-update', action: 'assets.update', handler: 'bulkUpdate' },
  { method: 'POST', path: '/actions/bulk-move', action: 'assets.update', handler: 'bulkMove' },
  { method: 'POST', path: '/actions/bulk-delete', action: 'assets.update', handler: 'bulkDelete' },
  {
    method: 'POST',
    path: '/actions/upload-from-urls',
    action: 'assets.create',
    handler: 'uploadFromUrls',
  },
] as const;

/** Returns the routes under `/upload`. @param load Loads the handlers, at the first request */
export function libraryRoutes(load: () => Promise<LibraryHandlers>): readonly Route[] {
  const handlers = onDemand(load);
  return ROUTES.map((route) => {
    const { method, path, action, handler } = route;
    return {
      method,
      path: `/upload${path}`,
      caller: 'admin',
      // The handler checks conditions, which depend on the file.
      permission:
        action === null ? null : { actions: [`plugin::upload.${action}`], typeParam: null },
      body: 'body' in route ? route.body : 'parsed',
      handler: async (request) => (await handlers())[handler](request),
    };
  });
}
