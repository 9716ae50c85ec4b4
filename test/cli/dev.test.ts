// `quoin dev` as a process: saved changes are served, invalid ones reported, and no request is lost.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startDev, type DevResponse, type DevServer } from '../support/dev-server.ts';
import { changeDatabase, readValue } from '../support/other-connection.ts';
import { runQuoin } from '../support/program.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { openConnection } from '../support/socket.ts';

const POST = schemaOf('post');
const TITLE = { title: { type: 'string' } };
const SUBTITLE = { ...TITLE, subtitle: { type: 'string' } };
const COUNT = (type: string): object => ({ ...TITLE, count: { type } });

/** A project with one type, and one row of it. */
async function startWithPost(attributes: object = TITLE): Promise<DevServer> {
  const server = await startDev({ [POST]: collectionType('post', attributes) });
  changeDatabase(
    server.folder,
    `insert into posts (document_id, title, published_at) values ('first', 'Hello', 1)`,
  );
  return server;
}

/** The only entry of a response. */
function entryOf({ body }: DevResponse): Readonly<Record<string, unknown>> {
  return (body.data as readonly Readonly<Record<string, unknown>>[])[0] ?? {};
}

const REQUEST = 'GET /api/posts HTTP/1.1\r\nhost: x\r\n\r\n';

/** Waits until nothing listens any more. */
async function rejected({ port }: DevServer): Promise<void> {
  for (;;) {
    const health = await fetch(`http://127.0.0.1:${port}/_health`).catch(() => null);
    if (health === null) return;
  }
}

/** A project without types. */
const EMPTY = { 'config/server.json': {} };

/** True if the only entry of a response has a field. */
const has =
  (name: string) =>
  (response: DevResponse): boolean =>
    response.status === 200 && name in entryOf(response);

describe('a type', () => {
  test('is served in a project that had none', async () => {
    const server = await startDev(EMPTY);
    expect(server.output().stdout).toContain('and save it.');
    expect((await server.get('/api/notes')).status).toBe(404);
    server.save({ [schemaOf('note')]: collectionType('note') });
    const { body } = await server.until('/api/notes', ({ status }) => status === 200);
    expect(body.data).toEqual([]);
    const output = await server.printed(/Applied in \d+ ms/);
    expect(output).toContain(`${schemaOf('note')}\n`);
    expect(output).toContain('Content-type added: api::note.note, at /api/notes.');
    expect(output).toContain('Tables added: notes.');
    // The secrets that this start has made are no change.
    expect(output).toContain('Generated new secrets in .env: ');
    expect(output).not.toMatch(/^\d\d:\d\d:\d\d .*\.env/m);
  });

  test('answers 404 after it is removed, and its table stays', async () => {
    const server = await startWithPost();
    expect((await server.get('/api/posts')).status).toBe(200);
    server.remove(POST);
    await server.until('/api/posts', ({ status }) => status === 404);
    await server.printed('Content-type removed: api::post.post. Its table posts stays');
    expect(readValue(server.folder, 'select title from posts')).toBe('Hello');
    server.save({ [POST]: collectionType('post') });
    expect(entryOf(await server.until('/api/posts', has('title')))['title']).toBe('Hello');
  });

  test('is served with many others after a checkout, and from a renamed folder', async () => {
    const server = await startDev(EMPTY);
    const names = Array.from({ length: 30 }, (_, i) => `kind-${i}`);
    server.save(Object.fromEntries(names.map((name) => [schemaOf(name), collectionType(name)])));
    for (const name of names) {
      await server.until(`/api/${name}s`, ({ status }) => status === 403);
    }
    await server.printed('and 27 more\n');
  });

  test('is served from a renamed folder, whose old path another folder takes', async () => {
    const server = await startWithPost();
    const place = path.join(server.folder, 'src/api/post');
    renameSync(place, path.join(server.folder, 'src/api/blog'));
    await server.printed('Content-type added: api::blog.post, at /api/posts.');
    server.remove('src/api/blog');
    server.save({ [POST]: collectionType('post') });
    await server.printed('Content-type added: api::post.post, at /api/posts.');
    server.save({ [POST]: collectionType('post', SUBTITLE) });
    expect(entryOf(await server.until('/api/posts', has('subtitle')))['title']).toBe('Hello');
  });
});

