// QUOIN_CACHE=0 disables the response cache; QUOIN_SEARCH_INDEX=true enables the search index; QUOIN_METRICS=true
// serves /metrics; QUOIN_LIVE=true allows changes to the content model.
module.exports = ({ env }) => ({
  cache: { memory: env.int('QUOIN_CACHE', 64) },
  schema: { live: env.bool('QUOIN_LIVE', false) },
  metrics: env.bool('QUOIN_METRICS', false),
  search: { index: env.bool('QUOIN_SEARCH_INDEX', false) },
});
