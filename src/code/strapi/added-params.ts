// Parameters that plugins add to routes of the content API: `strapi.contentAPI.addQueryParams` and `addInputParams`.
import { isRecord, toRecord } from '../../schema/raw.ts';
import {
  ALLOWED_QUERY_PARAM_KEYS,
  RESERVED_INPUT_PARAM_KEYS,
} from '../packages/strapi-utils/query-keys.ts';
import type { RouteFields } from './strapi.ts';
import type { Fields } from './code-values.ts';

/** The part of zod that is used. */
export interface Zod {
  object(shape: Fields): unknown;
}

interface AddedParam {
  readonly name: string;
  readonly schema: unknown;
  /** Selects the routes that get the parameter; all by default. */
  readonly matchRoute: unknown;
}

const SCALARS = new Set(['string', 'number', 'boolean', 'enum']);

/** Collects added parameters and adds them to descriptions of routes. */
export class AddedParams {
  readonly #zod: () => Zod;
  readonly #query: AddedParam[] = [];
  readonly #input: AddedParam[] = [];

  constructor(zod: () => Zod) {
    this.#zod = zod;
  }

  /**
   * @param params `{schema, matchRoute?}` by name; a schema may be a function of zod
   * @throws Error for a name that exists or a schema that is neither scalar nor a list of scalars
   */
  addQueryParams(params: unknown): void {
    for (const param of this.#paramsOf(params)) {
      const where = `contentAPI.addQueryParams: param "${param.name}"`;
      if (!isScalarSchema(param.schema)) {
        throw new Error(
          `${where} schema must be a scalar (string, number, boolean, enum) or array of scalars. ` +
            'Use addInputParams for nested objects.',
        );
      }
      if (ALLOWED_QUERY_PARAM_KEYS.includes(param.name)) throw reserved(where);
      add(this.#query, param, where);
    }
  }

  /** @param params `{schema, matchRoute?}` by name @throws Error for a name that exists */
  addInputParams(params: unknown): void {
    for (const param of this.#paramsOf(params)) {
      const where = `contentAPI.addInputParams: param "${param.name}"`;
      if (RESERVED_INPUT_PARAM_KEYS.includes(param.name)) throw reserved(where);
      add(this.#input, param, where);
    }
  }

  /**
   * Describes the request of a route with its own parameters and added ones. @throws Error for a parameter that both define
   */
  requestOf(route: RouteFields): Fields | undefined {
    const query = this.#query.filter((param) => isFor(param, route));
    const input = this.#input.filter((param) => isFor(param, route));
    const own = route['request'];
    if (query.length + input.length === 0) return isRecord(own) ? { ...own } : undefined;
    const { body: ownBody, query: ownQuery, ...rest } = toRecord(own);
    const body: Fields = { ...toRecord(ownBody) };
    if (input.length > 0) {
      const { shape } = toRecord(body['application/json']);
      body['application/json'] = this.#zod().object(merged(shape, input, route));
    }
    return { ...rest, body, query: merged(ownQuery, query, route) };
  }

  #paramsOf(params: unknown): readonly AddedParam[] {
    return Object.entries(toRecord(params)).map(([name, value]) => {
      const { schema, matchRoute } = toRecord(value);
      const resolved: unknown = typeof schema === 'function' ? schema(this.#zod()) : schema;
      return { name, schema: resolved, matchRoute };
    });
  }
}

function add(params: AddedParam[], param: AddedParam, where: string): void {
  if (params.some(({ name }) => name === param.name)) {
    throw new Error(`${where} has already been added`);
  }
  params.push(param);
}

function reserved(where: string): Error {
  return new Error(`${where} is reserved by Strapi; use a different name`);
}

function isFor({ matchRoute }: AddedParam, route: RouteFields): boolean {
  return typeof matchRoute !== 'function' || Boolean(matchRoute(route));
}

function merged(ownParams: unknown, added: readonly AddedParam[], route: RouteFields): Fields {
  const own = toRecord(ownParams);
  const present = added.find(({ name }) => Object.hasOwn(own, name));
  if (present) {
    const { method, path } = route;
    throw new Error(`Parameter "${present.name}" already exists on route ${method} ${path}`);
  }
  return { ...own, ...Object.fromEntries(added.map(({ name, schema }) => [name, schema])) };
}

function isScalarSchema(schema: unknown): boolean {
  const { type, innerType, element } = toRecord(toRecord(toRecord(schema)['_zod'])['def']);
  if (type === 'optional' || type === 'default') return isScalarSchema(innerType);
  if (type === 'array') return isScalarSchema(element);
  return typeof type === 'string' && SCALARS.has(type);
}
