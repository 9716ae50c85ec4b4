// In charge of adding up which rows of a table came and went, by what lists are counted by: their locale and version.
import { sql } from 'kysely';
import type { Fragment } from './dialect.ts';
import type { Query, Row } from './session.ts';

/** The columns that lists are counted by. */
export const COUNTED_BY: readonly string[] = ['locale', 'published_at'];

/** What the rows end in that a statement returns to be added up: the locale, and 1 for a draft. */
export const countedColumns: Fragment = sql`"locale", "published_at" is null`;

/** Rows of a table that are counted. */
export interface CountedRows {
  readonly table: string;
  /** Null: of any, and those of none. */
  readonly locales: ReadonlySet<string> | null;
  /** Null: drafts and published ones. */
  readonly isDraft: boolean | null;
}

/** Tallies of tables, by name. */
export type Tallies = ReadonlyMap<string, Tally>;

/** How many more rows of a table there are. */
export class Tally {
  readonly #published = new Map<string | null, number>();
  readonly #drafts = new Map<string | null, number>();

  /** Adds what a statement did. @param rows Those that it returned */
  add(sign: NonNullable<Query['tally']>, rows: readonly Row[]): this {
    if (sign === 0) return this;
    for (const row of rows) {
      const [locale, isDraft] = row.slice(-COUNTED_BY.length);
      const numbers = isDraft === 1 ? this.#drafts : this.#published;
      increase(numbers, typeof locale === 'string' ? locale : null, sign);
    }
    return this;
  }

  /** Adds what another one has. */
  include(other: Tally): void {
    for (const [locale, number] of other.#published) increase(this.#published, locale, number);
    for (const [locale, number] of other.#drafts) increase(this.#drafts, locale, number);
  }

  /** How many more of these there are. */
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
