// Types of `@strapi/strapi` for projects that Quoin runs: map the name to this file (`quoin types`).
import type { Strapi as StrapiInstance } from './core.js';
import type * as Struct from './struct.js';

export type * as Core from './core.js';
export type * as Data from './data.js';
export type * as Modules from './modules.js';
export type * as Schema from './schema.js';
export type * as Struct from './struct.js';
export type * as UID from './uid.js';
export * as factories from './factories.js';
export type { Strapi } from './core.js';

/** Schemas by uid: the files in `types/generated` add theirs. */
export namespace Public {
  interface ContentTypeSchemas {}
  interface ComponentSchemas {}
  interface Services {}
  interface Controllers {}
}

export type AnyContentTypeSchema = Struct.ContentTypeSchema;

/** Opens the project of a script that `quoin run` runs. Throws in project code. */
export function createStrapi(options?: {
  readonly appDir?: string;
  readonly distDir?: string;
}): StrapiInstance;
/** Returns the folders of the project; Quoin compiles nothing. Throws in project code. */
export function compileStrapi(options?: {
  readonly appDir?: string;
  readonly ignoreDiagnostics?: boolean;
}): Promise<{ readonly appDir: string; readonly distDir: string }>;

declare global {
  // eslint-disable-next-line no-var
  var strapi: StrapiInstance;
}
