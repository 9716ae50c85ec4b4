// The npm package that holds the SQLite driver for the running version of Node (docs/decisions/0020).

/** better-sqlite3 needs Node-API 10, which came with Node 22.14. */
const NODE_API = 10;

/** True where the current release of better-sqlite3 cannot be loaded. */
export const isNode20 = Number(process.versions['napi']) < NODE_API;

/** On Node 20 the last release that ran there, which has to be compiled. */
export const driverPackage = isNode20 ? 'better-sqlite3' : 'better-sqlite3-node22';
