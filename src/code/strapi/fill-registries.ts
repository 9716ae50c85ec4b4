// Adds the loaded code of a project to the registries of its `strapi` object.
import type { LoadedFile, ApiFiles, CodeFiles } from '../load/code-files.ts';
import type { LoadedPlugin } from '../load/plugins.ts';
import { isRecord, toRecord } from '../../schema/raw.ts';
import { defineLazy, instantiated } from './lazy-property.ts';
import { createModule } from './module.ts';
import type { Registries } from './registries.ts';
import type { ContentTypeModel, Controller, Service, Strapi } from './strapi.ts';
import type { Fields } from './code-values.ts';

export interface LoadedCode {
  readonly files: CodeFiles;
  readonly plugins: readonly LoadedPlugin[];
  /** Services of `strapi.admin`. */
  readonly adminServices: Fields;
}

/** Fills the registries. @throws Error for invalid exports */
export function fillRegistries(
  strapi: Strapi,
  registries: Registries,
  { files, plugins, adminServices }: LoadedCode,
): void {
  const filler = new Filler(strapi, registries);
  for (const file of files.middlewares) registries.middlewares[`global::${file.key}`] = file.value;
  for (const file of files.policies) registries.policies[`global::${file.key}`] = file.value;
  for (const plugin of plugins) filler.plugin(plugin);
  filler.admin(adminServices);
  for (const api of files.apis) filler.api(api);
}

class Filler {
  readonly #strapi: Strapi;
  readonly #registries: Registries;

  constructor(strapi: Strapi, registries: Registries) {
    this.#strapi = strapi;
    this.#registries = registries;
  }

  api({ name, routes, config, ...files }: ApiFiles): void {
    const space = `api::${name}`;
    for (const { key, value } of config) this.#strapi.config.set(`${space}.${key}`, value);
    this.#registries.apis[name] = this.#module(space, {
      ...entriesOf(files),
      routes: Object.fromEntries(routes.map(({ key, value }) => [key, value])),
    });
  }

  plugin({ name, module }: LoadedPlugin): void {
    const { controllers, services, policies, middlewares, routes, ...more } = module;
    this.#registries.plugins[name] = this.#module(`plugin::${name}`, {
      controllers: toRecord(controllers),
      services: toRecord(services),
      policies: toRecord(policies),
      middlewares: toRecord(middlewares),
      routes: routes ?? {},
      more,
    });
  }

  admin(services: Fields): void {
    const parts = { controllers: {}, policies: {}, middlewares: {}, routes: {} };
    Object.assign(this.#strapi.admin, this.#module('admin', { ...parts, services }));
  }

  #module(space: string, parts: ModuleEntries): Registries['apis'][string] {
    const { policies, middlewares } = this.#registries;
    Object.assign(policies, inSpace(space, parts.policies));
    Object.assign(middlewares, inSpace(space, parts.middlewares));
    return createModule({
      space,
      config: this.#strapi.config,
      controllers: this.#lazy<Controller>(space, parts.controllers, this.#registries.controllers),
      services: this.#lazy<Service>(space, parts.services, this.#registries.services),
      policies: within(policies, space),
      middlewares: within(middlewares, space),
      contentTypes: this.#contentTypes(space),
      routes: parts.routes,
      ...(parts.more ? { more: parts.more } : {}),
    });
  }

  /** Defines values that are created on first use, by uid and by their names in the module. */
  #lazy<Part extends Fields>(
    space: string,
    parts: Fields,
    registry: Record<string, Part>,
  ): Record<string, Part> {
    const strapi = this.#strapi;
    const own: Record<string, Part> = {};
    for (const [name, value] of Object.entries(parts)) {
      const uid = space === 'admin' ? `admin::${name}` : `${space}.${name}`;
      defineLazy(registry, uid, () => instantiated(value, { strapi }));
      Object.defineProperty(own, name, {
        enumerable: true,
        get: () => registry[uid],
        set: (part: Part) => {
          registry[uid] = part;
        },
      });
    }
    return own;
  }

  #contentTypes(space: string): Record<string, ContentTypeModel> {
    return within(this.#strapi.contentTypes, space);
  }
}

interface ModuleEntries {
  readonly controllers: Fields;
  readonly services: Fields;
  readonly policies: Fields;
  readonly middlewares: Fields;
  readonly routes: unknown;
  readonly more?: Fields;
}

function entriesOf(
  files: Pick<ApiFiles, 'controllers' | 'services' | 'policies' | 'middlewares'>,
): Omit<ModuleEntries, 'routes'> {
  return {
    controllers: byKey(files.controllers),
    services: byKey(files.services),
    policies: byKey(files.policies),
    middlewares: byKey(files.middlewares),
  };
}

function byKey(files: readonly LoadedFile[]): Fields {
  return Object.fromEntries(
    files.flatMap(({ key, value }) =>
      isRecord(value) || typeof value === 'function' ? [[key, value]] : [],
    ),
  );
}

/** Parts by their uids. Files that export no function are kept as well: they may contain code that others import. */
function inSpace(space: string, parts: Fields): Fields {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [`${space}.${name}`, part]),
  );
}

/** The values of a namespace by their names in it. */
function within<T>(parts: Record<string, T>, space: string): Record<string, T> {
  const start = `${space}.`;
  return Object.fromEntries(
    Object.entries(parts).flatMap(([uid, part]) =>
      uid.startsWith(start) ? [[uid.slice(start.length), part]] : [],
    ),
  );
}
