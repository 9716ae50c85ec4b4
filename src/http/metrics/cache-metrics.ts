// Metrics of the caches besides the response cache.
import { CACHE_BYTES } from '../../base/limits.ts';
import { cacheSizes } from '../../base/lru-map.ts';
import type { MetricFamily } from './exposition.ts';

/** Returns the sizes of the caches of the serving thread, and their limits. */
export function memoryCacheMetrics(): readonly MetricFamily[] {
  const sizes = [...cacheSizes()];
  return [
    {
      name: 'quoin_cache_bytes',
      help: 'Estimated size of a cache of the serving thread.',
      type: 'gauge',
      samples: sizes.map(([cache, value]) => ({ labels: { cache }, value })),
    },
    {
      name: 'quoin_cache_limit_bytes',
      help: 'Maximum size of a cache; several caches may share a name.',
      type: 'gauge',
      samples: sizes.map(([cache]) => ({ labels: { cache }, value: CACHE_BYTES[cache] })),
    },
  ];
}
