// `quoin dev` as a process: saved changes are served, invalid ones reported, and no request is lost.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  grantFind,
  entryOf,
  has,
  startDev,
  type DevServer,
  type Mark,
} from '../support/dev-server.ts';
import { changeDatabase, readValue } from '../support/other-connection.ts';
import { runQuoin } from '../support/program.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { share } from '../support/shared.ts';
import { openConnection } from '../support/socket.ts';

const POST = schemaOf('post');
const TITLE = { title: { type: 'string' } };
const SUBTITLE = { ...TITLE, subtitle: { type: 'string' } };
const COUNT = (type: string): object => ({ ...TITLE, count: { type } });

/** A server to which each test adds a type of its own. */
const shared = share(() => startDev({ 'config/server.json': {} }));

/** A type of the shared server, with one row. */
interface Served {
  readonly server: DevServer;
  readonly file: string;
  readonly url: string;
  readonly table: string;
  /** Where the output about it ends. */
  readonly from: Mark;
}

/** Adds a type. */
async function serveType(name: string, attributes: object = TITLE): Promise<Served> {
  const server = shared();
  grantFind(server.folder, name);
  const served = { server, file: schemaOf(name), url: `/api/${name}s`, table: `${name}s` };
  const before = server.mark();
  server.save({ [served.file]: collectionType(name, attributes) });
  await server.printed(new RegExp(`Content-type added: api::${name}\\.[^]*Applied in`), before);
  addRow(server, served.table);
  return { ...served, from: server.mark() };
}

/** Adds a published row. */
function addRow({ folder }: DevServer, table: string): void {
  changeDatabase(
    folder,
    `insert into ${table} (document_id, title, published_at) values ('first', 'Hello', 1)`,
  );
}

/** A server of its own with one type, and one row of it. */
async function startWithPost(): Promise<DevServer> {
  const server = await startDev({ [POST]: collectionType('post', TITLE) });
  addRow(server, 'posts');
  return server;
}

function requestOf(url: string): string {
  return `GET ${url} HTTP/1.1\r\nhost: x\r\n\r\n`;
}

