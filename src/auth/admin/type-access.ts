// Access of an administrator to the entries of one content-type: rows, locales and attributes
// (docs/strapi/administration.md, "Administrators' permissions").
import { allOf, isOneOf, type FilterTree } from '../../query/params.ts';
import type { RootAccess } from '../../query/access.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Grant } from './ability.ts';
import type { AdminPrincipal } from './admin-authenticator.ts';
import { FieldPaths } from './field-paths.ts';
import { anyOf, rowsOf } from './row-conditions.ts';

/** The grant of one permission row. */
interface RowGrant {
  /** Key of the condition: equal keys select equal rows. Empty without a condition. */
  readonly key: string;
  readonly rows: true | FilterTree;
  readonly fields: FieldPaths;
  /** Null for all. */
  readonly locales: ReadonlySet<string> | null;
}

/** An action on a content-type. */
export interface TypeAction {
  readonly action: string;
  readonly type: ContentType;
  /** Id of a condition that does not hold; default: null. */
  readonly ignored?: string | null;
}

const NO_FIELDS = new FieldPaths([]);

/** Access to the entries of a type for one action. */
export class TypeAccess implements RootAccess {
  readonly #grants: readonly RowGrant[];

  constructor(grants: readonly RowGrant[]) {
    this.#grants = grants;
  }

  /** True if no row is accessible. */
  get isNone(): boolean {
    return this.#grants.length === 0;
  }

  /** Access to rows in a locale. @param locale Code; null for types without locales */
  in(locale: string | null): TypeAccess {
    if (locale === null) return this;
    return new TypeAccess(
      this.#grants.filter(({ locales }) => locales === null || locales.has(locale)),
    );
  }

  /** Access to rows in all locales at once. */
  get inAll(): TypeAccess {
    return new TypeAccess(
      this.#grants.flatMap((grant) => {
        const { locales, key, rows } = grant;
        if (locales === null) return [grant];
        if (locales.size === 0) return [];
        const codes = [...locales].toSorted();
        const inLocales = isOneOf('locale', codes);
        return [
          {
            ...grant,
            key: `${key} in ${codes.join(' ')}`,
            rows: rows === true ? inLocales : allOf([rows, inLocales]),
            locales: null,
          },
        ];
      }),
    );
  }

  /** Codes of the accessible locales; null for all. */
  get locales(): readonly string[] | null {
    const lists = this.#grants.map(({ locales }) => locales);
    if (lists.includes(null)) return null;
    return [...new Set(lists.flatMap((codes) => [...(codes ?? [])]))];
  }

  /** The condition that accessible rows meet; null for none. Meaningless if `isNone`. */
  get rows(): FilterTree | null {
    const condition = anyOf(this.#grants.map(({ rows }) => rows));
    return typeof condition === 'boolean' ? null : condition;
  }

  /**
   * Conditions that decide which attributes of a row are accessible, by their keys; empty if all rows have the same.
   */
  get distinctions(): ReadonlyMap<string, FilterTree> {
    const all = new Map(this.#grants.map(({ key, rows }) => [key, rows]));
    if (all.size < 2) return new Map();
    return new Map(
      [...all].flatMap(([key, rows]) => (rows === true ? [] : [[key, rows] as const])),
    );
  }

  /** Access to one row, for which some of the distinctions hold. @param keys Keys of these */
  holding(keys: ReadonlySet<string>): TypeAccess {
    const holding = this.#grants.filter(({ key, rows }) => rows === true || keys.has(key));
    return new TypeAccess(holding.map((grant) => ({ ...grant, key: '', rows: true })));
  }

  /** Access to an entry that meets all conditions, such as one that the administrator creates. */
  get ofOwn(): TypeAccess {
    return this.holding(new Set(this.#grants.map(({ key }) => key)));
  }

  /** Returns true if an attribute of every accessible row may be read. */
  mayRead(path: readonly string[]): boolean {
    if (this.isNone) return NO_FIELDS.mayRead(path);
    return this.#inAllRows((fields) => fields.mayRead(path));
  }

  /** Returns true if an attribute of every accessible row may be written, or a part of it. */
  mayWrite(path: readonly string[]): boolean {
    return !this.isNone && this.#inAllRows((fields) => fields.mayWrite(path));
  }

  /** For the rows of each grant some grant that covers them has the attribute. */
  #inAllRows(has: (fields: FieldPaths) => boolean): boolean {
    return this.#grants.every(({ key }) =>
      this.#grants.some((other) => (other.rows === true || other.key === key) && has(other.fields)),
    );
  }
}

/** Access of an administrator to the entries of a type. */
export function typeAccess(
  { admin, ability }: AdminPrincipal,
  { action, type, ignored = null }: TypeAction,
): TypeAccess {
  return new TypeAccess(
    ability.grants(action, type.uid).flatMap((grant): readonly RowGrant[] => {
      const rows = rowsOf(grant, admin, ignored);
      if (rows === false) return [];
      return [
        {
          key: rows === true ? '' : keyOf(grant),
          rows,
          fields: new FieldPaths(grant.fields),
          locales: type.localized && grant.locales ? new Set(grant.locales) : null,
        },
      ];
    }),
  );
}

/** Equal for equal conditions. */
function keyOf({ conditions, filters }: Grant): string {
  const own = filters ? JSON.stringify([...filters]) : '';
  return `${conditions.toSorted().join(' ')}${own}`;
}
