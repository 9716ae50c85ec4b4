// QUOIN_CACHE=0 makes every answer anew; QUOIN_SEARCH_INDEX=true keeps an index of all texts.
module.exports = ({ env }) => ({
  cache: { memory: env.int('QUOIN_CACHE', 64) },
  search: { index: env.bool('QUOIN_SEARCH_INDEX', false) },
});
