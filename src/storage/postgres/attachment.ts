// In charge of the triggers by which a PostgreSQL database tells every node that something was committed, whoever
// committed it: one on each table, for each statement that changes it. They are made when an operator asks for them.
import type { Attachment } from '../dialect.ts';
import type { Query } from '../session.ts';
import { quote, quoteText } from './quote.ts';

/** What is told, and the name of the triggers and their function. */
export const CHANNEL: string = 'quoin_changes';

/** A transaction tells once of each table that it changed, when it commits, however many statements it had. */
const FUNCTION = `CREATE OR REPLACE FUNCTION ${CHANNEL}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN PERFORM pg_notify('${CHANNEL}', TG_TABLE_NAME); RETURN NULL; END $$`;

export const attachment: Attachment = {
  attach: (tables) => [
    FUNCTION,
    ...tables.map(
      (table) =>
        `CREATE OR REPLACE TRIGGER ${CHANNEL} AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${quote(table)}` +
        ` FOR EACH STATEMENT EXECUTE FUNCTION ${CHANNEL}()`,
    ),
    `SELECT pg_notify('${CHANNEL}', '')`,
  ],
  detach: () => [
    `SELECT pg_notify('${CHANNEL}', '')`,
    `DROP FUNCTION IF EXISTS ${CHANNEL}() CASCADE`,
  ],
  attached: () => ({
    sql: `SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE t.tgname = ${quoteText(CHANNEL)} AND t.tgenabled IN ('O', 'A')
        AND c.relnamespace = current_schema()::regnamespace`,
    values: [],
  }),
};

/** Whatever was made last on any table: asked with every commit, so it must not cost anything. */
const LAST = 'SELECT max(oid) FROM pg_trigger';

/** Names the last trigger that there is. */
export const lastTrigger: Query = { sql: LAST, values: [] };

/** Counts the triggers of other programs, switched off or not, and names the last one that there is, of anybody. */
export const otherTriggers: Query = {
  sql: `SELECT count(*), (${LAST}) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND t.tgname <> ${quoteText(CHANNEL)}
      AND c.relnamespace = current_schema()::regnamespace`,
  values: [],
};
