import { describe, expect, test } from 'vitest';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../../test/support/project-folder.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { toRecord } from '../schema/raw.ts';
import { openFolder } from './folder.ts';
import { createModuleLoader } from './modules.ts';
import { readSchemaFiles, toKebabCase, type SchemaFiles } from './schema-files.ts';

describe('locations of schemas', () => {
  test('reads content-types and components with uid and file', async () => {
    const { definitions, issues } = await read({
      'src/api/blog/content-types/post/schema.json': collectionType('post'),
      'src/api/blog/content-types/.hidden/schema.json': '{',
      'src/api/.hidden/content-types/x/schema.json': '{',
      'src/components/Shared/Seo.json': { collectionName: 'c', attributes: {} },
      'src/components/shared/notes.txt': 'no schema',
    });
    expect(issues).toEqual([]);
    expect(
      definitions.map(({ modelType, uid, origin, file }) => ({ modelType, uid, origin, file })),
    ).toEqual([
      {
        modelType: 'contentType',
        uid: 'api::blog.post',
        origin: 'api',
        file: 'src/api/blog/content-types/post/schema.json',
      },
      {
        modelType: 'component',
        uid: 'shared.seo',
        origin: 'api',
        file: 'src/components/Shared/Seo.json',
      },
    ]);
  });

  test('reads schemas written as code', async () => {
    const { definitions } = await read({
      'src/api/a/content-types/a/schema.js': 'module.exports = { info: { singularName: "a" } };',
      'src/api/b/content-types/b/schema.ts':
        'export default { info: { singularName: "b" as string } };',
      'src/components/c/d.js': 'module.exports = { collectionName: "d" };',
    });
    expect(definitions.map(({ uid }) => uid)).toEqual(['api::a.a', 'api::b.b', 'c.d']);
  });

  test('defaults the table of a type to its singular name', async () => {
    const { definitions } = await read({
      [schemaOf('post')]: { info: { singularName: 'post', pluralName: 'posts' } },
    });
    expect(toRecord(definitions[0]?.json)['collectionName']).toBe('post');
  });
});

describe('extensions of plugin types', () => {
  const file = 'src/extensions/users-permissions/content-types/user/schema.json';

  test('replace built-in values by top-level key', async () => {
    const { definitions } = await read({
      [file]: { attributes: { nickname: { type: 'string' } } },
    });
    expect(definitions).toMatchObject([
      {
        uid: 'plugin::users-permissions.user',
        origin: 'plugin',
        file,
        json: {
          collectionName: 'up_users',
          info: { singularName: 'user', name: 'user' },
          options: { draftAndPublish: false, timestamps: true },
        },
      },
    ]);
    expect(toRecord(definitions[0]?.json)['attributes']).toEqual({ nickname: { type: 'string' } });
  });

  test('of other plugins are listed', async () => {
    const stray = 'src/extensions/comments/content-types/comment/schema.json';
    const json = collectionType('comment');
    const { definitions, pluginExtensions } = await read({ [stray]: json });
    expect(definitions).toEqual([]);
    expect(pluginExtensions).toEqual([{ plugin: 'comments', type: 'comment', file: stray, json }]);
  });
});

describe('files that cannot be read', () => {
  test.each<[string, string, RegExp]>([
    [
      'src/api/a/content-types/a/schema.json',
      '{\n  "kind": "x",\n}',
      /not valid JSON at line 3, column 1: /,
    ],
    ['src/api/a/content-types/a/schema.json', '{\n "a": 1', /not valid JSON at line 2, column 8: /],
    ['src/api/a/content-types/a/schema.json', '', /not valid JSON at line 1, column 1: /],
    ['src/api/a/content-types/a/schema.js', 'throw new Error("no");', /cannot be run: no/],
    ['src/components/a/b.json', 'nope', /at line 1, column 2: Unexpected token 'o'\.$/],
    [
      'src/components/a/b.json',
      '{\n  "a": true,\n  "b": fals,\n  "c": 1 }',
      /at line 3, column 12: Unexpected token ','\.$/,
    ],
    ['src/extensions/upload/content-types/file/schema.json', '[', /not valid JSON/],
  ])('%s with %j', async (file, text, message) => {
    const { definitions, issues } = await read({ [file]: text });
    expect(definitions).toEqual([]);
    expect(issues).toEqual([{ file, path: '', message: expect.stringMatching(message) }]);
  });

  test('reports a folder of a content-type without a schema', async () => {
    const { issues } = await read({ 'src/api/a/content-types/a/lifecycles.js': '' });
    expect(issues).toEqual([
      {
        file: 'src/api/a/content-types/a',
        path: '',
        message: expect.stringContaining('no schema.json'),
      },
    ]);
  });
});

test('ignores an empty folder of a content-type', async () => {
  const { definitions, issues } = await read({ 'src/api/a/content-types/a/.gitkeep': '' });
  expect([definitions, issues]).toEqual([[], []]);
});

test.each([
  ['blog-post', 'blog-post'],
  ['blogPost2', 'blog-post-2'],
  ['v2Post', 'v-2-post'],
  ['Blog_Post', 'blog-post'],
  ['v2-post2', 'v2-post2'],
  ['HTMLPage', 'html-page'],
])('converts %s to %s', (name, expected) => {
  expect(toKebabCase(name)).toBe(expected);
});

function read(files: ProjectFiles): Promise<SchemaFiles> {
  const folder = openFolder(makeProject(files));
  return readSchemaFiles({
    folder,
    loader: createModuleLoader(folder),
    builtIn: builtInDefinitions,
  });
}
