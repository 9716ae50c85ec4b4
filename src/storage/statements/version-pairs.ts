// Statements on all versions of a type: pairs of draft and published row, and default locales of rows without one.
import { sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { toQuery } from '../migration/row-writer.ts';
import type { SqlValue, WriteSteps } from '../session.ts';

/** The rows of a document in a locale, at least one of them. */
export interface VersionPair {
  readonly published: number | null;
  readonly draft: number | null;
  /** The published row was updated after its draft, and not before the given moment. */
  readonly isStale: boolean;
}

/** Which pairs to read. */
export interface PairsOf {
  /** Table of a content-type. */
  readonly table: string;
  /** In milliseconds since 1970; null for any time. */
  readonly since: number | null;
}

/**
 * Selects the pairs of a table. Rows without a document id are ignored. Of several rows of a version the first
 * counts.
 */
export function* versionPairs(
  dialect: Dialect,
  { table, since }: PairsOf,
): WriteSteps<readonly VersionPair[]> {
  const from = sql.id(table);
  const sinceTime: SqlValue = dialect.store('datetime', since ?? 0);
  const query = sql`select p.id, d.id, p.document_id, p.locale, case when p.updated_at > d.updated_at and p.updated_at >= ${sinceTime} then 1 else 0 end from ${from} p left join ${from} d on d.document_id = p.document_id and d.locale is not distinct from p.locale and d.published_at is null where p.published_at is not null and p.document_id is not null order by p.id, d.id`;
  const alone = sql`select d.id from ${from} d where d.published_at is null and d.document_id is not null and not exists (select 1 from ${from} p where p.document_id = d.document_id and p.locale is not distinct from d.locale and p.published_at is not null) order by d.id`;
  const [pairs = [], drafts = []] = yield [query, alone].map((each) =>
    toQuery(dialect.compile(each)),
  );
  const first = new Map(
    pairs.toReversed().map((pair) => [JSON.stringify([pair[2], pair[3]]), pair] as const),
  );
  return [
    ...[...first.values()].toReversed().map(([published, draft, , , isStale]) => ({
      published: Number(published),
      draft: draft === null ? null : Number(draft),
      isStale: Number(isStale) === 1,
    })),
    ...drafts.map(([draft]) => ({ published: null, draft: Number(draft), isStale: false })),
  ];
}

/**
 * Sets the locale of rows without one, unless their document has a row with that locale and version.
 * @returns the number of rows
 */
export function* fillLocale(dialect: Dialect, table: string, locale: string): WriteSteps<number> {
  const own = (column: string) => sql.id(table, column);
  const query = sql`update ${sql.id(table)} set locale = ${locale} where ${own('locale')} is null and not exists (select 1 from ${sql.id(table)} other where other.document_id = ${own('document_id')} and other.locale = ${locale} and (other.published_at is null) = (${own('published_at')} is null)) returning id`;
  const [rows = []] = yield [toQuery(dialect.compile(query))];
  return rows.length;
}
