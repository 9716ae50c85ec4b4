// What TypeScript sees of strapi.mjs.

/** The release that everything is compared with. */
export declare const VERSION: string;

/** What a project of its own depends on. */
export declare const PACKAGES: Readonly<Record<string, string>>;

/** Folder of its installed packages. */
export declare const strapiPackages: string;

/** What Node is to run. */
export declare const strapiStart: readonly [program: string, command: string];

/** Installs it where it is not there yet: a few minutes, once. */
export declare function installStrapi(): void;
