// `ctx.query`: parsed once per query string, to an object that code may change in place.
import type Koa from 'koa';
import qs from 'qs';

/** Parses a query string; settings are the project's. */
export type ParseQuery = (text: string) => Record<string, unknown>;

/** What was parsed of a request, by query string. */
const parsed = new WeakMap<object, Map<string, Record<string, unknown>>>();

/** Has requests parse their query so. Setting it writes a query string. */
export function addQueryObject(app: Koa, parse: ParseQuery): void {
  Object.defineProperty(app.request, 'query', {
    configurable: true,
    get(this: Koa.Request) {
      const cached = parsed.get(this.req) ?? new Map<string, Record<string, unknown>>();
      parsed.set(this.req, cached);
      const text = this.querystring;
      const query = cached.get(text) ?? parse(text);
      cached.set(text, query);
      return query;
    },
    set(this: Koa.Request, query: unknown) {
      this.querystring = qs.stringify(query);
    },
  });
}

/** The query that code has, where it has looked at it; its changes are in it. */
export function queryOf({ req, querystring }: Koa.Request): Record<string, unknown> | undefined {
  return parsed.get(req)?.get(querystring);
}
