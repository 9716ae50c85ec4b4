// Types of installed-size.mjs for TypeScript.

/** What an installation takes. */
export interface Installed {
  readonly packages: number;
  readonly megabytes: number;
}

/** This program with the packages that it needs in production. */
export declare function quoinSize(): Installed;

/** Strapi with its packages, as npm installed them. */
export declare function strapiSize(): Installed;

/** Bytes of the files in a folder, at any depth; 0 if it does not exist. */
export declare function bytesIn(folder: string): number;
