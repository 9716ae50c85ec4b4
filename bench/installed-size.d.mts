// Types of installed-size.mjs.

/** Size of an installation. */
export interface Installed {
  readonly packages: number;
  readonly megabytes: number;
}

/** Measures this program with its production dependencies. */
export declare function quoinSize(): Installed;

/** Measures Strapi with its packages, as npm installed them. */
export declare function strapiSize(): Installed;

/** Bytes of the files in a folder, at any depth; 0 if it does not exist. */
export declare function bytesIn(folder: string): number;
