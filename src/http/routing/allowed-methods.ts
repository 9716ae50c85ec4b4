// In charge of which methods a path has, for `Allow` (docs/strapi/server.md, "Paths and methods").
import type { Route } from './route.ts';

interface Pattern {
  readonly method: string;
  /** Parts between slashes in lower case, those that begin with a colon for anything. */
  readonly parts: readonly string[];
}

/** The methods of all paths. */
export class AllowedMethods {
  readonly #patterns: readonly Pattern[];

  constructor(routes: readonly Pick<Route, 'method' | 'path'>[]) {
    this.#patterns = routes.map(({ method, path }) => ({ method, parts: partsOf(path) }));
  }

  /** The value of `Allow`. Any path may be a file: HEAD and GET are always in it. */
  of(path: string): string {
    const parts = partsOf(path);
    const own = this.#patterns.filter((pattern) => matches(pattern, parts));
    return [...new Set(['HEAD', 'GET', ...own.map(({ method }) => method)])].join(', ');
  }
}

/** One slash at the end does not count. */
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
