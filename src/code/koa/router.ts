// Router with the patterns of path-to-regexp: the first matching route wins.
import { pathToRegexp, type Key } from 'path-to-regexp';
import type Koa from 'koa';

/** A koa middleware. */
export type Middleware = (context: Koa.Context, next: () => Promise<unknown>) => unknown;

/** A route with its method and path pattern. */
export interface RouterEntry<Route> {
  /** In upper case; `ALL` matches any method. */
  readonly method: string;
  /** A path-to-regexp pattern. */
  readonly path: string;
  readonly route: Route;
  /** Its API, such as `content-api` or `admin`. */
  readonly type?: string;
}

/** A matching route with the parameters of the path. */
export interface Match<Route> extends RouterEntry<Route> {
  readonly params: Record<string, string>;
}

interface Compiled<Route> {
  /** Not a copy, because `route` may be a getter. */
  readonly entry: RouterEntry<Route>;
  readonly regexp: RegExp;
  readonly keys: readonly Key[];
  /** The first segments of the path, in lower case; null if they contain parameters. */
  readonly prefix: string | null;
}

/** Number of segments that are looked up before patterns are tried, as in `/api/jobs`. */
const PREFIX_SEGMENTS = 2;

/** @throws Error for an invalid path pattern */
export function assertPath(path: string): void {
  pathToRegexp(path);
}

/** Returns a function that matches paths that begin with a pattern. @throws Error for an invalid pattern */
export function prefixMatcher(patterns: readonly string[]): (path: string) => boolean {
  const expressions = patterns.map((pattern) =>
    pathToRegexp(pattern, [], { sensitive: false, strict: false, end: false }),
  );
  return (path) => expressions.some((expression) => expression.test(path));
}

/** Matches routes in order, ignoring case and a trailing slash. */
export class Router<Route> {
  readonly #entries: Compiled<Route>[] = [];
  readonly #byPrefix = new Map<string, readonly Compiled<Route>[]>();

  /** Adds a route. @throws Error for an invalid path pattern */
  add(entry: RouterEntry<Route>): void {
    const keys: Key[] = [];
    const regexp = pathToRegexp(entry.path, keys, { sensitive: false, strict: false });
    const prefix = prefixOf(entry.path);
    const isPlain = prefix !== null && /^[\w.~/-]*$/.test(prefix);
    this.#entries.push({ entry, regexp, keys, prefix: isPlain ? prefix : null });
    this.#byPrefix.clear();
  }

  /** Returns all matching routes in order. HEAD requests match GET routes. */
  match(method: string, path: string): readonly Match<Route>[] {
    const requestedMethod = method === 'HEAD' ? 'GET' : method;
    return this.#candidates(prefixOf(path)).flatMap(({ entry, regexp, keys }) => {
      if (entry.method !== requestedMethod && entry.method !== 'ALL') return [];
      const found = regexp.exec(path);
      return found ? [{ params: paramsOf(keys, found), ...entry }] : [];
    });
  }

  /** Returns the first matching route. */
  first(method: string, path: string): Route | undefined {
    return this.firstEntry(method, path)?.route;
  }

  firstEntry(method: string, path: string): RouterEntry<Route> | undefined {
    const requestedMethod = method === 'HEAD' ? 'GET' : method;
    return this.#candidates(prefixOf(path)).find(
      ({ entry, regexp }) =>
        (entry.method === requestedMethod || entry.method === 'ALL') && regexp.test(path),
    )?.entry;
  }

  /** Returns the methods of all routes whose path matches. */
  methodsOf(path: string): readonly string[] {
    const found = this.#candidates(prefixOf(path)).filter(({ regexp }) => regexp.test(path));
    return [...new Set(found.map(({ entry }) => entry.method))];
  }

  get entries(): readonly RouterEntry<Route>[] {
    return this.#entries.map(({ entry }) => entry);
  }

  #candidates(prefix: string | null): readonly Compiled<Route>[] {
    const key = prefix ?? '';
    const cached = this.#byPrefix.get(key);
    if (cached) return cached;
    const isKnown = this.#entries.some(({ prefix: own }) => own === key);
    const found = this.#entries.filter(({ prefix: own }) => own === null || own === key);
    // Request paths are unbounded, so only prefixes of routes are cached.
    if (isKnown) this.#byPrefix.set(key, found);
    return found;
  }
}

/** Returns the first segments of a path, or null if it has fewer. */
function prefixOf(path: string): string | null {
  let end = 0;
  for (let segment = 0; segment < PREFIX_SEGMENTS; segment += 1) {
    if (end === -1) return null;
    end = path.indexOf('/', end + 1);
  }
  return (end === -1 ? path : path.slice(0, end)).toLowerCase();
}

function paramsOf(keys: readonly Key[], found: RegExpExecArray): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, { name }] of keys.entries()) {
    const value = found[index + 1];
    if (value !== undefined) params[String(name)] = decode(value);
  }
  return params;
}

/** Decodes percent-encoding; invalid text is returned unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Composes middlewares into one; the first is the outermost. */
export function compose(middlewares: readonly Middleware[]): Middleware {
  return (context, next) => {
    const dispatch = async (index: number): Promise<unknown> => {
      const middleware = middlewares[index];
      if (!middleware) return next();
      let isCalled = false;
      return middleware(context, () => {
        if (isCalled) return Promise.reject(new Error('next() called multiple times'));
        isCalled = true;
        return dispatch(index + 1);
      });
    };
    return dispatch(0);
  };
}
