// Matches requests against routes with path-to-regexp patterns; the first match wins.
import { pathToRegexp, type Key } from 'path-to-regexp';
import type Koa from 'koa';

/** A koa middleware. */
export type Middleware = (context: Koa.Context, next: () => Promise<unknown>) => unknown;

/** A route of a router. */
export interface RouterEntry<Route> {
  /** In upper case; `ALL` matches any method. */
  readonly method: string;
  /** A path-to-regexp pattern. */
  readonly path: string;
  readonly route: Route;
}

/** A matching route. */
export interface Match<Route> extends RouterEntry<Route> {
  readonly params: Record<string, string>;
}

interface Compiled<Route> {
  /** The entry that was added, not a copy: its route may change. */
  readonly entry: RouterEntry<Route>;
  readonly regexp: RegExp;
  readonly keys: readonly Key[];
  /** The first segments of its path, in lower case; null if they contain parameters. */
  readonly head: string | null;
}

/** Number of path segments that are looked up in an index before patterns are tested: `/api/jobs`. */
const HEAD = 2;

/** Routes in matching order. Matching ignores case and a trailing slash. */
export class Router<Route> {
  readonly #entries: Compiled<Route>[] = [];
  readonly #byHead = new Map<string, readonly Compiled<Route>[]>();

  /** @throws Error for an invalid path pattern */
  add(entry: RouterEntry<Route>): void {
    const keys: Key[] = [];
    const regexp = pathToRegexp(entry.path, keys, { sensitive: false, strict: false });
    const head = headOf(entry.path);
    const isPlain = head !== null && /^[\w.~/-]*$/.test(head);
    this.#entries.push({ entry, regexp, keys, head: isPlain ? head : null });
    this.#byHead.clear();
  }

  /** All matching routes, in order. HEAD matches GET routes. */
  match(method: string, path: string): readonly Match<Route>[] {
    const requestedMethod = method === 'HEAD' ? 'GET' : method;
    return this.#candidates(headOf(path)).flatMap(({ entry, regexp, keys }) => {
      if (entry.method !== requestedMethod && entry.method !== 'ALL') return [];
      const found = regexp.exec(path);
      return found ? [{ ...entry, params: paramsOf(keys, found) }] : [];
    });
  }

  /** The first matching route. */
  first(method: string, path: string): Route | undefined {
    const requestedMethod = method === 'HEAD' ? 'GET' : method;
    return this.#candidates(headOf(path)).find(
      ({ entry, regexp }) =>
        (entry.method === requestedMethod || entry.method === 'ALL') && regexp.test(path),
    )?.entry.route;
  }

  /** The methods of all routes that match a path. */
  methodsOf(path: string): readonly string[] {
    const found = this.#candidates(headOf(path)).filter(({ regexp }) => regexp.test(path));
    return [...new Set(found.map(({ entry }) => entry.method))];
  }

  get entries(): readonly RouterEntry<Route>[] {
    return this.#entries.map(({ entry }) => entry);
  }

  #candidates(head: string | null): readonly Compiled<Route>[] {
    const key = head ?? '';
    const cached = this.#byHead.get(key);
    if (cached) return cached;
    const isKnown = this.#entries.some(({ head: own }) => own === key);
    const found = this.#entries.filter(({ head: own }) => own === null || own === key);
    // Only paths of routes are cached: request paths are unbounded.
    if (isKnown) this.#byHead.set(key, found);
    return found;
  }
}

/** The first segments of a path; null if it has fewer. */
function headOf(path: string): string | null {
  let end = 0;
  for (let segment = 0; segment < HEAD; segment += 1) {
    if (end === -1) return null;
    end = path.indexOf('/', end + 1);
  }
  return (end === -1 ? path : path.slice(0, end)).toLowerCase();
}

function paramsOf(keys: readonly Key[], found: RegExpExecArray): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, { name }] of keys.entries()) {
    const value = found[index + 1];
    if (value !== undefined) params[String(name)] = decoded(value);
  }
  return params;
}

/** Decodes a path parameter. An invalid encoding is returned unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Composes middlewares; the first is the outermost. */
export function composed(middlewares: readonly Middleware[]): Middleware {
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