describe('an attribute', () => {
  test('is served after it is added, and the rows stay', async () => {
    const server = await startWithPost();
    server.save({ [POST]: collectionType('post', SUBTITLE) });
    const response = await server.until('/api/posts', has('subtitle'));
    expect(entryOf(response)).toMatchObject({ title: 'Hello', subtitle: null });
    await server.printed('Columns added: posts.subtitle.');
  });

  test('keeps its column after it is removed, and a rename is explained', async () => {
    const server = await startWithPost();
    server.save({ [POST]: collectionType('post', { headline: { type: 'string' } }) });
    expect(entryOf(await server.until('/api/posts', has('headline')))).not.toHaveProperty('title');
    const output = await server.printed('Applied in');
    expect(output).toContain('removed title. Its column posts.title stays, with its values.');
    expect(output).toContain('UPDATE "posts" SET "headline" = "title";');
    expect(readValue(server.folder, 'select title from posts')).toBe('Hello');
    server.save({ [POST]: collectionType('post') });
    expect(entryOf(await server.until('/api/posts', has('title')))['title']).toBe('Hello');
  });

  test('changes its type if no value is lost', async () => {
    const server = await startWithPost(COUNT('integer'));
    changeDatabase(server.folder, 'update posts set count = 7');
    const becomes = (value: unknown) =>
      server.until('/api/posts', (response) => entryOf(response)['count'] === value);
    await becomes(7);
    server.save({ [POST]: collectionType('post', COUNT('biginteger')) });
    await becomes('7');
    server.save({ [POST]: collectionType('post', COUNT('integer')) });
    await becomes(7);
    server.save({ [POST]: collectionType('post', COUNT('text')) });
    await becomes('7');
    await server.printed('Columns altered with their values: posts.count.');
    expect(readValue(server.folder, 'select typeof(count) from posts')).toBe('text');
  });

  test('does not change its type while values would be lost', async () => {
    const server = await startWithPost();
    server.save({ [POST]: collectionType('post', { title: { type: 'integer' } }) });
    const output = await server.printed('Not applied');
    expect(output).toContain(`${POST}: attributes.title (table posts, column title): `);
    expect(output).toContain(`such as 'Hello', are not of type integer`);
    expect(entryOf(await server.get('/api/posts'))['title']).toBe('Hello');
    expect((await server.get('/api/posts?filters[title][$contains]=ell')).status).toBe(200);
    changeDatabase(server.folder, `update posts set title = '12'`);
    server.save({ [POST]: collectionType('post', { title: { type: 'integer' } }) });
    await server.until('/api/posts', (response) => entryOf(response)['title'] === 12);
  });

  test('of a component is served in the type that contains it', async () => {
    const seo = (attributes: object): object => ({ collectionName: 'components_seo', attributes });
    const component = { seo: { type: 'component', component: 'shared.seo' } };
    const server = await startDev({
      [POST]: collectionType('post', component),
      'src/components/shared/seo.json': seo(TITLE),
    });
    const url = '/api/posts?populate[seo][fields]=keywords';
    expect((await server.get(url)).status).toBe(400);
    server.save({ 'src/components/shared/seo.json': seo({ keywords: { type: 'text' } }) });
    await server.until(url, ({ status }) => status === 200);
  });
});

describe('an error', () => {
  test.each([
    ['invalid JSON', '{\n  "kind": ', `${POST}\n  This is not valid JSON at line 2, column `],
    [
      'an unknown type',
      JSON.stringify(collectionType('post', { title: { type: 'strin' } })),
      `${POST}\n  attributes.title.type: There is no attribute type "strin".`,
    ],
    [
      'a table of another type',
      JSON.stringify({ ...collectionType('post'), collectionName: 'files' }),
      `${POST}`,
    ],
  ])(
    '%s: is reported with file and path, and the previous schema stays',
    async (_what, text, message) => {
      const server = await startWithPost();
      server.save({ [POST]: text });
      const output = await server.printed('Not applied');
      expect(output).toContain('The previous version is still served.');
      expect(server.output().stderr).toContain(message);
      expect(server.output().stderr).not.toContain('    at ');
      expect(entryOf(await server.get('/api/posts'))['title']).toBe('Hello');
      server.save({ [POST]: collectionType('post', SUBTITLE) });
      await server.until('/api/posts', has('subtitle'));
    },
  );

  test('at the start is reported as by start, and nothing is watched', async () => {
    const folder = makeProject({ [POST]: collectionType('post', { a: { type: 'x' } }) });
    const { code, stderr } = await runQuoin(folder, 'dev');
    expect(code).toBe(1);
    expect(stderr).toContain('This project cannot start: one error.');
  });
});

