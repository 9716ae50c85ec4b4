// Creates the metrics of a server from `metrics` in config/quoin.
import type { Metrics } from '../http/metrics/metrics.ts';
import type { Workers } from '../http/metrics/workers.ts';
import type { ResponseCache } from '../http/cache/response-cache.ts';
import type { Project } from '../project/load.ts';
import type { Store } from './store.ts';

/** Creates the metrics of a server, or null if they are disabled. */
export async function createMetrics(
  { config }: Project,
  { database }: Store,
  parts: { readonly responseCache: ResponseCache | null; readonly workers: Workers | null },
): Promise<Metrics | null> {
  const { metrics } = config.quoin;
  if (metrics === null) return null;
  const { Metrics } = await import('../http/metrics/metrics.ts');
  return new Metrics({ ...metrics, database, ...parts });
}
