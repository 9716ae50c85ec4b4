// Parameters that a route adds to those of the content API, each with a zod schema.
import { ALLOWED_QUERY_PARAM_KEYS } from './query-keys.ts';

/** The description of request parameters in a route. */
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

/** The result of a schema. */
export interface ParsedParam {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: { readonly message: string };
}

/** Query parameters that a route adds. */
export function extraQueryKeys(route: RouteParams | undefined): readonly string[] {
  const keys = Object.keys(route?.request?.query ?? {});
  return keys.filter((key) => !ALLOWED_QUERY_PARAM_KEYS.includes(key));
}

/** Body keys that a route adds. */
export function extraBodyKeys(route: RouteParams | undefined): readonly string[] {
  return Object.keys(route?.request?.body?.['application/json']?.shape ?? {});
}

/** A parameter without a schema is not changed. */
export function parseParam(schema: ParamSchema | undefined, value: unknown): ParsedParam {
  return typeof schema?.safeParse === 'function'
    ? schema.safeParse(value)
    : { success: true, data: value };
}
