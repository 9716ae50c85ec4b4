import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { collectionType, makeProject, schemaOf } from '../../test/support/project-folder.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { toRecord, valueAt } from '../schema/raw.ts';
import { loadProject, type LoadOptions, type Project } from './load.ts';

const BLOG = fileURLToPath(new URL('../../test/projects/typescript-blog', import.meta.url));
const KITCHEN = fileURLToPath(new URL('../../test/conformance/projects/kitchen', import.meta.url));

test('loads an empty folder as a project', async () => {
  const root = makeProject({});
  const { folder, definitions, routes, warnings } = await load(root);
  expect({ folder, definitions, routes, warnings }).toEqual({
    folder: root,
    definitions: [],
    routes: { routes: [], custom: [] },
    warnings: [],
  });
});

test('warns about ignored parts of .env and package.json', async () => {
  const root = makeProject({ '.env': 'PORT 1337\n', 'package.json': '{' });
  const { warningGroups } = await load(root);
  expect(warningGroups.configuration).toEqual([
    '.env, line 1: ignored. Use the form NAME=value.',
    expect.stringContaining('package.json is ignored'),
  ]);
});

test('loads project kitchen without warnings', async () => {
  const { config, definitions, warnings, notices } = await load(makeProject({}, KITCHEN));
  expect(definitions).toHaveLength(19);
  expect(config.api.rest.maxLimit).toBe(100);
  expect([warnings, notices]).toEqual([[], []]);
});

describe('a TypeScript project', () => {
  test('has its configuration as after a build', async () => {
    const root = makeProject({}, BLOG);
    const { config } = await load(root);
    expect(config.database).toMatchObject({ client: 'sqlite', file: `${root}/.tmp/data.db` });
    expect(config.middlewares.cors.origin).toEqual(['https://blog.example']);
    expect(config.api.rest.maxLimit).toBe(100);
  });

  test('applies the overrides of its environment', async () => {
    const environment = { NODE_ENV: 'production' };
    const { config } = await load(makeProject({}, BLOG), { environment });
    expect(config.api.rest).toMatchObject({ maxLimit: 50, defaultLimit: 25 });
    expect(config.nodeEnv).toBe('production');
  });

  test('has its definitions, including the extension of the user', async () => {
    const { definitions } = await load(makeProject({}, BLOG));
    expect(definitions.map(({ uid }) => uid)).toEqual([
      'api::article.article',
      'api::author.author',
      'api::category.category',
      'api::page.page',
      'plugin::users-permissions.user',
      'blocks.quote',
      'blocks.rich-text',
      'shared.seo',
    ]);
    const article = toRecord(valueAt(definitions[0]?.json, 'attributes'));
    expect(article['accent']).toMatchObject({ type: 'text' });
    expect(article).not.toHaveProperty('comments');
    expect(valueAt(definitions[1]?.json, 'attributes.email')).toEqual({
      type: 'email',
      private: true,
    });
  });

  test('warns about missing plugins and code that is switched off', async () => {
    const { warnings } = await load(makeProject({}, BLOG));
    expect(warnings.map((line) => line.split(/[:(]/)[0]?.trim())).toEqual([
      'Custom fields are stored as text, because their type is unknown',
      'Relations to types of missing plugins are ignored',
      'Project code is switched off',
    ]);
    expect(warnings.join('\n')).toContain(
      'api::article.article comments (plugin::comments.comment)',
    );
  });
});

describe('custom fields', () => {
  const files = {
    [schemaOf('post')]: collectionType('post', {
      color: { type: 'customField', customField: 'plugin::x.y' },
    }),
  };

  test('reads the columns of the database once', async () => {
    const clients: string[] = [];
    const { definitions, warnings } = await load(makeProject(files), {
      liveColumns: async ({ client }) => {
        clients.push(client);
        return (table, attribute) =>
          table === 'posts' && attribute === 'color' ? 'json' : undefined;
      },
    });
    expect(valueAt(definitions[0]?.json, 'attributes.color.type')).toBe('json');
    expect([clients, warnings]).toEqual([['sqlite'], []]);
  });

  test('does not read the database without custom fields', async () => {
    const liveColumns = () => Promise.reject(new Error('not expected'));
    await load(makeProject({ [schemaOf('post')]: collectionType('post') }), { liveColumns });
  });
});

test('marks attributes as private by configuration', async () => {
  const root = makeProject({
    [schemaOf('post')]: collectionType('post', {
      title: { type: 'string' },
      note: { type: 'text' },
    }),
    'config/api.json': { responses: { privateAttributes: ['note'] } },
  });
  const { definitions } = await load(root);
  expect(valueAt(definitions[0]?.json, 'attributes')).toEqual({
    title: { type: 'string' },
    note: { type: 'text', private: true },
  });
});

test('reports all errors of configuration and schemas at once', async () => {
  const root = makeProject({
    'config/server.json': { port: 'many' },
    [schemaOf('post')]: collectionType('post', {
      author: { type: 'relation', relation: 'oneToOne', target: 'api::no.no' },
    }),
    'src/components/shared/seo.json': '{',
  });
  await expect(load(root)).rejects.toThrow(
    [
      'This project cannot start: 3 errors.',
      '',
      'config/server.json',
      '  port: This must be an integer of at least 0, but is a string.',
      '',
      'src/components/shared/seo.json',
      "  This is not valid JSON at line 1, column 2: Expected property name or '}'.",
      '',
      'src/api/post/content-types/post/schema.json',
      '  attributes.author.target: There is no content-type "api::no.no". Name one that exists, or add its schema.',
    ].join('\n'),
  );
});

test('rejects a missing folder', async () => {
  await expect(load(`${makeProject({})}/nowhere`)).rejects.toThrow('This folder does not exist');
});

function load(root: string, options: Partial<LoadOptions> = {}): Promise<Project> {
  return loadProject(root, { builtIn: builtInDefinitions, environment: {}, ...options });
}
