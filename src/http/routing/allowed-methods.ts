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

  /** Value of `Allow`. It always contains HEAD and GET, since any path may be a file. */
  of(path: string): string {
    const parts = partsOf(path);
    const own = this.#patterns.filter((pattern) => matches(pattern, parts));
    return [...new Set(['HEAD', 'GET', ...own.map(({ method }) => method)])].join(', ');
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
