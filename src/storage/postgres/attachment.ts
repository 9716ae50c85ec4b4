// Triggers by which a PostgreSQL database notifies all nodes of commits by any program: one per table, for each
// statement. Installed on request of an operator.
import type { Attachment } from '../dialect.ts';
import type { Query } from '../session.ts';
import { quote, quoteText } from './quote.ts';

/** Name of the channel, the triggers and their function. */
export const CHANNEL: string = 'quoin_changes';

/** A transaction notifies once per changed table at commit, however many statements it had. */
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

/** The most recent trigger on any table. Queried with every commit, so it must be cheap. */
const LAST = 'SELECT max(oid) FROM pg_trigger';

/** Selects the most recent trigger. */
export const lastTrigger: Query = { sql: LAST, values: [] };

/** Counts the triggers of other programs, including disabled ones, and selects the most recent trigger. */
export const otherTriggers: Query = {
  sql: `SELECT count(*), (${LAST}) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND t.tgname <> ${quoteText(CHANNEL)}
      AND c.relnamespace = current_schema()::regnamespace`,
  values: [],
};
