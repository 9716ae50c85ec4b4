// A server whose database is restored between tests, which takes a fraction of the time of a start.
import type { TestApp } from './app.ts';
import { onClient } from './test-database.ts';

/**
 * Restores what was in a database.
 * @returns false if its tables are no longer the same, so that restoring rows is not enough
 */
type Restore = () => Promise<boolean>;

/** A server that tests share, one after another. Each of them finds the rows of the start. */
export class RestoredServer {
  readonly #open: () => Promise<TestApp>;
  #running: { readonly app: TestApp; readonly restore: Restore } | null = null;

  /** @param open Opens the server, also after a test that changed tables */
  constructor(open: () => Promise<TestApp>) {
    this.#open = open;
  }

  /** The server, on the restored database. It stays open. */
  async restored(): Promise<TestApp> {
    const { app, restore } = this.#running ?? {};
    return app && (await restore?.()) ? app : await this.fresh();
  }

  /** A new server in place of the former one, for tests of what a server remembers. */
  async fresh(): Promise<TestApp> {
    await this.close();
    return await this.#start();
  }

  async close(): Promise<void> {
    await this.#running?.app.close();
    this.#running = null;
  }

  async #start(): Promise<TestApp> {
    const app = await this.#open();
    const restore = await onClient({ sqlite: copyFile, postgres: copyOnServer })(app);
    this.#running = { app, restore };
    return app;
  }
}

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%'`;
const SCHEMA = 'SELECT name, sql FROM sqlite_master ORDER BY name';

/** Copies a file. The server notices that another program changes rows. */
async function copyFile(app: TestApp): Promise<Restore> {
  const other = await app.other();
  await other.script(`VACUUM INTO '${app.folder}/${app.token.slice(0, 16)}.copy'`);
  await other.script(`ATTACH '${app.folder}/${app.token.slice(0, 16)}.copy' AS copy`);
  const schema = JSON.stringify(await other.sql(SCHEMA));
  const tables = (await other.sql(TABLES)).map(({ name }) => `"${String(name)}"`);
  const rows = tables.map(
    (table) => `DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM copy.${table}`,
  );
  const script = `BEGIN IMMEDIATE; ${rows.join('; ')}; COMMIT`;
  return async () => {
    if (JSON.stringify(await other.sql(SCHEMA)) !== schema) return false;
    await other.script(script);
    return true;
  };
}

/** Columns, triggers and indexes. */
const OBJECTS = `SELECT md5(string_agg(object, ',' ORDER BY object)) FROM (
  SELECT concat_ws(' ', attrelid, attname, atttypid, atttypmod) AS object FROM pg_attribute
    JOIN pg_class ON pg_class.oid = attrelid
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT concat_ws(' ', tgrelid, tgname) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT concat_ws(' ', indrelid, indexrelid) FROM pg_index
    JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'public'::regnamespace) AS objects`;

/**
 * Copies the tables that have rows and the state of the sequences, and creates a function that restores them. Its statements are
 * planned once per connection. It restores only what has changed: a transaction writes its id into the rows that it adds or
 * changes, and if it only removes rows, their number changes.
 */
const COPY = `DO $$ DECLARE t record; has_rows boolean; body text := ''; BEGIN
  CREATE SCHEMA copy;
  CREATE SCHEMA state;
  CREATE TABLE state.sequences AS SELECT format('public.%I', sequencename)::regclass AS name,
    coalesce(last_value, start_value) AS value, last_value IS NOT NULL AS is_called
    FROM pg_sequences WHERE schemaname = 'public';
  CREATE TABLE state.restored AS
    SELECT txid_current() AS transaction, txid_snapshot_xmin(txid_current_snapshot()) AS oldest;
  FOR t IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', t.name) INTO has_rows;
    IF has_rows THEN
      EXECUTE format('CREATE TABLE copy.%1$I AS TABLE public.%1$I', t.name);
      body := body || format('
        IF (SELECT count(*) FROM public.%1$I) <> (SELECT count(*) FROM copy.%1$I) OR EXISTS
          (SELECT FROM public.%1$I WHERE xmin::text::bigint >= last.oldest AND xmin::text::bigint <> last.transaction)
        THEN
          DELETE FROM public.%1$I;
          INSERT INTO public.%1$I SELECT * FROM copy.%1$I;
        END IF;', t.name);
    ELSE
      body := body || format('
        IF EXISTS (SELECT FROM public.%1$I) THEN DELETE FROM public.%1$I; END IF;', t.name);
    END IF;
  END LOOP;
  EXECUTE format('CREATE FUNCTION state.restore() RETURNS void LANGUAGE plpgsql AS $f$
    DECLARE last state.restored; BEGIN
      SELECT * INTO last FROM state.restored;
      PERFORM set_config(''session_replication_role'', ''replica'', true);
      %s
      PERFORM setval(name, value, is_called) FROM state.sequences;
      UPDATE state.restored
        SET transaction = txid_current(), oldest = txid_snapshot_xmin(txid_current_snapshot());
    END $f$', body);
END $$`;

/** Copies inside the database. The server itself restores, so that it drops everything it has cached. */
async function copyOnServer(app: TestApp): Promise<Restore> {
  const other = await app.other();
  await other.script(COPY);
  const objects = JSON.stringify(await other.sql(OBJECTS));
  return async () => {
    if (JSON.stringify(await other.sql(OBJECTS)) !== objects) return false;
    await app.store.database.runRaw({ sql: 'SELECT state.restore()', values: [] });
    return true;
  };
}
