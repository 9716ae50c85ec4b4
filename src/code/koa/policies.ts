// Route policies, which run before route middlewares.
import type Koa from 'koa';
import { policyFailed } from '../../base/errors.ts';
import { isRecord, toRecord, toText } from '../../schema/raw.ts';
import type { Policy, Strapi } from '../strapi/strapi.ts';
import type { Callable } from '../strapi/code-values.ts';
import type { Middleware } from './router.ts';

/** The API or plugin of a route, in which policy names without a prefix are looked up. */
export interface RouteOwner {
  readonly apiName?: string;
  readonly pluginName?: string;
}

/** A policy with its configuration. */
export interface BoundPolicy {
  readonly handler: Callable;
  readonly config: unknown;
}

/** Resolves a list of policies. @throws Error for an unknown name, or a configuration that a policy rejects */
export function routePolicies(
  list: unknown,
  owner: RouteOwner,
  strapi: Strapi,
): readonly BoundPolicy[] {
  return (Array.isArray(list) ? list : []).map((item) => bind(item, owner, strapi));
}

/** Creates the middleware that runs policies. */
export function policiesMiddleware(policies: readonly BoundPolicy[], strapi: Strapi): Middleware {
  return async (ctx, next) => {
    const context = policyContextOf(ctx);
    for (const { handler, config } of policies) {
      const result: unknown = await Reflect.apply(handler, undefined, [
        context,
        config,
        { strapi },
      ]);
      if (result !== true && result !== undefined) throw policyFailed();
    }
    return next();
  };
}

function bind(item: unknown, owner: RouteOwner, strapi: Strapi): BoundPolicy {
  const name = toText(item) ?? toText(toRecord(item)['name']) ?? '';
  const config = toRecord(item)['config'] ?? {};
  const policy = find(name, owner, strapi);
  if (policy === undefined) throw new Error(`Policy ${name} not found.`);
  if (!isPolicy(policy)) throw new Error(`Policy ${name} does not export a function.`);
  if (typeof policy === 'function') return { handler: policy, config };
  const { validator, handler } = policy;
  if (validator) Reflect.apply(validator, policy, [config]);
  return { handler, config };
}

function find(name: string, { apiName, pluginName }: RouteOwner, strapi: Strapi): unknown {
  const policy = strapi.policy(name);
  if (policy) return policy;
  if (pluginName !== undefined) return strapi.policy(`plugin::${pluginName}.${name}`);
  return apiName === undefined ? undefined : strapi.policy(`api::${apiName}.${name}`);
}

/** Returns true for a valid export of a policy file. */
function isPolicy(value: unknown): value is Policy {
  return typeof value === 'function' || (isRecord(value) && typeof value['handler'] === 'function');
}

/** Returns the context of a policy: the own properties of the koa context, without inherited ones. */
export function policyContextOf(ctx: Koa.Context): object {
  const is = (name: string): boolean => name === 'koa';
  return Object.assign({ is, type: 'koa' }, ctx);
}
