// Attributes that permission rows name by dotted paths (docs/strapi/administration.md, "Administrators' permissions").

import { MAX_PATH_STEPS } from '../../base/limits.ts';

/** Read-only attributes that every permission includes. */
const SYSTEM: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
]);

const CREATORS: ReadonlySet<string> = new Set(['createdBy', 'updatedBy']);

/** Fields of `createdBy` and `updatedBy` in responses. */
export const CREATOR_FIELDS: readonly string[] = [
  'firstname',
  'lastname',
  'username',
  'email',
  'isActive',
];

const OF_CREATORS: ReadonlySet<string> = new Set([...CREATOR_FIELDS, 'id', 'documentId']);

/** A set of attribute paths, including their ancestors and descendants. */
export class FieldPaths {
  /** Null for all. */
  readonly #listed: ReadonlySet<string> | null;
  readonly #leading: ReadonlySet<string>;

  /** @param listed Dotted paths; null for all */
  constructor(listed: readonly string[] | null) {
    this.#listed = listed && new Set(listed);
    this.#leading = new Set((listed ?? []).flatMap(prefixes));
  }

  /** Returns true for a readable attribute, or for an ancestor of one. @param path Names from the type */
  mayRead(path: readonly string[]): boolean {
    const [first = '', ...rest] = path;
    if (first === 'localizations') return rest.length === 0 || this.mayRead(rest);
    const creator = path.findIndex((name) => CREATORS.has(name));
    if (creator >= 0 && !path.slice(creator + 1).every((name) => OF_CREATORS.has(name)))
      return false;
    return SYSTEM.has(first) || creator === 0 || this.mayWrite(path);
  }

  /** Returns true for a writable attribute, or for an ancestor of one. */
  mayWrite(path: readonly string[]): boolean {
    if (this.#listed === null || this.#leading.has(path.join('.'))) return true;
    return path.some((_, depth) => this.#listed?.has(path.slice(0, depth + 1).join('.')));
  }
}

/** Returns true for a dotted path that is deeper than components can be nested. */
export function hasManyNames(field: string): boolean {
  return field.split('.', MAX_PATH_STEPS + 1).length > MAX_PATH_STEPS;
}

/** `a.b.c`: `a`, `a.b` and `a.b.c`. */
function prefixes(path: string): readonly string[] {
  const names = path.split('.');
  return names.map((_, depth) => names.slice(0, depth + 1).join('.'));
}
