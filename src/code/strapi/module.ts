// The objects of APIs and plugins: `strapi.api(name)`, `strapi.plugin(name)`.
import type {
  CodeConfig,
  CodeModule,
  ContentTypeModel,
  Controller,
  MiddlewareFactory,
  Policy,
  Service,
} from './strapi.ts';

/** What a module is made of, by names within it. */
export interface ModuleDefinition {
  /** `plugin::ledger` or `api::job`. */
  readonly space: string;
  readonly config: CodeConfig;
  readonly controllers: Record<string, Controller>;
  readonly services: Record<string, Service>;
  readonly policies: Record<string, Policy>;
  readonly middlewares: Record<string, MiddlewareFactory>;
  readonly contentTypes: Record<string, ContentTypeModel>;
  readonly routes: unknown;
  /** What else the plugin or API has. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export function createModule({ space, config, more, ...parts }: ModuleDefinition): CodeModule {
  return {
    ...more,
    ...parts,
    config: (path, fallback) =>
      path === undefined ? config.get(space, {}) : config.get(`${space}.${path}`, fallback),
    controller: (name) => parts.controllers[name],
    service: (name) => parts.services[name],
    policy: (name) => parts.policies[name],
    middleware: (name) => parts.middlewares[name],
    contentType: (name) => parts.contentTypes[name],
  };
}
