// PostgreSQL search indexes: trigrams of the extension pg_trgm.
import { sql } from 'kysely';
import { likePattern, type Fragment } from '../dialect.ts';
import { SEARCH_INDEX } from '../layout/names.ts';
import type { SearchDialect, SearchIndex } from '../search/search-dialect.ts';
import type { ReadSteps, Session } from '../session.ts';
import { quote, quoteText } from './quote.ts';

/** Without a trigram, all rows would be candidates. */
const ENOUGH = /[\p{L}\p{N}]{3}/u;

export const postgresSearch: SearchDialect = {
  few: 500,

  phrase: (text) => (ENOUGH.test(text) ? likePattern(text, 'contains') : null),

  /** OFFSET prevents flattening: the planner considers comparing long texts cheap and would do it first. */
  candidates(index, phrase): Fragment {
    return sql`select id from ${sql.id(index.table)} where ${sql.raw(textOf(index))} ilike ${phrase}::text offset 0`;
  },

  /** Candidates are selected by text, so a missing index only makes it slower. */
  version: null,

  *inspect(): ReadSteps<ReadonlyMap<string, string>> {
    const [rows = []] = yield [{ sql: INDEXES, values: [] }];
    return new Map(rows.map(([name, definition]) => [String(name), String(definition)]));
  },

  definition: textOf,

  async make(session, index): Promise<void> {
    const [name, text] = [quote(index.name), textOf(index)];
    const pieces = `${quote(await extensionSchema(session))}.gin_trgm_ops`;
    await session.script(
      `CREATE INDEX ${name} ON ${quote(index.table)} USING gin ((${text}) ${pieces})`,
    );
    // The server stores the expression in its own notation.
    await session.script(`COMMENT ON INDEX ${name} IS ${quoteText(text)}`);
  },

  async drop(session, name): Promise<void> {
    await session.script(`DROP INDEX IF EXISTS ${quote(name)}`);
  },
};

const INDEXES = `SELECT c.relname, coalesce(obj_description(c.oid, 'pg_class'), '') FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i' AND starts_with(c.relname, '${SEARCH_INDEX}_')`;

/** All columns as one text. */
function textOf({ columns }: SearchIndex): string {
  return columns.map((column) => `coalesce(${quote(column)}::text, '')`).join(' || chr(10) || ');
}

/** Schema of the extension, which is installed if it is missing. @throws if the user may not */
async function extensionSchema(session: Session): Promise<string> {
  await session.script('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  const [row] = await session.rows({
    sql: `SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'`,
    values: [],
  });
  return String(row?.[0]);
}
