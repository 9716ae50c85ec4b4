// A complete project in TypeScript, with code of every kind, from its folder to its responses.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProject } from '../../src/app/project.ts';
import type { DatabaseConfig } from '../../src/project/database-config.ts';
import { openTestApp, serve, type TestApp } from '../support/app.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';
import { makeDatabase, onClient, sqlMoment } from '../support/test-database.ts';
import { makeProject, type ProjectFiles } from '../support/project-folder.ts';
import { vendored } from '../support/vendored-projects.ts';

const BLOG = vendored('projects', 'typescript-blog');

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ project: BLOG });
});
afterAll(() => app.close());

async function statusOf(url: string, authorization?: string | null): Promise<number> {
  const options = authorization === undefined ? {} : { authorization };
  return (await app.request(url, options)).status;
}

/** `config/database` with the path of this database. */
function databaseModule(config: DatabaseConfig): string {
  const { client, ...place } = config;
  const connection = 'file' in place ? { filename: place.file } : place;
  return `export default () => (${JSON.stringify({ connection: { client, connection } })});`;
}

/** The blog with more files. */
function openWith(files: ProjectFiles, env: Record<string, string> = {}): Promise<TestApp> {
  return openTestApp({ project: makeProject(files, BLOG), env });
}

describe('routes', () => {
  test('with auth: false make a list public, but not its entries', async () => {
    expect(await statusOf('/api/articles', null)).toBe(200);
    expect(await statusOf('/api/articles', 'Bearer nobody')).toBe(200);
    expect(await statusOf('/api/articles/x', null)).toBe(403);
  });

  test('call an overridden action', async () => {
    expect((await app.request('/api/articles/latest')).json()).toMatchObject({
      error: { status: 400, name: 'ApplicationError', message: 'Ask for one of them' },
    });
    expect(await statusOf('/api/articles/x')).toBe(404);
  });

  test('call an additional action', async () => {
    expect((await app.request('/api/articles/featured', { authorization: null })).json()).toEqual({
      data: [],
      meta: {},
    });
  });

  test('run a middleware and lifecycles', async () => {
    const { headers, text } = await app.request('/api/articles', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { title: 'My Days' } }),
    });
    expect(headers['x-stamp']).toBe('article');
    expect(JSON.parse(text)).toMatchObject({ data: { slug: 'my-days' } });
    await changeDatabase(app, 'delete from articles');
  });

  test('run a policy', async () => {
    const response = await app.request('/api/articles/x', { method: 'PUT' });
    expect(response.json()).toMatchObject({ error: { status: 403, name: 'PolicyError' } });
  });

  test('support only and prefix', async () => {
    expect(await statusOf('/api/v2/authors')).toBe(200);
    expect(await statusOf('/api/v2/authors/x')).toBe(404);
    expect(await statusOf('/api/authors')).toBe(404);
  });

  test('of a generated router are complete', async () => {
    expect(await statusOf('/api/categories')).toBe(200);
    expect(await statusOf('/api/categories', null)).toBe(403);
  });

  test('check a configured scope instead of find', async () => {
    expect(await statusOf('/api/page')).toBe(404);
    expect(await statusOf('/api/page', null)).toBe(403);
    const grant = (action: string): Promise<void> =>
      changeDatabase(
        app,
        `insert into up_permissions (action) values ('${action}');
        insert into up_permissions_role_lnk (permission_id, role_id)
          values ((select max(id) from up_permissions), (select id from up_roles where type = 'public'))`,
      );
    await grant('api::page.page.find');
    expect(await statusOf('/api/page', null)).toBe(403);
    await grant('api::page.page.preview');
    expect(await statusOf('/api/page', null)).toBe(404);
  });
});

