// Replaces `@strapi/strapi` while routers and controllers are evaluated: factories return descriptions, anything else
// is an object that accepts every operation and does nothing.
import { isRecord } from '../schema/raw.ts';
import type { Packages } from './modules.ts';
import {
  createRouter,
  PUBLICATION_ACTIONS,
  type PublicationAction,
  type Router,
  type RoutedType,
} from './core-router.ts';

/** Core actions that a controller leaves unchanged, as `uid.action`, and the base methods that it overrides. */
export interface ParsedController {
  readonly untouched: readonly string[];
  /** For example `sanitizeOutput`: core actions call these methods, so overriding one affects all of them. */
  readonly hooks: readonly string[];
  /** Actions on versions that it implements itself; core controllers have none. */
  readonly publication: readonly PublicationAction[];
}

/** Core methods that a service leaves unchanged, as `uid.method`. */
export interface ParsedService {
  readonly untouched: readonly string[];
}

const ACTIONS = ['find', 'findOne', 'create', 'update', 'delete'];
const HOOKS = ['transformResponse', 'sanitizeOutput', 'sanitizeInput', 'sanitizeQuery'].concat([
  'validateQuery',
  'validateInput',
]);

/** Service methods that core actions call, for both kinds of types. */
export const SERVICE_METHODS: readonly string[] = ACTIONS.concat([
  'createOrUpdate',
  'getDocumentId',
  'getFetchParams',
]);

/** Marks a core method; the value is `uid.action` or the name of the hook. */
const CORE = Symbol('core');

type Factory = (context: unknown) => unknown;

/** Packages for the project's files, by name. */
export function createStubPackages(types: readonly RoutedType[]): Packages {
  const byUid = new Map(types.map((type) => [type.uid, type]));
  const factories = {
    createCoreRouter: (uid: string, options?: unknown): Router =>
      createLazyRouter(byUid.get(uid), uid, options),
    createCoreController: (uid: string, own?: unknown): Factory => createController(uid, own),
    createCoreService: (uid: string, own?: unknown): Factory => createService(uid, own),
  };
  return {
    '@strapi/strapi': { factories, default: { factories } },
    '@strapi/utils': createAnything(),
  };
}

/** An object that can be called, read and constructed to any depth without effect. */
export function createAnything(): object {
  const anything: object = new Proxy(function () {}, {
    get: (target, key) => {
      // Not a promise, so that awaiting it ends; `prototype` must be the function's own.
      if (key === 'then') return undefined;
      if (key === 'prototype') return Reflect.get(target, key);
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return () => [].values();
      return anything;
    },
    set: () => true,
    apply: () => anything,
    construct: () => ({}),
  });
  return anything;
}

/** Calls an exported function, as Strapi does with `{ strapi }`. */
export function instantiate(exported: unknown): unknown {
  return typeof exported === 'function' ? exported({ strapi: createAnything() }) : exported;
}

/** @throws Error if the value is not a controller */
export function readController(value: unknown): ParsedController {
  if (!isRecord(value) || value instanceof Promise) throw new Error('it exports no controller');
  return {
    untouched: ACTIONS.map((action) => coreName(value[action])).filter(
      (name) => name !== undefined,
    ),
    hooks: HOOKS.filter((hook) => value[hook] !== undefined && coreName(value[hook]) === undefined),
    publication: PUBLICATION_ACTIONS.filter((action) => value[action] !== undefined),
  };
}

/** @throws Error if the value is not a service */
export function readService(value: unknown): ParsedService {
  if (!isRecord(value) || value instanceof Promise) throw new Error('it exports no service');
  return {
    untouched: SERVICE_METHODS.map((method) => coreName(value[method])).filter(
      (name) => name !== undefined,
    ),
  };
}

// Strapi looks up the type when the routes are requested as well.
function createLazyRouter(type: RoutedType | undefined, uid: string, options: unknown): Router {
  const router = () => {
    if (!type) throw new Error(`there is no content-type "${uid}"`);
    return createRouter(type, options);
  };
  return {
    get prefix() {
      return router().prefix;
    },
    get routes() {
      return router().routes;
    },
  };
}

function createController(uid: string, own: unknown): Factory {
  return () => {
    const base = Object.fromEntries([
      ...ACTIONS.map((action) => [action, coreMethod(`${uid}.${action}`)]),
      ...HOOKS.map((hook) => [hook, coreMethod(hook)]),
    ]);
    return laidOver(base, own);
  };
}

function createService(uid: string, own: unknown): Factory {
  return () =>
    laidOver(
      Object.fromEntries(SERVICE_METHODS.map((name) => [name, coreMethod(`${uid}.${name}`)])),
      own,
    );
}

/** Merges project methods over core methods. As in Strapi, `super` and missing methods come from the base. */
function laidOver(base: object, own: unknown): object {
  const written = instantiate(own);
  if (written === undefined) return base;
  if (!isRecord(written)) throw new Error('the value passed to the factory is not an object');
  Object.setPrototypeOf(written, base);
  return written;
}

function coreMethod(name: string): unknown {
  return Object.assign(() => createAnything(), { [CORE]: name });
}

function coreName(method: unknown): string | undefined {
  const isFunction = typeof method === 'function';
  const name: unknown =
    isFunction && Object.hasOwn(method, CORE) ? Reflect.get(method, CORE) : undefined;
  return typeof name === 'string' ? name : undefined;
}
