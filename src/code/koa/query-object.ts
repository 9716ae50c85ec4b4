// `ctx.query`: parses each query string once, into an object that code may change in place.
import type Koa from 'koa';
import qs from 'qs';
import { paramsOfQuery, textsOfQuery } from '../documents/request-query.ts';
import type { ChangedQuery } from '../../query/params.ts';

/** Parses a query string with the settings of the project. */
export type ParseQuery = (text: string) => Record<string, unknown>;

/** Parsed queries of a request, by query string. */
const parsed = new WeakMap<object, Map<string, Record<string, unknown>>>();

/**
 * Adds the `query` accessor to requests. As in Strapi, its setter writes the query string, from which the next read gets
 * values as text.
 */
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

/** Returns the query with the changes of code, for built-in routes; null if code has not read it. */
export function changedQueryOf(request: Koa.Request): ChangedQuery | null {
  const query = queryOf(request);
  if (query === undefined) return null;
  return {
    get params() {
      return paramsOfQuery(query);
    },
    get parsed() {
      return textsOfQuery(query);
    },
  };
}

/** Returns the query object with the changes of code, or undefined if code has not read it. */
export function queryOf({ req, querystring }: Koa.Request): Record<string, unknown> | undefined {
  return parsed.get(req)?.get(querystring);
}
