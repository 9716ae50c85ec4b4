// Types of strapi.mjs.

/** Release of Strapi that everything is compared with. */
export declare const VERSION: string;

/** Dependencies of a Strapi project. */
export declare const PACKAGES: Readonly<Record<string, string>>;

/** Folder of the installed packages. */
export declare const strapiPackages: string;

/** Arguments of Node that start Strapi. */
export declare const strapiStart: readonly [program: string, command: string];

/** Installs Strapi unless it is installed; takes a few minutes. */
export declare function installStrapi(): void;
