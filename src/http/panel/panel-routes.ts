// Routes of the admin interface: of this program, or Strapi's as a project built it (docs/strapi/administration.md,
// "Panel"). Paths of the admin API come first; all others are screens.
import { basename } from 'node:path';
import { notFound } from '../../base/errors.ts';
import { pathOf } from '../routing/request-path.ts';
import type { RouteResponse } from '../response/response.ts';
import type { PublicRoute, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import type { PanelFiles } from './panel-files.ts';

/** Path of this program's panel. */
export const OWN_PATH = '/admin';

/** Routes that lead from a configured path to this program's panel: emails contain links to it. */
export function redirectRoutes(path: string): readonly Route[] {
  const handler: PublicRoute['handler'] = ({ url }) => ({
    status: 302,
    headers: { location: OWN_PATH + url.slice(path.length) },
    body: null,
    type: null,
  });
  return [
    { method: 'GET', path, caller: 'public', handler },
    { method: 'GET', path: `${path}/*`, caller: 'public', handler },
  ];
}

/** Returns the routes. They go last. */
export function panelRoutes(files: PanelFiles): readonly Route[] {
  const shell: PublicRoute['handler'] = (request) => {
    const page = isPage(request, OWN_PATH) ? files.shell() : null;
    if (page === null) throw notFound();
    return page;
  };
  const file: PublicRoute['handler'] = async ({ params, headers }) => {
    const name = `assets/${params['*'] ?? ''}`;
    const found = await files.file(name, String(headers['accept-encoding'] ?? ''));
    if (found === null) throw notFound();
    return found;
  };
  return [
    { method: 'GET', path: OWN_PATH, caller: 'public', handler: shell },
    { method: 'GET', path: `${OWN_PATH}/assets/*`, caller: 'public', handler: file },
    { method: 'GET', path: `${OWN_PATH}/*`, caller: 'public', handler: shell },
  ];
}

/** A built panel, and where it is served. */
export interface BuiltPanel {
  /** Absolute path of the folder with `index.html`. */
  readonly folder: string;
  /** For example `/admin`. */
  readonly path: string;
}

/** Names contain a hash of the content, such as `index-B1f_k3Xq.js`. */
const HASHED = /[.-][\w-]{8,}\.\w+$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'no-cache';

const INDEX = '/index.html';

/** Returns the routes of a built panel. They go last, so that paths of the admin API come first. */
export function builtPanelRoutes(panel: BuiltPanel): readonly Route[] {
  const { path } = panel;
  const handler: PublicRoute['handler'] = async (request) => {
    const name = pathOf(request.url).slice(path.length);
    const isFile = name.length > 1 && !name.endsWith('/');
    const file = isFile ? await sendFile(panel, name, request) : null;
    const found = file ?? (isPage(request, path) ? await sendFile(panel, INDEX, request) : null);
    if (found === null) throw notFound();
    return found;
  };
  return [
    { method: 'GET', path, caller: 'public', handler },
    { method: 'GET', path: `${path}/*`, caller: 'public', handler },
  ];
}

/**
 * True for browsers. Below the path of the panel, scripts that call an unknown route of the admin API get a 404.
 */
function isPage({ url, headers }: RouteRequest, root: string): boolean {
  const path = pathOf(url);
  return path === root || path === `${root}/` || (headers.accept?.includes('text/html') ?? false);
}

/** Returns a file, or null if there is none. @param name Path below the folder, not decoded */
async function sendFile(
  { folder }: BuiltPanel,
  name: string,
  { raw }: RouteRequest,
): Promise<RouteResponse | null> {
  const { send } = await import('@fastify/send');
  const found = await send(raw, name, {
    root: folder,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
  });
  if (found.type === 'error' && found.statusCode >= 500) throw found.metadata.error;
  if (found.type !== 'file') return null;
  const { 'Content-Type': type = null, ...headers } = found.headers;
  return {
    status: found.statusCode,
    headers: {
      ...headers,
      'cache-control': HASHED.test(basename(found.metadata.path)) ? IMMUTABLE : REVALIDATED,
      'x-content-type-options': 'nosniff',
    },
    body: found.statusCode === 304 ? null : found.stream,
    type,
  };
}
