// What TypeScript sees of driver.mjs.

/** True where the current release of better-sqlite3 cannot be loaded. */
export declare const isNode20: boolean;

/** The package of the SQLite driver. */
export declare const driverPackage: string;
