// Runs the examples of docs/code.md: its files as a project, its requests one after the other, and its setting.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openProject } from '../src/app/project.ts';
import { openTestApp, serve } from './support/app.ts';
import { readValue } from './support/app-database.ts';
import { blocksOf, sectionOf } from './support/documented.ts';
import { runDocumented } from './support/documented-run.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from './support/project-folder.ts';
import { makeDatabase } from './support/test-database.ts';

const root = path.resolve(import.meta.dirname, '..');
const text = readFileSync(path.join(root, 'docs', 'code.md'), 'utf8');

const firstSteps = sectionOf(text, 'First steps');
const rest = text.replace(firstSteps, '');

/** The files whose paths are in the first lines of blocks. */
function filesIn(part: string): ProjectFiles {
  return Object.fromEntries(
    blocksOf(part).flatMap(({ language, body }) => {
      const [, file = ''] = /^\/\/ (\S+)\n/.exec(body) ?? [];
      return language === 'js' || language === 'ts' ? [[file, body]] : [];
    }),
  );
}

const project: ProjectFiles = {
  [schemaOf('post')]: collectionType('post', {
    title: { type: 'string' },
    slug: { type: 'string' },
    views: { type: 'integer' },
  }),
  ...filesIn(rest),
};

test('contains all code in files', () => {
  for (const [part, count] of [
    [firstSteps, 4],
    [rest, 10],
  ] as const) {
    const names = Object.keys(filesIn(part));
    expect(names.filter((file) => !/\.[jt]s$/.test(file))).toEqual([]);
    expect(names).toHaveLength(count);
  }
});

test('runs the first steps in a new project', async () => {
  const template = path.join(root, 'templates', 'site');
  await using app = await openTestApp({ project: makeProject(filesIn(firstSteps), template) });
  expect(await runDocumented(app, firstSteps, { rowIds: true })).toBe(2);
  const { headers } = await app.request('/api/hello/Ines', { authorization: null });
  expect(headers['x-response-time']).toMatch(/^\d+\.\dms$/);
});

test('runs the requests in order', async () => {
  await using app = await openTestApp({ project: makeProject(project) });
  const part = sectionOf(text, 'Example');
  expect(await runDocumented(app, part, { rowIds: true })).toBe(6);
});

test('runs the migration', async () => {
  await using database = await makeDatabase();
  await database.script('create table posts (id integer primary key, title varchar(255))');
  await database.script("insert into posts (id, title) values (1, '')");
  const { client, ...place } = database.config;
  const connection = 'file' in place ? { filename: place.file } : place;
  const folder = makeProject({
    ...project,
    'config/database.json': { connection: { client, connection } },
  });
  const opened = await openProject(folder, { environment: {} });
  await using app = await serve(opened, { folder, remove: () => undefined });
  expect(await readValue(app, 'select title from posts')).toBe('Untitled');
});

test('disables code', async () => {
  const [setting] = blocksOf(sectionOf(text, 'Switching code off'));
  const off = { ...project, 'config/quoin.json': setting?.body ?? '' };
  await using app = await openTestApp({ project: makeProject(off) });
  expect(app.project.code).toBeNull();
  expect((await app.request('/api/posts/popular')).status).toBe(404);
});