describe('saving', () => {
  test('50 times in a row applies the last state', async () => {
    const server = await startWithPost();
    for (let i = 1; i <= 50; i += 1) {
      server.save({
        [POST]: collectionType('post', { ...TITLE, [`field${i}`]: { type: 'string' } }),
      });
      await new Promise((resolve) => setTimeout(resolve, (i * 7) % 40));
    }
    const response = await server.until('/api/posts', has('field50'));
    expect(Object.keys(entryOf(response)).filter((name) => name.startsWith('field'))).toEqual([
      'field50',
    ]);
  });

  test('works with editors that write a temporary file and rename it', async () => {
    const server = await startWithPost();
    const file = path.join(server.folder, POST);
    for (const name of ['subtitle', 'summary']) {
      writeFileSync(
        `${file}~`,
        JSON.stringify(collectionType('post', { ...TITLE, [name]: { type: 'text' } })),
      );
      renameSync(`${file}~`, file);
      await server.until('/api/posts', has(name));
    }
    rmSync(file);
    writeFileSync(file, JSON.stringify(collectionType('post', SUBTITLE)));
    await server.until('/api/posts', has('subtitle'));
  });
});

describe('requests', () => {
  test('in progress are answered with the previous schema', async () => {
    // The response waits for the project's own function for origins, until a file exists.
    const server = await startDev({
      [POST]: collectionType('post'),
      'config/middlewares.js': `const { existsSync } = require('node:fs');
const wait = async () => { while (!existsSync('go')) await new Promise((done) => setTimeout(done, 10)); };
module.exports = [{ name: 'strapi::cors', config: {
  origin: async (ctx) => { if (ctx.header.origin === 'https://slow.example') await wait(); return '*'; } } }];`,
    });
    changeDatabase(
      server.folder,
      `insert into posts (document_id, title, published_at) values ('first', 'Hello', 1)`,
    );
    await using slow = await openConnection(server.port);
    slow.send(REQUEST.replace('host: x', 'host: x\r\norigin: https://slow.example'));
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
    const server = await startWithPost();
    await using connection = await openConnection(server.port);
    connection.send(REQUEST);
    expect((await connection.response()).body).not.toContain('subtitle');
    server.save({ [POST]: collectionType('post', SUBTITLE) });
    await server.until('/api/posts', has('subtitle'));
    connection.send(REQUEST);
    const { body, headers } = await connection.response();
    expect([body.includes('"subtitle":null'), headers.get('connection')]).toEqual([
      true,
      'keep-alive',
    ]);
  });
});

describe('configuration', () => {
  test('and .env are read again; a removed variable gets its default', async () => {
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

  test('of another database requires a restart, and the open one stays', async () => {
    const server = await startWithPost();
    const database = { connection: { client: 'sqlite', connection: { filename: 'other.db' } } };
    server.save({ 'config/database.json': database, 'config/server.json': { port: 4000 } });
    const output = await server.printed('Applied in');
    expect(output).toContain('The database changed. Restart to apply it.');
    // This one was given on the command line.
    expect(output).not.toContain('The port');
    expect(entryOf(await server.get('/api/posts'))['title']).toBe('Hello');
  });

  test('that disables drafts keeps them without serving them, until it enables them again (D10)', async () => {
    const server = await startWithPost();
    changeDatabase(
      server.folder,
      `insert into posts (document_id, title) values ('first', 'Draft')`,
    );
    const withDrafts = (draftAndPublish: boolean) => ({
      [POST]: { ...collectionType('post'), options: { draftAndPublish } },
    });
    server.save(withDrafts(false));
    await server.printed(
      'Drafts were switched off for api::post.post: existing drafts are kept but not served.',
    );
    expect(entryOf(await server.get('/api/posts?status=draft'))['title']).toBe('Hello');
    changeDatabase(
      server.folder,
      `insert into posts (document_id, title, published_at) values ('second', 'New', 1)`,
    );
    server.save(withDrafts(true));
    await server.printed(
      'Drafts were switched on for api::post.post: 1 created, 1 existing ones kept.',
    );
    const { body } = await server.get('/api/posts?status=draft&sort=title');
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

describe('shutdown', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s: exit code 0', async (signal) => {
    const server = await startWithPost();
    server.save({ [POST]: collectionType('post', SUBTITLE) });
    await server.until('/api/posts', has('subtitle'));
    await using begun = await openConnection(server.port);
    begun.send('GET /_health HTTP/1.1\r\nhost: x\r\n');
    expect((await server.get('/api/posts')).status).toBe(200);
    server.signal(signal);
    await rejected(server);
    begun.send('\r\n');
    const { status, headers } = await begun.response();
    expect([status, headers.get('connection')]).toEqual([204, 'close']);
    const { code, stderr } = await server.ended();
    expect([code, stderr]).toEqual([0, '']);
  });

  test('during a change: exit code 0', async () => {
    const server = await startWithPost();
    const mark = server.mark();
    server.save({ [POST]: collectionType('post', SUBTITLE) });
    await server.printed(POST, mark);
    server.signal('SIGINT');
    const { code, stderr } = await server.ended();
    expect([code, stderr]).toEqual([0, '']);
  });
});
