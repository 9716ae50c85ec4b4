import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kitchenDefinitions, definition, vendored } from '../../test/support/vendored-projects.ts';
import { builtInDefinitions } from './built-in/definitions.ts';
import { checkDefinitions } from './check.ts';
import { toRecord } from './raw.ts';
import type { RawDefinition, SchemaIssue } from './types.ts';

const SEO = definition('shared.seo', { collectionName: 'components_shared_seos', attributes: {} });
const AUTHOR = type('author', {
  name: { type: 'string' },
  posts: { type: 'relation', relation: 'oneToMany', target: 'api::post.post', mappedBy: 'author' },
});
const OWNER_SIDE = {
  type: 'relation',
  relation: 'manyToOne',
  target: 'api::author.author',
  inversedBy: 'posts',
};

describe('accepts schemas that Strapi accepts', () => {
  test('the built-in types and project kitchen', () => {
    expect(issuesOf([...builtInDefinitions, ...kitchenDefinitions()])).toEqual([]);
  });

  test('the project with long, odd and morph names', () => {
    const schemas = toRecord(
      JSON.parse(readFileSync(vendored('vendor', 'storage', 'names.schemas.json'), 'utf8')),
    );
    const all = { ...toRecord(schemas['contentTypes']), ...toRecord(schemas['components']) };
    const own = Object.entries(all).map(([uid, json]) => definition(uid, json));
    expect(issuesOf([...builtInDefinitions, ...own])).toEqual([]);
  });

  test('a two-way relation, and attributes that the system replaces', () => {
    const post = type('post', {
      author: OWNER_SIDE,
      createdAt: { type: 'string' },
      localizations: { type: 'json' },
    });
    expect(issuesOf([AUTHOR, post])).toEqual([]);
  });
});

describe('one attribute', () => {
  test.each<[string, object, string, RegExp]>([
    ['an unknown type', { type: 'strnig' }, 'type', /no attribute type "strnig"/],
    ['no type', { required: true }, 'type', /needs a type/],
    ['an enumeration without values', { type: 'enumeration' }, 'enum', /needs its values/],
    [
      'an enumeration with an empty list',
      { type: 'enumeration', enum: [] },
      'enum',
      /needs its values/,
    ],
    [
      'an invalid pattern',
      { type: 'string', regex: '(' },
      'regex',
      /not a valid regular expression/,
    ],
    [
      'an enumeration of numbers',
      { type: 'enumeration', enum: [1] },
      'enum',
      /must be non-empty strings/,
    ],
    [
      'an unknown component',
      { type: 'component', component: 'a.b' },
      'component',
      /"a\.b".*src\/components\/a\/b\.json/,
    ],
    [
      'a component without a name',
      { type: 'component' },
      'component',
      /A component needs its name/,
    ],
    [
      'a zone with an unknown component',
      { type: 'dynamiczone', components: ['shared.seo', 'a.b'] },
      'components.1',
      /"a\.b"/,
    ],
    ['a zone without a list', { type: 'dynamiczone' }, 'components', /needs a list of components/],
    [
      'an unknown kind of relation',
      { type: 'relation', relation: 'hasMany' },
      'relation',
      /no relation "hasMany"/,
    ],
    ['a relation without a kind', { type: 'relation' }, 'relation', /needs a kind/],
    [
      'a relation without a target',
      { type: 'relation', relation: 'oneToOne' },
      'target',
      /needs a target/,
    ],
    [
      'a relation to nothing',
      { type: 'relation', relation: 'oneToOne', target: 'api::x.x' },
      'target',
      /no content-type "api::x\.x"/,
    ],
    [
      'a relation to a component',
      { type: 'relation', relation: 'oneToOne', target: 'shared.seo' },
      'target',
      /is a component/,
    ],
    [
      'an inverse polymorphic relation to no morph attribute',
      { type: 'relation', relation: 'morphMany', target: 'api::post.post', morphBy: 'nope' },
      'morphBy',
      /no polymorphic relation "nope"/,
    ],
    [
      'a condition with an unknown operator',
      { type: 'string', conditions: { visible: { and: [{ is: [{ var: 'kind' }, 'a'] }] } } },
      'conditions.visible',
      /no operator "is"/,
    ],
    [
      'an inverse polymorphic relation without its other side',
      { type: 'relation', relation: 'morphOne', target: 'api::post.post' },
      'morphBy',
      /Set this to the morphToOne/,
    ],
  ])('%s', (...[, attribute, path, message]) => {
    const issues = issuesOf([SEO, type('post', { broken: attribute })]);
    expect(issues).toEqual([
      {
        file: 'src/api::post.post.json',
        path: `attributes.broken.${path}`,
        message: expect.stringMatching(message),
      },
    ]);
  });
});

