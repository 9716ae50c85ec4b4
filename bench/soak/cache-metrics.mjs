// Parses the sizes of caches from the metrics of a server.

/** @typedef {{ name: string, bytes: number, limit: number }} Cache */

/**
 * @param {string} exposition Prometheus text format
 * @returns {Cache[]} largest first
 */
export function parseCaches(exposition) {
  const limits = samplesOf(exposition, 'quoin_cache_limit_bytes');
  const caches = [...samplesOf(exposition, 'quoin_cache_bytes')];
  return caches
    .map(([name, bytes]) => ({ name, bytes, limit: limits.get(name) ?? NaN }))
    .sort((a, b) => b.bytes - a.bytes);
}

/** Values of a metric by the label `cache`. @param {string} exposition @param {string} metric */
function samplesOf(exposition, metric) {
  const samples = exposition.matchAll(new RegExp(`^${metric}\\{cache="(\\w+)"\\} (\\S+)$`, 'gm'));
  return new Map([...samples].map(([, name = '', value]) => [name, Number(value)]));
}
