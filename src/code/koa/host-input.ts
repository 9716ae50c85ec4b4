// The input of built-in routes: what code has left in the koa context.
import type Koa from 'koa';
import { validationError } from '../../base/errors.ts';
import { reasonOf } from '../../project/project-error.ts';
import { isRecord } from '../packages/strapi-utils/values.ts';
import type { AuthorizedInput, RequestInput } from './host.ts';
import { changedQueryOf } from './query-object.ts';

/** Returns the input of a built-in route. @throws ValidationError for a body that is not JSON */
export function inputOf(ctx: Koa.Context): RequestInput {
  const { params } = ctx as { readonly params?: unknown };
  const { body } = ctx.request as { readonly body?: unknown };
  return { params: textsOf(params), body: toBody(body), query: changedQueryOf(ctx.request) };
}

/** Returns the input of a built-in route whose caller is authorized. @throws ValidationError for a body that is not JSON */
export function authorizedInputOf(ctx: Koa.Context): AuthorizedInput {
  const { params, body, query } = inputOf(ctx);
  return { params, body, query, auth: ctx.state['auth'] };
}

/** Code may set a parameter to a number, or remove it. */
function textsOf(params: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(isRecord(params) ? params : {});
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );
}

/**
 * Converts a body as `JSON.stringify` does, so dates of code become ISO 8601 strings. A bigint becomes its digits. A body
 * without such values is not copied.
 */
function toBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || isJson(body, 0)) return body;
  let text: string | undefined;
  try {
    text = JSON.stringify(body, toJsonValue);
  } catch (error) {
    throw validationError(`The request body cannot be written as JSON. ${reasonOf(error)}`);
  }
  return text === undefined ? undefined : JSON.parse(text);
}

/** Deeper values are copied, which fails for those that contain themselves. */
const MAX_DEPTH = 100;

/** True if a value consists of what `JSON.parse` returns. */
function isJson(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object': {
      if (value === null) return true;
      if (depth > MAX_DEPTH || 'toJSON' in value) return false;
      // `every` skips the holes of a sparse list, which JSON writes as null.
      if (Array.isArray(value)) {
        if (Object.keys(value).length !== value.length) return false;
        return value.every((item) => isJson(item, depth + 1));
      }
      const prototype: unknown = Object.getPrototypeOf(value);
      if (prototype !== null && prototype !== Object.prototype) return false;
      return Object.values(value).every((item) => isJson(item, depth + 1));
    }
    default:
      return false;
  }
}

function toJsonValue(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  throw validationError(`Invalid value at ${key}. Expected a number, received: ${value}`);
}
