// QUOIN_CACHE=0 makes every answer anew; QUOIN_SEARCH_INDEX=true keeps an index of all texts; QUOIN_METRICS=true serves
// /metrics.
module.exports = ({ env }) => ({
  cache: { memory: env.int('QUOIN_CACHE', 64) },
  metrics: env.bool('QUOIN_METRICS', false),
  search: { index: env.bool('QUOIN_SEARCH_INDEX', false) },
});