/** Waits until nothing listens any more. */
async function rejected({ port }: DevServer): Promise<void> {
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/_health`).catch(() => null)).toBeNull();
}

describe('a type', () => {
  test('is served in a project that had none, and with many others after a checkout', async () => {
    const server = await startDev({ 'config/server.json': {} });
    expect(server.output().stdout).toContain('and save it.');
    expect((await server.get('/api/notes')).status).toBe(404);
    server.save({ [schemaOf('note')]: collectionType('note') });
    const { body } = await server.until('/api/notes', ({ status }) => status === 200);
    expect(body.data).toEqual([]);
    const output = await server.printed(/Applied in \d+ ms/);
    expect(output).toContain(`${schemaOf('note')}\n`);
    expect(output).toContain('Content-type added: api::note.note, at /api/notes.');
    expect(output).toContain('Tables added: notes.');
    // The secrets that this start has generated do not count as a change.
    expect(output).toContain('Generated new secrets in .env: ');
    expect(output).not.toMatch(/^\d\d:\d\d:\d\d .*\.env/m);
    const names = Array.from({ length: 30 }, (_, i) => `kind-${i}`);
    server.save(Object.fromEntries(names.map((name) => [schemaOf(name), collectionType(name)])));
    for (const name of names) {
      await server.until(`/api/${name}s`, ({ status }) => status === 403);
    }
    await server.printed('and 27 more\n');
  });

  test('is a 404 after it is removed, and its table remains', async () => {
    const { server, url, file, from } = await serveType('gone');
    expect((await server.get(url)).status).toBe(200);
    server.remove(file);
    await server.until(url, ({ status }) => status === 404);
    await server.printed('Content-type removed: api::gone.gone. Its table gones stays', from);
    expect(readValue(server.folder, 'select title from gones')).toBe('Hello');
    server.save({ [file]: collectionType('gone') });
    expect(entryOf(await server.until(url, has('title')))['title']).toBe('Hello');
  });

  test('is served from a renamed folder, even if another folder takes the old path', async () => {
    const { server, url, file, from } = await serveType('moved');
    const place = path.join(server.folder, 'src/api/moved');
    renameSync(place, path.join(server.folder, 'src/api/blog'));
    await server.printed('Content-type added: api::blog.moved, at /api/moveds.', from);
    server.remove('src/api/blog');
    server.save({ [file]: collectionType('moved') });
    await server.printed('Content-type added: api::moved.moved, at /api/moveds.', from);
    server.save({ [file]: collectionType('moved', SUBTITLE) });
    expect(entryOf(await server.until(url, has('subtitle')))['title']).toBe('Hello');
  });
});

describe('an attribute', () => {
  test('is served after it is added, and the rows remain', async () => {
    const { server, url, file, from } = await serveType('longer');
    server.save({ [file]: collectionType('longer', SUBTITLE) });
    const response = await server.until(url, has('subtitle'));
    expect(entryOf(response)).toMatchObject({ title: 'Hello', subtitle: null });
    await server.printed('Columns added: longers.subtitle.', from);
  });

  test('keeps its column after it is removed, and a rename is explained', async () => {
    const { server, url, file, from } = await serveType('named');
    server.save({ [file]: collectionType('named', { headline: { type: 'string' } }) });
    expect(entryOf(await server.until(url, has('headline')))).not.toHaveProperty('title');
    const output = await server.printed('Applied in', from);
    expect(output).toContain('removed title. Its column nameds.title stays, with its values.');
    expect(output).toContain('UPDATE "nameds" SET "headline" = "title";');
    expect(readValue(server.folder, 'select title from nameds')).toBe('Hello');
    server.save({ [file]: collectionType('named') });
    expect(entryOf(await server.until(url, has('title')))['title']).toBe('Hello');
  });

  test('changes its type if no value is lost', async () => {
    const { server, url, file, from } = await serveType('counted', COUNT('integer'));
    changeDatabase(server.folder, 'update counteds set count = 7');
    const becomes = (value: unknown) =>
      server.until(url, (response) => entryOf(response)['count'] === value);
    await becomes(7);
    server.save({ [file]: collectionType('counted', COUNT('biginteger')) });
    await becomes('7');
    server.save({ [file]: collectionType('counted', COUNT('integer')) });
    await becomes(7);
    server.save({ [file]: collectionType('counted', COUNT('text')) });
    await becomes('7');
    await server.printed('Columns altered with their values: counteds.count.', from);
    expect(readValue(server.folder, 'select typeof(count) from counteds')).toBe('text');
  });

  test('does not change its type while values would be lost', async () => {
    const { server, url, file, from } = await serveType('kept');
    server.save({ [file]: collectionType('kept', { title: { type: 'integer' } }) });
    const output = await server.printed(/Not applied[^]*of type integer/, from);
    expect(output).toContain(`${file}: attributes.title (table kepts, column title): `);
    expect(output).toContain(`such as 'Hello', are not of type integer`);
    expect(entryOf(await server.get(url))['title']).toBe('Hello');
    expect((await server.get(`${url}?filters[title][$contains]=ell`)).status).toBe(200);
    changeDatabase(server.folder, `update kepts set title = '12'`);
    server.save({ [file]: collectionType('kept', { title: { type: 'integer' } }) });
    await server.until(url, (response) => entryOf(response)['title'] === 12);
  });

  test('of a component is served in the type that contains it', async () => {
    const seo = (attributes: object): object => ({ collectionName: 'components_seo', attributes });
    const server = shared();
    server.save({ 'src/components/shared/seo.json': seo(TITLE) });
    const component = { seo: { type: 'component', component: 'shared.seo' } };
    const served = await serveType('found', { ...TITLE, ...component });
    const url = `${served.url}?populate[seo][fields]=keywords`;
    expect((await server.get(url)).status).toBe(400);
    server.save({ 'src/components/shared/seo.json': seo({ keywords: { type: 'text' } }) });
    await server.until(url, ({ status }) => status === 200);
  });
});

describe('an error', () => {
  test.each([
    ['invalid JSON', 'json', '{\n  "kind": ', 'This is not valid JSON at line 2, column '],
    [
      'an unknown type',
      'odd',
      JSON.stringify(collectionType('odd', { title: { type: 'strin' } })),
      'attributes.title.type: There is no attribute type "strin".',
    ],
    [
      'a table of another type',
      'taken',
      JSON.stringify({ ...collectionType('taken'), collectionName: 'files' }),
      '',
    ],
  ])(
    'in %s is reported with file and path, and the previous schema remains active',
    async (_what, name, text, message) => {
      const { server, url, file, from } = await serveType(name);
      // Otherwise a failure here would fail all tests that follow.
      onTestFinished(() => server.save({ [file]: collectionType(name, SUBTITLE) }));
      server.save({ [file]: text });
      const stderr = await server.printed(/Not applied[^]*\.json\n.+/, from);
      expect(stderr).toContain('The previous version is still served.');
      expect(stderr).toContain(message === '' ? file : `${file}\n  ${message}`);
      expect(stderr).not.toContain('    at ');
      expect(entryOf(await server.get(url))['title']).toBe('Hello');
      server.save({ [file]: collectionType(name, SUBTITLE) });
      await server.until(url, has('subtitle'));
    },
  );

  test('at the start is reported as by quoin start, and nothing is watched', async () => {
    const folder = makeProject({ [POST]: collectionType('post', { a: { type: 'x' } }) });
    const { code, stderr } = await runQuoin(folder, 'dev');
    expect(code).toBe(1);
    expect(stderr).toContain('This project cannot start: one error.');
  });
});

describe('saving', () => {
  test('50 times in a row applies the last state', async () => {
    const { server, url, file } = await serveType('often');
    for (let i = 1; i <= 50; i += 1) {
      server.save({
        [file]: collectionType('often', { ...TITLE, [`field${i}`]: { type: 'string' } }),
      });
      await new Promise((resolve) => setTimeout(resolve, (i * 7) % 40));
    }
    const response = await server.until(url, has('field50'));
    expect(Object.keys(entryOf(response)).filter((name) => name.startsWith('field'))).toEqual([
      'field50',
    ]);
  });

  test('works with editors that write a temporary file and rename it', async () => {
    const { server, url, file: schema } = await serveType('edited');
    const file = path.join(server.folder, schema);
    for (const name of ['subtitle', 'summary']) {
      writeFileSync(
        `${file}~`,
        JSON.stringify(collectionType('edited', { ...TITLE, [name]: { type: 'text' } })),
      );
      renameSync(`${file}~`, file);
      await server.until(url, has(name));
    }
    rmSync(file);
    writeFileSync(file, JSON.stringify(collectionType('edited', SUBTITLE)));
    await server.until(url, has('subtitle'));
  });
});

describe('requests', () => {
  test('in progress receive responses with the previous schema', async () => {
    // The response waits for the project's own function for origins, until a file exists.
    const server = await startDev({
      [POST]: collectionType('post'),
      'config/middlewares.js': `const { existsSync } = require('node:fs');
const wait = async () => { while (!existsSync('go')) await new Promise((done) => setTimeout(done, 50)); };
module.exports = [{ name: 'strapi::cors', config: {
  origin: async (ctx) => { if (ctx.header.origin === 'https://slow.example') await wait(); return '*'; } } }];`,
    });
    addRow(server, 'posts');
    await using slow = await openConnection(server.port);
    const request = requestOf('/api/posts');
    slow.send(request.replace('host: x', 'host: x\r\norigin: https://slow.example'));
    expect((await server.get('/api/posts')).status).toBe(200);
    server.save({ [POST]: collectionType('post', { headline: { type: 'string' } }) });
    await server.until('/api/posts', has('headline'));
    server.save({ [POST]: collectionType('post', { title: { type: 'text' } }) });
    await server.until('/api/posts', (response) => !has('headline')(response));
    server.save({ [POST]: collectionType('post', { headline: { type: 'text' } }) });
    await server.until('/api/posts', has('headline'));
    writeFileSync(path.join(server.folder, 'go'), '');
    const { status, body } = await slow.response();
    expect([status, JSON.parse(body)]).toEqual([
      200,
      expect.objectContaining({ data: [expect.objectContaining({ title: 'Hello' })] }),
    ]);
    expect(body).not.toContain('headline');
  });

  test('on one connection continue after a change', async () => {
    const { server, url, file } = await serveType('asked');
    await using connection = await openConnection(server.port);
    connection.send(requestOf(url));
    expect((await connection.response()).body).not.toContain('subtitle');
    server.save({ [file]: collectionType('asked', SUBTITLE) });
    await server.until(url, has('subtitle'));
    connection.send(requestOf(url));
    const { body, headers } = await connection.response();
    expect([body.includes('"subtitle":null'), headers.get('connection')]).toEqual([
      true,
      'keep-alive',
    ]);
  });
});

describe('configuration', () => {
  test('and .env are read again; a removed variable gets its default value', async () => {
    const server = await startDev({
      [POST]: collectionType('post'),
      'config/api.js': `module.exports = ({ env }) => ({ rest: { prefix: env('PREFIX', '/api') } });`,
    });
    const env = readFileSync(path.join(server.folder, '.env'), 'utf8');
    expect((await server.get('/api/posts')).status).toBe(200);
    server.save({ '.env': `${env}PREFIX=/v1\n` });
    await server.until('/v1/posts', ({ status }) => status === 200);
    expect((await server.get('/api/posts')).status).toBe(404);
    server.save({ '.env': env });
    await server.until('/api/posts', ({ status }) => status === 200);
    server.save({ 'config/api.js': `module.exports = { rest: { prefix: '/v2' } };` });
    await server.until('/v2/posts', ({ status }) => status === 200);
  });

  test('of another database requires a restart, and the open one remains; SIGTERM finishes requests', async () => {
    const server = await startWithPost();
    const database = { connection: { client: 'sqlite', connection: { filename: 'other.db' } } };
    server.save({ 'config/database.json': database, 'config/server.json': { port: 4000 } });
    const output = await server.printed('Applied in');
    expect(output).toContain('The database changed. Restart to apply it.');
    // This one was given on the command line.
    expect(output).not.toContain('The port');
    expect(entryOf(await server.get('/api/posts'))['title']).toBe('Hello');

    await using begun = await openConnection(server.port);
    begun.send('GET /_health HTTP/1.1\r\nhost: x\r\n');
    expect((await server.get('/api/posts')).status).toBe(200);
    server.signal('SIGTERM');
    await rejected(server);
    begun.send('\r\n');
    const { status, headers } = await begun.response();
    expect([status, headers.get('connection')]).toEqual([204, 'close']);
    const { code, stderr } = await server.ended();
    expect([code, stderr]).toEqual([0, '']);
  });

  test('that disables drafts keeps them without serving them, until it enables them again (D10)', async () => {
    const { server, url, file, from } = await serveType('drafted');
    changeDatabase(
      server.folder,
      `insert into drafteds (document_id, title) values ('first', 'Draft')`,
    );
    const withDrafts = (draftAndPublish: boolean) => ({
      [file]: { ...collectionType('drafted'), options: { draftAndPublish } },
    });
    server.save(withDrafts(false));
    await server.printed(
      'Drafts were switched off for api::drafted.drafted: existing drafts are kept but not served.',
      from,
    );
    expect(entryOf(await server.get(`${url}?status=draft`))['title']).toBe('Hello');
    changeDatabase(
      server.folder,
      `insert into drafteds (document_id, title, published_at) values ('second', 'New', 1)`,
    );
    server.save(withDrafts(true));
    await server.printed(
      'Drafts were switched on for api::drafted.drafted: 1 created, 1 existing ones kept.',
      from,
    );
    const { body } = await server.get(`${url}?status=draft&sort=title`);
    expect(body.data).toMatchObject([{ title: 'Draft' }, { title: 'New' }]);
  });
});

test('code is loaded again when a file is saved', async () => {
  const router = (options: string): string =>
    `const { createCoreRouter } = require('@strapi/strapi').factories;
    require('node:fs').appendFileSync('looked', 'x');
    module.exports = createCoreRouter('api::post.post', ${options});`;
  const server = await startDev({
    [POST]: collectionType('post'),
    'src/api/post/routes/post.js': router('{}'),
  });
  const looks = (): number => readFileSync(path.join(server.folder, 'looked'), 'utf8').length;
  expect([(await server.get('/api/posts')).status, looks()]).toEqual([200, 1]);
  server.save({ [POST]: collectionType('post', SUBTITLE) });
  await server.printed('Columns added: posts.subtitle.');
  expect(looks()).toBe(2);
  server.save({ 'src/api/post/routes/post.js': router(`{ only: ['findOne'] }`) });
  await server.until('/api/posts', ({ status }) => status === 404);
  expect(looks()).toBe(3);
});

test('SIGINT during a change: exit code 0', async () => {
  const server = await startWithPost();
  const mark = server.mark();
  server.save({ [POST]: collectionType('post', SUBTITLE) });
  await server.printed(POST, mark);
  server.signal('SIGINT');
  const { code, stderr } = await server.ended();
  expect([code, stderr]).toEqual([0, '']);
});
