// APIs and plugins as code sees them: `strapi.api(name)`, `strapi.plugin(name)`.
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
export interface ModuleDependencies {
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

export function createModule({
  space,
  config,
  more,
  ...dependencies
}: ModuleDependencies): CodeModule {
  return {
    ...more,
    ...dependencies,
    config: (path, fallback) =>
      path === undefined ? config.get(space, {}) : config.get(`${space}.${path}`, fallback),
    controller: (name) => dependencies.controllers[name],
    service: (name) => dependencies.services[name],
    policy: (name) => dependencies.policies[name],
    middleware: (name) => dependencies.middlewares[name],
    contentType: (name) => dependencies.contentTypes[name],
  };
}
