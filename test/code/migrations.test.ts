// Files of database/migrations: each runs once, before the tables are updated.
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTestApp, serve, type TestApp } from '../support/app.ts';
import { readValue } from '../support/app-database.ts';
import { modelOf } from '../../src/app/content-model.ts';
import { openProject } from '../../src/app/project.ts';
import { migrateStore } from '../../src/app/store.ts';
import { makeDatabase } from '../support/test-database.ts';
import type { DatabaseConfig } from '../../src/project/database-config.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  writeFiles,
  type ProjectFiles,
} from '../support/project-folder.ts';

const POST = { [schemaOf('post')]: collectionType('post') };

function migration(body: string): string {
  return `module.exports = { async up(knex, db) { ${body} }, async down() {} };`;
}

function databaseFile({ client, ...place }: DatabaseConfig, settings: object = {}): ProjectFiles {
  const connection = 'file' in place ? { filename: place.file } : place;
  return { 'config/database.json': { connection: { client, connection }, settings } };
}

async function open(folder: string): Promise<TestApp> {
  const project = await openProject(folder, { environment: {} });
  return serve(project, { folder, remove: () => undefined });
}

test('migrations in TypeScript are skipped without the setting', async () => {
  await using database = await makeDatabase();
  const folder = makeProject({
    ...POST,
    ...databaseFile(database.config),
    'database/migrations/2024.01.01.fail.ts': `throw new Error('not evaluated');`,
    'database/migrations/2024.01.02.none.sql': 'select 1',
  });
  await using app = await open(folder);
  expect(await readValue(app, 'select max(name) from strapi_migrations')).toBe(
    '2024.01.02.none.sql',
  );
});

test('migrations run once in the order of their names, in JavaScript, TypeScript and SQL', async () => {
  await using database = await makeDatabase();
  const folder = makeProject({
    ...POST,
    ...databaseFile(database.config, { useTypescriptMigrations: true }),
    'database/migrations/2024.01.01.make.js': migration(`
      await knex.schema.createTable('marks', (table) => { table.increments('id'); table.string('text'); });`),
    'database/migrations/2024.01.02.more.ts': `import type { Knex } from 'knex';
      export async function up(knex: Knex): Promise<void> { await knex('marks').insert({ text: 'ts' }); }`,
    'database/migrations/2024.01.03.last.sql': `update marks set text = text || ' sql'`,
    'database/migrations/.gitkeep': '',
  });
  for (const _ of ['first start', 'later start']) {
    await using app = await open(folder);
    expect(await readValue(app, 'select text from marks')).toBe('ts sql');
    expect(await readValue(app, 'select count(*) from marks')).toEqual(
      expect.toSatisfy((n) => Number(n) === 1),
    );
    expect(await readValue(app, 'select max(name) from strapi_migrations')).toBe(
      '2024.01.03.last.sql',
    );
  }
  writeFiles(folder, {
    'database/migrations/2024.02.js': migration(
      `await db.connection('marks').insert({ text: 'new' });`,
    ),
  });
  await using app = await open(folder);
  expect(await readValue(app, `select count(*) from marks where text = 'new'`)).toEqual(
    expect.toSatisfy((n) => Number(n) === 1),
  );
});

test('a failing migration stops the start with its file name, and is rolled back', async () => {
  await using database = await makeDatabase();
  const folder = makeProject({
    ...POST,
    ...databaseFile(database.config),
    'database/migrations/01.js': migration(`
      await knex.schema.createTable('marks', (table) => { table.increments('id'); });
      throw new Error('not today');`),
  });
  await expect(open(folder)).rejects.toThrow(
    /database\/migrations\/01\.js\n {2}The migration failed and was rolled back: not today/,
  );
  writeFiles(folder, { 'database/migrations/01.js': migration('') });
  await using app = await open(folder);
  await expect(readValue(app, 'select count(*) from marks')).rejects.toThrow();
});