describe('content', () => {
  beforeAll(async () => {
    const at = sqlMoment(1);
    await changeDatabase(
      app,
      `insert into up_users (id, document_id, username, email, nickname, confirmed, blocked)
        values (1, 'useruseruseruseruseruser', 'ada', 'ada@blog.example', 'Countess', true, false);
      insert into authors (id, document_id, name, email, published_at)
        values (1, 'authorauthorauthorauthor', 'Ada', 'ada@blog.example', ${at});
      insert into articles (id, document_id, title, slug, accent, published_at)
        values (1, 'articlearticlearticlearti', 'Notes', 'notes', '#aa3300', ${at});
      insert into articles_author_lnk (article_id, author_id) values (1, 1);
      insert into articles_owner_lnk (article_id, user_id) values (1, 1);`,
    );
  });

  test('contains an extended user in relations, without private attributes', async () => {
    const response = await app.request('/api/articles?populate[owner]=true&populate[author]=true');
    const [article] = response.json<{ data: Record<string, unknown>[] }>().data;
    expect(article).toMatchObject({
      title: 'Notes',
      accent: '#aa3300',
      owner: { username: 'ada', nickname: 'Countess' },
      author: { name: 'Ada' },
    });
    expect(article).not.toHaveProperty('comments');
    expect(article?.['owner']).not.toHaveProperty('password');
    expect(article?.['author']).not.toHaveProperty('email');
    expect((await app.request('/api/v2/authors?filters[email]=x')).status).toBe(400);
  });

  test('cannot link to types of a missing plugin', async () => {
    expect((await app.request('/api/articles?populate=comments')).status).toBe(400);
  });
});

describe('storage', () => {
  test('is a database whose path is resolved from the built configuration', async () => {
    const folder = makeProject({}, BLOG);
    const { config } = await openProject(folder, { environment: {} });
    expect(config.database).toMatchObject({ file: path.join(folder, '.tmp/data.db') });
  });

  test('determines the type of a custom field by the existing column', async () => {
    await using database = await makeDatabase();
    const id = onClient({
      sqlite: 'integer primary key autoincrement',
      postgres: 'serial primary key',
    });
    await database.script(`create table articles (id ${id}, accent integer)`);
    const folder = makeProject({ 'config/database.ts': databaseModule(database.config) }, BLOG);
    const project = await openProject(folder, { environment: {} });
    expect(project.warnings.join('\n')).not.toContain('Custom fields are stored as text');
    await using opened = await serve(project, { folder, remove: () => undefined });
    await changeDatabase(
      opened,
      `insert into articles (id, document_id, title, accent, published_at)
        values (1, 'articlearticlearticlearti', 'Notes', 7, ${sqlMoment(1)})`,
    );
    const response = await opened.request('/api/articles?fields=accent&filters[accent][$gt]=6');
    expect(response.json()).toMatchObject({ data: [{ accent: 7 }] });
    const columnType = onClient({
      sqlite: `select lower(type) from pragma_table_info('articles') where name = 'accent'`,
      postgres: `select data_type from information_schema.columns
        where table_name = 'articles' and column_name = 'accent'`,
    });
    expect(await readValue(opened, columnType)).toBe('integer');
  });

  test('otherwise determines it by config/quoin', async () => {
    await using opened = await openWith({
      'config/quoin.json': { customFields: { 'plugin::color-picker.color': 'integer' } },
    });
    expect(opened.project.warnings.join('\n')).not.toContain('Custom fields are stored as text');
    expect((await opened.request('/api/articles?filters[accent]=blue')).status).toBe(400);
  });
});

describe('configuration', () => {
  test('is merged from the environment in NODE_ENV', async () => {
    await using production = await openWith({}, { NODE_ENV: 'production' });
    const pageSize = async (some: TestApp): Promise<unknown> =>
      (await some.request('/api/categories?pagination[pageSize]=99')).json<{
        meta: { pagination: { pageSize: number } };
      }>().meta.pagination.pageSize;
    expect(await pageSize(app)).toBe(99);
    expect(await pageSize(production)).toBe(50);
  });

  test('applies to middlewares: origins, query', async () => {
    const from = async (origin: string): Promise<unknown> =>
      (await app.request('/api/articles', { headers: { origin } })).headers[
        'access-control-allow-origin'
      ];
    expect(await from('https://blog.example')).toBe('https://blog.example');
    expect(await from('https://other.example')).toBe(undefined);
    const ids = Array.from({ length: 200 }, (_, index) => `filters[id][$in][]=${index}`).join('&');
    expect((await app.request(`/api/articles?${ids}`)).status).toBe(200);
  });

  test('reports each missing feature once', () => {
    const { warnings, notices } = app.project;
    const named = ['plugin::color-picker.color', 'plugin::comments.comment', 'graphql'];
    const lines = named.map((name) => warnings.filter((line) => line.includes(name)).length);
    expect(lines).toEqual([1, 1, 1]);
    expect(warnings).toHaveLength(3);
    expect(notices).toEqual([
      expect.stringMatching(/^Generated new secrets in \.env: APP_KEYS, API_TOKEN_SALT, /),
    ]);
  });
});
