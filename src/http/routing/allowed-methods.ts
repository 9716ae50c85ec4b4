// Methods of a path for `Allow` (docs/strapi/server.md, "Paths and methods").
import type { Route } from './route.ts';

interface Pattern {
  readonly method: string;
  /** Lowercase path segments; those with a leading colon match anything. */
  readonly parts: readonly string[];
}

/** Methods of all paths. */
export class AllowedMethods {
  readonly #patterns: readonly Pattern[];

  constructor(routes: readonly Pick<Route, 'method' | 'path'>[]) {
    this.#patterns = routes.map(({ method, path }) => ({ method, parts: partsOf(path) }));
  }

  /** Methods of the routes with a path. */
  of(path: string): readonly string[] {
    const parts = partsOf(path);
    return this.#patterns.filter((pattern) => matches(pattern, parts)).map(({ method }) => method);
  }
}

/** Ignores a trailing slash. */
function partsOf(path: string): readonly string[] {
  return path.replace(/\/$/, '').toLowerCase().split('/');
}

function matches({ parts: pattern }: Pattern, parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) =>
      part.startsWith(':') ? parts[index] !== '' : part === parts[index],
    )
  );
}
