// Changes of row counts by locale and version, the groups by which lists are counted.
import { sql } from 'kysely';
import type { Fragment } from '../dialect.ts';
import type { Query, Row } from '../session.ts';

/** Columns by which lists are counted. */
export const COUNTED_BY: readonly string[] = ['locale', 'published_at'];

/** Last columns that a counted statement returns for each row: the locale, and 1 for a draft. */
export const countedColumns: Fragment = sql`"locale", "published_at" is null`;

/** Rows of a table that a total counts. */
export interface CountedRows {
  readonly table: string;
  /** Null for all rows, including those without a locale. */
  readonly locales: ReadonlySet<string> | null;
  /** Null for drafts and published rows. */
  readonly isDraft: boolean | null;
}

/** Deltas by table name. */
export type RowCountDeltas = ReadonlyMap<string, RowCountDelta>;

/** Change of a table's row count. */
export class RowCountDelta {
  readonly #published = new Map<string | null, number>();
  readonly #drafts = new Map<string | null, number>();

  /** Adds the effect of a statement. @param rows Rows that it returned */
  add(sign: NonNullable<Query['delta']>, rows: readonly Row[]): this {
    if (sign === 0) return this;
    for (const row of rows) {
      const [locale, isDraft] = row.slice(-COUNTED_BY.length);
      const numbers = isDraft === 1 ? this.#drafts : this.#published;
      increase(numbers, typeof locale === 'string' ? locale : null, sign);
    }
    return this;
  }

  /** Adds another delta. */
  merge(other: RowCountDelta): void {
    for (const [locale, number] of other.#published) increase(this.#published, locale, number);
    for (const [locale, number] of other.#drafts) increase(this.#drafts, locale, number);
  }

  /** Change of the number of matching rows. */
  of({ locales, isDraft }: Omit<CountedRows, 'table'>): number {
    const published = isDraft === true ? 0 : sum(this.#published, locales);
    return published + (isDraft === false ? 0 : sum(this.#drafts, locales));
  }
}

type Numbers = Map<string | null, number>;

function increase(numbers: Numbers, locale: string | null, by: number): void {
  numbers.set(locale, (numbers.get(locale) ?? 0) + by);
}

function sum(numbers: Numbers, locales: ReadonlySet<string> | null): number {
  let all = 0;
  for (const [locale, number] of numbers) {
    if (locales === null || (locale !== null && locales.has(locale))) all += number;
  }
  return all;
}
