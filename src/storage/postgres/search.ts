// In charge of PostgreSQL's indexes of texts: pieces of three letters or digits, by row, as the extension pg_trgm keeps
// them.
import { sql } from 'kysely';
import { likePattern, type Fragment } from '../dialect.ts';
import { SEARCH_INDEX } from '../names.ts';
import type { SearchDialect, SearchIndex } from '../search/search-dialect.ts';
import type { Reading, Session } from '../session.ts';
import { quote, quoteText } from './quote.ts';

/** What pg_trgm makes pieces of: with less, all rows are candidates. */
const ENOUGH = /[\p{L}\p{N}]{3}/u;

export const postgresSearch: SearchDialect = {
  few: 500,

  phrase: (text) => (ENOUGH.test(text) ? likePattern(text, 'contains') : null),

  /** OFFSET keeps it apart: the planner takes a look at a long text for cheap, and would look at all of them first. */
  candidates(index, phrase): Fragment {
    return sql`select id from ${sql.id(index.table)} where ${sql.raw(textOf(index))} ilike ${phrase}::text offset 0`;
  },

  /** Candidates are asked for by their texts: the server goes without where there is no index of these. */
  version: null,

  *inspect(): Reading<ReadonlyMap<string, string>> {
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
    // The server keeps the expression in words of its own.
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

/** Where the extension is, which is made where it is missing. @throws where this user may not */
async function extensionSchema(session: Session): Promise<string> {
  await session.script('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  const [row] = await session.rows({
    sql: `SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'`,
    values: [],
  });
  return String(row?.[0]);
}
