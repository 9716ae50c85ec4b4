// Lifecycle hooks of document reads. Hooks see them as row queries, and may change the parameters.
import type { Fields, Params } from '../strapi/code-values.ts';
import type { LifecycleAction, Lifecycles } from './lifecycles.ts';

/** Lifecycle action of each method. */
const ACTION_OF: Readonly<Record<string, LifecycleAction>> = {
  findMany: 'FindMany',
  findFirst: 'FindOne',
  findOne: 'FindOne',
  count: 'Count',
};

/** Parameter names of the document service, and of row queries. */
const NAMES = [
  ['filters', 'where'],
  ['fields', 'select'],
  ['sort', 'orderBy'],
  ['start', 'offset'],
] as const;

/** A document service call that reads. */
export interface FindCall {
  readonly uid: string;
  readonly method: string;
  readonly params: Params;
}

/** Runs a document read between its hooks. */
export async function withFindHooks<T>(
  lifecycles: Lifecycles,
  { uid, method, params }: FindCall,
  run: (params: Params) => Promise<T>,
): Promise<T> {
  const action = ACTION_OF[method];
  if (action === undefined || !lifecycles.has(uid, [action])) return run(params);
  const call = lifecycles.call(uid, action, toQueryParams(params));
  return lifecycles.around(call, () => run(toDocumentParams(params, call.params)));
}

function toQueryParams(params: Params): Fields {
  const renamed = new Map<string, string>(NAMES);
  const named = Object.entries(params).map(([name, value]) => [renamed.get(name) ?? name, value]);
  return { where: {}, ...Object.fromEntries(named) };
}

/** Returns the parameters of a call with the changes of hooks. */
function toDocumentParams(params: Params, changed: Fields): Params {
  const renamed = new Map<string, string>(NAMES.map(([ours, theirs]) => [theirs, ours]));
  const named = Object.entries(changed).map(([name, value]) => [renamed.get(name) ?? name, value]);
  const { documentId, status, locale } = params;
  return { ...Object.fromEntries(named), documentId, status, locale };
}