describe('the other side of a relation', () => {
  test.each<[string, object, object, string, RegExp]>([
    [
      'is missing',
      OWNER_SIDE,
      {},
      'inversedBy',
      /has no attribute "posts". Add it: .*"mappedBy": "author"/,
    ],
    [
      'is not a relation',
      OWNER_SIDE,
      { posts: { type: 'string' } },
      'inversedBy',
      /is not a relation/,
    ],
    [
      'points elsewhere',
      OWNER_SIDE,
      { posts: { type: 'relation', relation: 'oneToMany', target: 'api::author.author' } },
      'inversedBy',
      /points to api::author\.author, not back/,
    ],
    [
      'does not point back',
      OWNER_SIDE,
      { posts: { type: 'relation', relation: 'oneToMany', target: 'api::post.post' } },
      'inversedBy',
      /does not point back. Add "mappedBy": "author"/,
    ],
    [
      'has an incompatible kind',
      OWNER_SIDE,
      { posts: { type: 'relation', relation: 'manyToMany', target: 'api::post.post' } },
      'relation',
      /must be oneToMany, and is manyToMany/,
    ],
    [
      'owns the links as well',
      { ...OWNER_SIDE, relation: 'oneToOne' },
      {
        posts: {
          type: 'relation',
          relation: 'oneToOne',
          target: 'api::post.post',
          inversedBy: 'author',
        },
      },
      'inversedBy',
      /Both sides say "inversedBy"/,
    ],
    ['is named by both keys', { ...OWNER_SIDE, mappedBy: 'posts' }, {}, 'mappedBy', /not both/],
    [
      'is owned by the one of one-to-many',
      { ...OWNER_SIDE, relation: 'oneToMany' },
      {},
      'inversedBy',
      /Use "mappedBy" here/,
    ],
    [
      'owns the many of many-to-one',
      { ...OWNER_SIDE, inversedBy: null, mappedBy: 'posts' },
      {},
      'mappedBy',
      /Use "inversedBy" here/,
    ],
  ])('%s', (...[, attribute, others, path, message]) => {
    const issues = issuesOf([type('author', others), type('post', { author: attribute })]);
    expect(issues).toContainEqual({
      file: 'src/api::post.post.json',
      path: `attributes.author.${path}`,
      message: expect.stringMatching(message),
    });
  });

  test('names both files if an extension breaks a relation of a built-in type', () => {
    const user = {
      ...type('user', {}),
      uid: 'plugin::users-permissions.user',
      file: 'src/user.json',
    };
    const all = builtInDefinitions.filter(({ uid }) => uid !== user.uid);
    expect(issuesOf([...all, user])).toContainEqual({
      file: 'built in',
      path: 'attributes.users.mappedBy',
      message: expect.stringContaining('(src/user.json) has no attribute "role"'),
    });
  });
});

