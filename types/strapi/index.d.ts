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

/** Only of Strapi: Quoin starts projects with `quoin start`. */
export function createStrapi(options?: any): StrapiInstance;
/** Only of Strapi: Quoin compiles nothing. */
export function compileStrapi(options?: any): Promise<any>;

declare global {
  // eslint-disable-next-line no-var
  var strapi: StrapiInstance;
}
