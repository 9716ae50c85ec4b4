// Registries of code by uid, and the objects of `strapi.get('services')` and the like that read and change them.
import { isRecord, toRecord } from '../../schema/raw.ts';
import { ownValue } from '../packages/strapi-utils/values.ts';
import { defineLazy, instantiated } from './lazy-property.ts';
import { notAvailable } from './not-available.ts';
import type {
  CodeModule,
  ComponentModel,
  ContentTypeModel,
  Controller,
  Service,
  Strapi,
} from './strapi.ts';
import type { Callable, Fields } from './code-values.ts';

/** Registries by uid. Values that are functions are called on first use. */
export interface Registries {
  readonly controllers: Record<string, Controller>;
  readonly services: Record<string, Service>;
  readonly policies: Fields;
  readonly middlewares: Fields;
  readonly apis: Record<string, CodeModule>;
  readonly plugins: Record<string, CodeModule>;
}

interface ModelRegistries {
  readonly contentTypes: Record<string, ContentTypeModel>;
  readonly components: Record<string, ComponentModel>;
  readonly strapi: Strapi;
}

/** `strapi.get(name)` for a registry. */
interface CodeRegistry {
  keys(): readonly string[];
  get(uid: string): unknown;
  /** @param namespace Such as `api::post`; all by default */
  getAll(namespace?: string): Fields;
  set(uid: string, value: unknown): CodeRegistry;
  /** @throws Error for a uid that is registered */
  add(namespace: string, values: unknown): CodeRegistry;
  /** @throws Error for a uid that is not registered */
  extend(uid: string, extend: Callable): CodeRegistry;
}

/** The registries by the names of `strapi.get`. */
export function codeRegistries(
  registries: Registries,
  { contentTypes, components, strapi }: ModelRegistries,
): Readonly<Record<string, object>> {
  const create = (value: unknown): unknown => instantiated(value, { strapi });
  const created = (parts: Fields): CodeRegistry => registryOf(parts, create);
  const plain = (parts: Fields): CodeRegistry => registryOf(parts, (value) => value);
  const types = plain(contentTypes);
  return {
    services: created(registries.services),
    controllers: created(registries.controllers),
    policies: plain(registries.policies),
    middlewares: plain(registries.middlewares),
    apis: plain(registries.apis),
    plugins: plain(registries.plugins),
    components: plain(components),
    'content-types': {
      ...types,
      add: () => {
        throw notAvailable("get('content-types').add", 'contentTypes of a plugin');
      },
    },
    models: {
      get: () => [],
      add: () => {
        throw notAvailable("get('models').add", 'contentTypes of a plugin');
      },
    },
  };
}

/** @param create Creates a value when it is first used */
function registryOf(parts: Fields, create: (value: unknown) => unknown): CodeRegistry {
  const registry: CodeRegistry = {
    keys: () => Object.keys(parts),
    get: (uid) => ownValue(parts, uid),
    getAll(namespace = '') {
      const found: Fields = {};
      for (const uid of Object.keys(parts).filter((each) => isWithin(each, namespace))) {
        Object.defineProperty(found, uid, { enumerable: true, get: () => parts[uid] });
      }
      return found;
    },
    set(uid, value) {
      defineLazy(parts, uid, () => create(value));
      return registry;
    },
    add(namespace, values) {
      for (const [name, value] of Object.entries(toRecord(values))) {
        const uid = isWithin(name, namespace) ? name : `${startOf(namespace)}${name}`;
        if (Object.hasOwn(parts, uid)) throw new Error(`${uid} has already been registered.`);
        registry.set(uid, value);
      }
      return registry;
    },
    extend(uid, extend) {
      const current = registry.get(uid);
      if (!current) throw new Error(`${uid} does not exist.`);
      const extended: unknown = Reflect.apply(extend, undefined, [current]);
      // Models are changed in place.
      if (extended !== undefined) parts[uid] = extended;
      return registry;
    },
  };
  return registry;
}

function isWithin(uid: string, namespace: string): boolean {
  return namespace === '' || uid.startsWith(startOf(namespace));
}

function startOf(namespace: string): string {
  return namespace.endsWith('::') ? namespace : `${namespace}.`;
}

/** Registers one custom field or a list of them, each with its attribute type. */
export function registerFields(known: Map<string, string>, fields: unknown): void {
  for (const field of Array.isArray(fields) ? fields : [fields]) {
    if (!isRecord(field)) continue;
    const { name, plugin, type } = field;
    const space = typeof plugin === 'string' ? `plugin::${plugin}` : 'global';
    known.set(`${space}.${String(name)}`, String(type));
  }
}

/** `strapi.get('custom-fields')`. */
export function customFieldRegistry(known: Map<string, string>): object {
  const fieldOf = (uid: string): Fields => {
    const type = known.get(uid);
    if (type === undefined) throw new Error(`Could not find Custom Field: ${uid}`);
    const [space = '', name = ''] = uid.split('.');
    const plugin = space.startsWith('plugin::') ? { plugin: space.slice('plugin::'.length) } : {};
    return { name, type, ...plugin };
  };
  return {
    get: fieldOf,
    getAll: () => Object.fromEntries([...known.keys()].map((uid) => [uid, fieldOf(uid)])),
    add: (fields: unknown) => registerFields(known, fields),
  };
}
