// Creates the response cache of a server from `cache` in config/quoin.
import { permissionTables } from '../auth/caller-cache.ts';
import type { ResponseHeaders } from '../http/response/headers.ts';
import { ResponseCache } from '../http/cache/response-cache.ts';
import { CACHE_HIT_RESPONSE_TIME, CACHE_HIT_TIMING } from '../http/routing/stage-timings.ts';
import type { Project } from '../project/load.ts';
import type { Store } from './store.ts';

const MEGABYTE = 2 ** 20;

/** Creates the response cache of a server, or null if it is disabled. */
export function createResponseCache(
  { config }: Project,
  { database, layout }: Store,
  headers: ResponseHeaders,
): ResponseCache | null {
  const { cache, timing } = config.quoin;
  const { memory, control, keys } = cache;
  if (memory === 0) return null;
  const types = new Map(
    layout.tables.map(({ name, kind, uid }) => [
      name,
      kind === 'model' && uid?.includes('::') === true ? uid : null,
    ]),
  );
  return new ResponseCache({
    database,
    headers,
    memory: memory * MEGABYTE,
    permissionTables: permissionTables(layout),
    hitHeaders: {
      ...(timing ? CACHE_HIT_TIMING : {}),
      ...(config.middlewares.responseTime ? CACHE_HIT_RESPONSE_TIME : {}),
    },
    caching: { control, keys, keyOf: (table) => types.get(table) ?? null },
  });
}
