// QUOIN_CACHE=0 makes every answer anew.
module.exports = ({ env }) => ({ cache: { memory: env.int('QUOIN_CACHE', 64) } });
