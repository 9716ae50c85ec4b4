// Types of driver.mjs.

/** Whether this Node is too old for the current release of better-sqlite3. */
export declare const isNode20: boolean;

/** The package of the SQLite driver. */
export declare const driverPackage: string;
