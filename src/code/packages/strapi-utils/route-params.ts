// Parameters that a route adds to those of the content API, each with a schema of zod.
import { ALLOWED_QUERY_PARAM_KEYS } from './query-keys.ts';

/** What is said of them in a route. */
export interface RouteParams {
  readonly request?: {
    readonly query?: Readonly<Record<string, ParamSchema>>;
    readonly body?: {
      readonly 'application/json'?: { readonly shape?: Readonly<Record<string, ParamSchema>> };
    };
  };
}

/** Schema of one parameter. */
export interface ParamSchema {
  safeParse(value: unknown): ParsedParam;
}

/** What a schema makes of a value. */
export interface ParsedParam {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: { readonly message: string };
}

/** Parameters of the query that a route adds. */
export function extraQueryKeys(route: RouteParams | undefined): readonly string[] {
  const keys = Object.keys(route?.request?.query ?? {});
  return keys.filter((key) => !ALLOWED_QUERY_PARAM_KEYS.includes(key));
}

/** Keys of the body that a route knows. */
export function extraBodyKeys(route: RouteParams | undefined): readonly string[] {
  return Object.keys(route?.request?.body?.['application/json']?.shape ?? {});
}

/** A parameter without a schema passes as it is. */
export function parseParam(schema: ParamSchema | undefined, value: unknown): ParsedParam {
  return typeof schema?.safeParse === 'function'
    ? schema.safeParse(value)
    : { success: true, data: value };
}
