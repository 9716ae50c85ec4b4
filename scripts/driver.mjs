// The npm package that holds the SQLite driver for the running version of Node (docs/decisions/0020).

/** Version of Node-API that better-sqlite3 requires; available since Node 22.14. */
const NODE_API = 10;

/** Whether this Node is too old for the current release of better-sqlite3. */
export const isNode20 = Number(process.versions['napi']) < NODE_API;

/** Package of the SQLite driver. On Node 20 it is the last release that supports it, which must be compiled. */
export const driverPackage = isNode20 ? 'better-sqlite3' : 'better-sqlite3-node22';