test('a migration without up is an error', async () => {
  const files = { ...POST, 'database/migrations/01.js': 'module.exports = {};' };
  await expect(openTestApp({ project: makeProject(files) })).rejects.toThrow(
    'must export a function "up"',
  );
});

test('migrations may take longer than other transactions, and use the members of strapi.db that need no tables', async () => {
  await using database = await makeDatabase();
  const folder = makeProject({
    ...POST,
    ...databaseFile(database.config),
    'config/quoin.json': { code: { transactionTimeout: 1 } },
    'database/migrations/01.js': migration(`
      await new Promise((resolve) => setTimeout(resolve, 50));
      await db.getSchemaConnection().createTable('marks', (table) => { table.increments('id'); table.string('text'); });
      await db.getConnection('marks').insert({ text: db.dialect.client });
      await db.getConnection()('marks').update({ text: db.connection.raw('text || ?', ['!']) });
      for (const use of [() => db.query('api::post.post'), () => db.metadata]) {
        try { use(); } catch ({ message }) { await knex('marks').insert({ text: message }); }
      }`),
  });
  await using app = await open(folder);
  expect(await readValue(app, 'select text from marks where id = 1')).toBe(
    `${database.config.client}!`,
  );
  expect(await readValue(app, 'select count(*) from marks')).toEqual(
    expect.toSatisfy((n) => Number(n) === 3),
  );
});

/** Never ends its transaction. */
const ENDLESS = 'await new Promise(() => undefined);';

test('migrations that never end are rolled back if a server is running', async () => {
  await using database = await makeDatabase();
  const folder = makeProject({ ...POST, ...databaseFile(database.config) });
  await using app = await open(folder);
  writeFiles(folder, {
    'database/migrations/01.js': migration(ENDLESS),
    'config/quoin.json': { code: { transactionTimeout: 100 } },
  });
  await expect(migrated(folder, app)).rejects.toThrow('did not end within 100 ms');
  expect(await createPost(app)).toBe(201);
});

test('a transaction of beforeSync that never ends does not block a running server', async () => {
  await using database = await makeDatabase();
  const folder = makeProject({ ...POST, ...databaseFile(database.config) });
  await using app = await open(folder);
  writeFiles(folder, {
    'src/index.js': `module.exports = { register({ strapi }) {
      strapi.hook('strapi::content-types.beforeSync').register(async () => {
        await new Promise((resolve) => {
          void strapi.db.connection.transaction(async (trx) => { await trx.raw('select 1'); resolve(); ${ENDLESS} });
        });
      });
    } };`,
    'config/quoin.json': { code: { transactionTimeout: 100 } },
  });
  await migrated(folder, app);
  expect(await createPost(app)).toBe(201);
});

/** Migrates the database of a running server to what the project now has. */
async function migrated(folder: string, { store }: TestApp): Promise<void> {
  const project = await openProject(folder, { environment: {} });
  try {
    await migrateStore(project, modelOf(project), { database: store.database });
  } finally {
    await project.code?.close();
  }
}

async function createPost(app: TestApp): Promise<number> {
  const { status } = await app.request('/api/posts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: {} }),
  });
  return status;
}

test('migrations are files, and links to files, whose names end in .js or .sql', async () => {
  await using database = await makeDatabase();
  const folder = makeProject({
    ...POST,
    ...databaseFile(database.config),
    'shared/01.js': migration(
      `await knex.schema.createTable('marks', (table) => { table.increments('id'); });`,
    ),
    'database/migrations/02.cjs': migration(`throw new Error('does not run in Strapi');`),
  });
  const linkTo = (target: string, name: string): void => {
    symlinkSync(path.join(folder, target), path.join(folder, 'database/migrations', name));
  };
  linkTo('shared/01.js', '01.js');
  linkTo('shared/none.js', 'broken.js');
  linkTo('shared', 'folder.js');
  await using app = await open(folder);
  expect(await readValue(app, 'select name from strapi_migrations')).toBe('01.js');
  expect(await readValue(app, 'select count(*) from marks')).toEqual(
    expect.toSatisfy((n) => Number(n) === 0),
  );
});
