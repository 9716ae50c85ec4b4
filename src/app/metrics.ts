// The metrics of a server, as `metrics` of config/quoin configures them.
import type { Metrics } from '../http/metrics/metrics.ts';
import type { Peers } from '../http/metrics/peers.ts';
import type { ResponseCache } from '../http/cache/response-cache.ts';
import type { Project } from '../project/load.ts';
import type { Store } from './store.ts';

/** Creates the metrics of a project's server; null: they are switched off. */
export async function createMetrics(
  { config }: Project,
  { database }: Store,
  parts: { readonly responseCache: ResponseCache | null; readonly peers: Peers | null },
): Promise<Metrics | null> {
  const { metrics } = config.quoin;
  if (metrics === null) return null;
  const { Metrics } = await import('../http/metrics/metrics.ts');
  return new Metrics({ ...metrics, database, ...parts });
}