describe('names and columns', () => {
  test.each<[string, object, string, RegExp]>([
    ['id', { id: { type: 'string' } }, 'attributes.id', /reserved/],
    ['documentId', { documentId: { type: 'string' } }, 'attributes.documentId', /reserved/],
    ['document-id', { 'document-id': { type: 'string' } }, 'attributes.document-id', /reserved/],
    [
      'two names of one column',
      { aB: { type: 'string' }, a_b: { type: 'text' } },
      'attributes.a_b',
      /column "a_b" already belongs to "aB"/,
    ],
    [
      'a name of a system column',
      { created_at: { type: 'date' } },
      'attributes.created_at',
      /belongs to the system/,
    ],
    [
      'two morphToOne',
      {
        one: { type: 'relation', relation: 'morphToOne' },
        two: { type: 'relation', relation: 'morphToOne' },
      },
      'attributes.two',
      /Use morphToMany/,
    ],
    [
      'an attribute that is not an object',
      { name: 'string' },
      'attributes.name',
      /must be an object/,
    ],
  ])('%s', (...[, attributes, path, message]) => {
    expect(issuesOf([type('post', attributes)])).toEqual([
      { file: 'src/api::post.post.json', path, message: expect.stringMatching(message) },
    ]);
  });

  test('two types in one table, ignoring case', () => {
    const other = type('note', {}, { collectionName: 'POSTS' });
    expect(issuesOf([type('post', {}), other])).toEqual([
      {
        file: 'src/api::note.note.json',
        path: 'collectionName',
        message: expect.stringContaining('already belongs to api::post.post'),
      },
    ]);
  });

  test('a component and a built-in type in one table', () => {
    const files = definition('shared.file', { collectionName: 'files', attributes: {} });
    expect(issuesOf([...builtInDefinitions, files])).toEqual([
      {
        file: 'src/shared.file.json',
        path: 'collectionName',
        message: expect.stringContaining('already belongs to plugin::upload.file (built in)'),
      },
    ]);
  });

  test('a plural that is the singular of another type', () => {
    const other = type('news', {}, { info: { singularName: 'news', pluralName: 'post' } });
    expect(issuesOf([type('post', {}), other])).toContainEqual({
      file: 'src/api::news.news.json',
      path: 'info.pluralName',
      message: expect.stringContaining('already belongs to api::post.post'),
    });
  });
});

describe('a whole schema', () => {
  test.each<[string, object, string, RegExp]>([
    ['no singular name', { info: { pluralName: 'posts' } }, 'info.singularName', /is missing/],
    ['no plural name', { info: { singularName: 'post' } }, 'info.pluralName', /is missing/],
    [
      'one name for both',
      { info: { singularName: 'post', pluralName: 'post' } },
      'info.pluralName',
      /must differ/,
    ],
    [
      'a name with capitals',
      { info: { singularName: 'post', pluralName: 'Posts' } },
      'info.pluralName',
      /lower case with dashes/,
    ],
    [
      'a folder of another name',
      { info: { singularName: 'entry', pluralName: 'posts' } },
      'info.singularName',
      /rename the folder "post" to "entry"/,
    ],
    ['an unknown kind', { kind: 'collection' }, 'kind', /"collectionType" or "singleType"/],
    [
      'draftAndPublish as a string',
      { options: { draftAndPublish: 'true' } },
      'options.draftAndPublish',
      /true or false/,
    ],
    ['attributes as a list', { attributes: [] }, 'attributes', /must be an object/],
    ['a table that is not a string', { collectionName: 7 }, 'collectionName', /a string/],
  ])('%s', (...[, changes, path, message]) => {
    expect(issuesOf([type('post', {}, changes)])).toEqual([
      { file: 'src/api::post.post.json', path, message: expect.stringMatching(message) },
    ]);
  });

  test('a file that does not contain an object', () => {
    expect(issuesOf([definition('api::post.post', ['no'])])).toEqual([
      {
        file: 'src/api::post.post.json',
        path: '',
        message: expect.stringContaining('one JSON object'),
      },
    ]);
  });

  test('a component without a table', () => {
    expect(issuesOf([definition('shared.link', { attributes: {} })])).toEqual([
      {
        file: 'src/shared.link.json',
        path: 'collectionName',
        message: expect.stringContaining('"components_shared_links"'),
      },
    ]);
  });
});

test('reports all errors at once', () => {
  const issues = issuesOf([
    type('post', { a: { type: 'x' }, id: { type: 'string' } }, { kind: 'x' }),
    type('note', { b: { type: 'y' } }),
  ]);
  expect(issues.map(({ path }) => path)).toEqual([
    'attributes.a.type',
    'attributes.id',
    'attributes.b.type',
    'kind',
  ]);
});

/** All errors and warnings. */
function issuesOf(definitions: readonly RawDefinition[]): readonly SchemaIssue[] {
  const { issues, warnings } = checkDefinitions(definitions);
  return [...issues, ...warnings];
}

function type(name: string, attributes: object, changes: object = {}): RawDefinition {
  return definition(`api::${name}.${name}`, {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    attributes,
    ...changes,
  });
}
