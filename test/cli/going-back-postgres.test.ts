// `quoin check` on a PostgreSQL database that may be used with Strapi again (docs/strapi/differences.md, D10), as on
// SQLite.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePostgresDatabase, type PostgresDatabase } from '../support/postgres-database.ts';
import { runQuoin, startQuoin } from '../support/program.ts';
import { collectionType, makeProject, schemaOf, writeFiles } from '../support/project-folder.ts';
import { strapiSchemas } from '../support/strapi-schemas.ts';
import { connect, type OtherProgram } from '../support/test-database.ts';

const NOTE = schemaOf('note');
const GONE = schemaOf('gone');
const BEFORE = {
  [NOTE]: collectionType('note', { title: { type: 'string' }, old: { type: 'string' } }),
  [GONE]: collectionType('gone'),
};
const AFTER = {
  [NOTE]: { ...collectionType('note'), options: { draftAndPublish: false } },
};

let server: PostgresDatabase;
let other: OtherProgram;

beforeAll(async () => {
  server = await makePostgresDatabase();
  other = await connect(server.config);
});

afterAll(async () => {
  await other.close();
  await server.drop();
});

/** A project on the database, or on a server that is not there. */
function makeOnPostgres(port: number): string {
  const { user, password, host, database } = server.config;
  const connectionString = `postgres://${user}:${password}@${host}:${port}/${database}`;
  const config = { connection: { client: 'postgres', connection: { connectionString } } };
  return makeProject({ ...BEFORE, 'config/database.json': config });
}

async function check(folder: string): Promise<string> {
  const { code, stdout, stderr } = await runQuoin(folder, 'check');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('No errors in');
  return stdout;
}

async function startAndEnd(folder: string): Promise<void> {
  const running = await startQuoin(folder);
  running.signal('SIGTERM');
  await running.ended();
}

/** What Strapi leaves at a start: the schemas, and its tables. */
async function leaveStrapi(drafts: boolean): Promise<void> {
  const schema = JSON.stringify({
    tables: [
      { name: 'notes', columns: [{ name: 'id' }, { name: 'title' }, { name: 'old' }] },
      { name: 'gones', columns: [{ name: 'id' }] },
    ],
  });
  const schemas = strapiSchemas({ note: { drafts }, gone: { drafts: true } });
  await other.script(
    `delete from strapi_core_store_settings where key = 'strapi_content_types_schema';
    insert into strapi_core_store_settings (key, value) values ('strapi_content_types_schema', '${schemas}');
    insert into strapi_database_schema (schema) values ('${schema}')`,
  );
}

test('reports what Strapi would delete, show, or create again', async () => {
  const folder = makeOnPostgres(server.config.port);
  await startAndEnd(folder);
  expect(await check(folder)).not.toMatch(/Going back|Strapi/);
  await other.script(
    `insert into notes (id, document_id, title, old, published_at, updated_at) values
      (1, 'one', 'One', 'x', '2026-01-01', '2026-01-01'), (2, 'one', 'Draft', null, null, '2026-01-02');
    insert into gones (id, document_id, title) values (1, 'g', 'G')`,
  );
  rmSync(path.join(folder, GONE));
  writeFiles(folder, AFTER);
  await leaveStrapi(true);
  const known = await other.sql('select count(*) as count from quoin_tables');
  expect(await check(folder)).toContain(
    [
      'Going back to Strapi would delete the following data, which Quoin keeps:',
      '  api::note.note: 1 draft of a type without drafts',
      '  column notes.old, with 1 value',
      '  table gones, with 1 row',
      '',
    ].join('\n'),
  );
  expect(await other.sql('select count(*) as count from quoin_tables')).toEqual(known);

  await leaveStrapi(false);
  expect(await check(folder)).toContain(
    'Strapi would show the following data, which Quoin does not serve:\n  api::note.note: 1 draft of a type without drafts\n',
  );

  writeFiles(folder, BEFORE);
  await startAndEnd(folder);
  const output = await check(folder);
  expect(output).toContain(
    'Strapi last ran without drafts of api::note.note: it would recreate them from the published versions (1 draft with changes), and might fail to start.\n',
  );
  await other.script(/^ {2}(UPDATE .*;)$/m.exec(output)?.[1] ?? '');
  const [row] = await other.sql(
    `select value::json -> 'api::note.note' -> 'options' ->> 'draftAndPublish' as drafts
      from strapi_core_store_settings where key = 'strapi_content_types_schema'`,
  );
  expect(row).toEqual({ drafts: 'true' });
  expect(await check(folder)).not.toContain('Strapi last ran');
});

test('reports an unreachable server as a warning', async () => {
  const output = await check(makeOnPostgres(1));
  expect(output).toContain('Warning: the database was not checked. The PostgreSQL server at');
  expect(output).not.toContain('quoin:quoin');
});
