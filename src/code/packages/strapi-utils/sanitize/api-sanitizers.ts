// Sanitizers of data and query parameters for callers of the content API.
import { getNonWritableAttributes } from '../content-types.ts';
import type { GetModel, Model } from '../model.ts';
import { validatePublicationFilterQueryParam } from '../publication-filter.ts';
import { ALLOWED_QUERY_PARAM_KEYS } from '../query-keys.ts';
import { extraBodyKeys, extraQueryKeys, parseParam, type RouteParams } from '../route-params.ts';
import { walkEntity } from '../traverse/entity.ts';
import { walkFilters } from '../traverse/query-filters.ts';
import { walkPopulate } from '../traverse/query-populate.ts';
import { walkSort, hasSort } from '../traverse/query-sort.ts';
import { runWalk, type Visitor, type Walk } from '../traverse/walk.ts';
import { cloneDeep, isRecord, omit } from '../values.ts';
import {
  removeHidden,
  sanitizedFields,
  sanitizedFilters,
  sanitizedPopulate,
  sanitizedSort,
} from './sanitizers.ts';
import {
  removeRestrictedFields,
  removeRestrictedRelations,
  removeUnrecognizedFields,
} from './visitors.ts';

/** Sanitizers that plugins add. */
type Registered = readonly ((schema: Model) => (data: unknown) => unknown)[];

export interface SanitizerDependencies {
  readonly getModel: GetModel;
  readonly sanitizers?: { readonly input?: Registered; readonly output?: Registered };
}

/** The caller, and the strictness. */
export interface ApiOptions {
  /** Without it, nothing is restricted. */
  readonly auth?: unknown;
  /** True removes unknown parameters and keys. */
  readonly strictParams?: boolean;
  readonly route?: RouteParams;
}

type Sanitize = (value: unknown, schema: Model, options?: ApiOptions) => Promise<unknown>;

/** The sanitizers of the content API. */
export type ApiSanitizers = Readonly<
  Record<'input' | 'output' | 'query' | 'filters' | 'sort' | 'fields' | 'populate', Sanitize>
>;

/** Creates the sanitizers for the models of a project. */
export function createAPISanitizers({
  getModel,
  sanitizers,
}: SanitizerDependencies): ApiSanitizers {
  const filter = forCaller(
    'sanitizeFilters',
    { sanitized: sanitizedFilters, walk: walkFilters },
    getModel,
  );
  const filters: Sanitize = async (value, schema, options) =>
    Array.isArray(value)
      ? Promise.all(value.map((each) => filter(each, schema, options)))
      : filter(value, schema, options);
  const sort = forCaller('sanitizeSort', { sanitized: sanitizedSort, walk: walkSort }, getModel);
  const populate = forCaller(
    'sanitizePopulate',
    { sanitized: sanitizedPopulate, walk: walkPopulate },
    getModel,
  );
  const fields: Sanitize = (value, schema) => {
    assertSchema(schema, 'sanitizeFields');
    return runWalk(sanitizedFields({ schema, getModel }, value));
  };
  const input: Sanitize = async (data, schema, options = {}) => {
    assertSchema(schema, 'sanitizeInput');
    if (Array.isArray(data)) {
      return Promise.all(data.map((entry) => input(entry, schema, options)));
    }
    const { auth, strictParams = false, route } = options;
    const allowedExtraRootKeys = extraBodyKeys(route);
    const visitors: readonly Visitor[] = [
      removeRestrictedFields(getNonWritableAttributes(schema)),
      ...(strictParams ? [removeUnrecognizedFields] : []),
      ...(auth ? [removeRestrictedRelations(auth)] : []),
    ];
    let left: unknown = isRecord(data) ? omit(data, ['id', 'documentId']) : {};
    for (const visitor of visitors) {
      left = await runWalk(walkEntity(visitor, { schema, getModel, allowedExtraRootKeys }, left));
    }
    for (const sanitize of sanitizers?.input ?? []) left = await sanitize(schema)(left);
    return isRecord(left) ? parsedParams(left, allowedExtraRootKeys, route) : left;
  };
  const output: Sanitize = async (data, schema, options = {}) => {
    assertSchema(schema, 'sanitizeOutput');
    if (Array.isArray(data)) {
      const list: unknown[] = [];
      for (const entry of data) list.push(await output(entry, schema, options));
      return list;
    }
    const visitor = outputVisitor(options.auth);
    let left = await runWalk(walkEntity(visitor, { schema, getModel }, data));
    for (const sanitize of sanitizers?.output ?? []) left = await sanitize(schema)(left);
    return left;
  };
  const query: Sanitize = async (params, schema, options = {}) => {
    assertSchema(schema, 'sanitizeQuery');
    const left: Record<string, unknown> = isRecord(params) ? cloneDeep(params) : {};
    if ('publicationFilter' in left) {
      validatePublicationFilterQueryParam(left['publicationFilter']);
    }
    if (!hasSort(left['sort'])) delete left['sort'];
    for (const [name, sanitize] of Object.entries({ filters, sort, fields, populate })) {
      if (left[name]) left[name] = await sanitize(left[name], schema, options);
    }
    const extra = extraQueryKeys(options.route);
    for (const key of extra) {
      if (!Object.hasOwn(left, key)) continue;
      const parsed = parseParam(options.route?.request?.query?.[key], left[key]);
      if (parsed.success) left[key] = parsed.data;
      else delete left[key];
    }
    if (!options.strictParams) return left;
    const allowed = [...ALLOWED_QUERY_PARAM_KEYS, ...extra];
    return Object.fromEntries(Object.entries(left).filter(([key]) => allowed.includes(key)));
  };
  return { input, output, query, filters, sort, fields, populate };
}

type Sanitized = (options: { schema: Model; getModel: GetModel }, value: unknown) => Walk;
type WalkOver = typeof walkFilters;

/** Sanitizes by the rules for all callers, then for the current one. */
function forCaller(
  method: string,
  { sanitized, walk }: { readonly sanitized: Sanitized; readonly walk: WalkOver },
  getModel: GetModel,
): Sanitize {
  return async (value, schema, { auth } = {}) => {
    assertSchema(schema, method);
    const options = { schema, getModel };
    const left = await runWalk(sanitized(options, value));
    if (!auth) return left;
    return runWalk(walk(removeRestrictedRelations(auth), options, left));
  };
}

/** Removes everything from an entry in a single pass. */
function outputVisitor(auth: unknown): Visitor {
  if (!auth) return removeHidden;
  const restrict = removeRestrictedRelations(auth);
  return (options, tools) => {
    removeHidden(options, tools);
    return restrict(options, tools);
  };
}

/** Parses the body keys that a route adds, and removes invalid ones. */
function parsedParams(
  data: Record<string, unknown>,
  keys: readonly string[],
  route: RouteParams | undefined,
): Record<string, unknown> {
  const shape = route?.request?.body?.['application/json']?.shape ?? {};
  for (const key of keys) {
    if (key === 'data' || !Object.hasOwn(data, key)) continue;
    const parsed = parseParam(shape[key], data[key]);
    if (parsed.success) data[key] = parsed.data;
    else delete data[key];
  }
  return data;
}

function assertSchema(schema: Model | undefined, method: string): void {
  if (!schema) throw new Error(`Missing schema in ${method}`);
}
