// `search.index` of config/quoin: a start creates, keeps and drops search indexes, and responses stay the same.
import { expect, test } from 'vitest';
import { openProject } from '../../src/app/project.ts';
import { assertSettings } from '../../src/app/settings.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { onClient, sqlMoment } from '../support/test-database.ts';

function projectWith(index: unknown, title: object = {}): string {
  const attributes = {
    title: { type: 'string', ...title },
    views: { type: 'integer' },
    note: { type: 'text', private: true },
  };
  return makeProject({
    [schemaOf('post')]: collectionType('post', attributes),
    [schemaOf('tag')]: collectionType('tag'),
    'config/quoin.js': `module.exports = ${JSON.stringify({ search: { index } })};`,
  });
}

function create(app: TestApp, data: object): ReturnType<TestApp['request']> {
  return app.request('/api/posts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
}

async function titles(app: TestApp, text: string): Promise<unknown> {
  const response = await app.request(`/api/posts?fields=title&sort=title&_q=${text}`);
  expect(response.status).toBe(200);
  return response.json<{ data: { title: string }[] }>().data.map(({ title }) => title);
}

test('indexes the configured types, or all types of the project', async () => {
  await using some = await openTestApp({ project: projectWith(['api::post.post']) });
  expect([...some.store.search.keys()]).toEqual(['api::post.post']);
  await using all = await openTestApp({ project: projectWith(true) });
  expect([...all.store.search.keys()]).toEqual(['api::post.post', 'api::tag.tag']);
  await using none = await openTestApp({ project: projectWith(false) });
  expect([...none.store.search.keys()]).toEqual([]);
});

test('stops the start with an unknown type', async () => {
  const project = await openProject(projectWith(['api::post.post', 'post']), { environment: {} });
  expect(() => assertSettings(project)).toThrow('Unknown content-type post.');
  const rejected = openProject(projectWith('api::post.post'), { environment: {} });
  await expect(rejected).rejects.toThrow('This must be true or a list of uids');
});

test('finds all text, and private text only for callers with permission', async () => {
  await using app = await openTestApp({ project: projectWith(true) });
  await create(app, { title: 'A Kangaroo', note: 'marsupial', views: 12_345 });
  await create(app, { title: 'No kangaroo' });
  await changeDatabase(
    app,
    `insert into posts (document_id, title, note, published_at) values ('d', 'Wombat', 'marsupial', ${sqlMoment(1)})`,
  );
  expect(await titles(app, 'kangaroo')).toEqual(['A Kangaroo', 'No kangaroo']);
  expect(await titles(app, 'OMBA')).toEqual(['Wombat']);
  expect(await titles(app, 'aroo&filters[title][$startsWith]=N')).toEqual(['No kangaroo']);
  expect(await titles(app, '2345')).toEqual(['A Kangaroo']);
  expect(await titles(app, 'marsupial')).toEqual([]);
});

test('finds everything after another process dropped the index', async () => {
  await using app = await openTestApp({ project: projectWith(true) });
  await create(app, { title: 'A colophon' });
  expect(await titles(app, 'coloph')).toEqual(['A colophon']);
  await using _without = await openTestApp({ project: projectWith(false), beside: app });
  expect(await titles(app, 'coloph')).toEqual(['A colophon']);
  expect(await titles(app, 'olophon')).toEqual(['A colophon']);
});

test('finds everything if another process has an index on other columns', async () => {
  await using app = await openTestApp({ project: projectWith(true) });
  await create(app, { title: 'A colophon' });
  expect(await titles(app, 'coloph')).toEqual(['A colophon']);
  const project = projectWith(true, { private: true });
  await using _other = await openTestApp({ project, beside: app });
  expect(await titles(app, 'coloph')).toEqual(['A colophon']);
  await create(app, { title: 'The colophon' });
  expect(await titles(app, 'coloph')).toEqual(['A colophon', 'The colophon']);
});

test('finds everything if a program dropped the triggers of the index', async () => {
  await using app = await openTestApp({ project: projectWith(true) });
  await create(app, { title: 'A colophon' });
  expect(await titles(app, 'coloph')).toEqual(['A colophon']);
  const index = 'quoin_search_posts';
  await changeDatabase(
    app,
    onClient({ sqlite: `drop trigger ${index}_i`, postgres: `drop index ${index}` }),
  );
  await create(app, { title: 'The colophon' });
  expect(await titles(app, 'coloph')).toEqual(['A colophon', 'The colophon']);
});
