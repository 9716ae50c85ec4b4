// The objects that represent APIs and plugins: `strapi.api(name)`, `strapi.plugin(name)`.
import { ownValue } from '../packages/strapi-utils/values.ts';
import type { StrapiConfig, CodeModule, ContentTypeModel, Controller, Service } from './strapi.ts';
import type { Fields } from './code-values.ts';

/** What a module consists of, by names within it. */
export interface ModuleDefinition {
  /** `plugin::ledger` or `api::job`. */
  readonly space: string;
  readonly config: StrapiConfig;
  readonly controllers: Record<string, Controller>;
  readonly services: Record<string, Service>;
  readonly policies: Fields;
  readonly middlewares: Fields;
  readonly contentTypes: Record<string, ContentTypeModel>;
  readonly routes: unknown;
  /** Other properties of the plugin or API. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export function createModule({ space, config, more, ...parts }: ModuleDefinition): CodeModule {
  return {
    ...more,
    ...parts,
    config: (path, fallback) =>
      path === undefined ? config.get(space, {}) : config.get(`${space}.${path}`, fallback),
    controller: (name) => ownValue(parts.controllers, name),
    service: (name) => ownValue(parts.services, name),
    policy: (name) => ownValue(parts.policies, name),
    middleware: (name) => ownValue(parts.middlewares, name),
    contentType: (name) => ownValue(parts.contentTypes, name),
  };
}
