// Schema errors that prevent the start, and those that are warnings.
import { describe, expect, test } from 'vitest';
import { definition } from '../../test/support/vendored-projects.ts';
import { checkDefinitions } from './check.ts';
import type { RawDefinition } from './types.ts';

const OWNER_SIDE = {
  type: 'relation',
  relation: 'manyToOne',
  target: 'api::author.author',
  inversedBy: 'posts',
};
const TO_MANY = { type: 'relation', relation: 'oneToMany', target: 'api::author.author' };
const BACK = { ...TO_MANY, target: 'api::post.post', mappedBy: 'author' };
const SCALAR = { posts: { type: 'string' } };

describe('errors that prevent the start of Strapi', () => {
  const ONE_WAY = { type: 'relation', relation: 'oneToMany', target: 'api::post.post' };

  test.each<[string, object, object]>([
    ['the owner of links names no other side', OWNER_SIDE, {}],
    ['the owner of links names a scalar', OWNER_SIDE, { posts: { type: 'string' } }],
    ['the many side does not own the links', { ...OWNER_SIDE, ...mappedBy('posts') }, {}],
    ['a list without values of an enumeration', { type: 'enumeration' }, {}],
    ['a morph relation names no attribute', morph({ morphBy: 'missing' }), {}],
  ])('%s', (...[, attribute, others]) => {
    const { issues } = checkDefinitions([
      type('author', others),
      type('post', { author: attribute }),
    ]);
    expect(issues).toHaveLength(1);
  });

  test.each<[string, object, object]>([
    ['the other side does not point back', OWNER_SIDE, { posts: ONE_WAY }],
    [
      'the other side is of another kind',
      OWNER_SIDE,
      { posts: { ...ONE_WAY, relation: 'manyToMany', mappedBy: 'author' } },
    ],
    [
      'the other side points elsewhere',
      OWNER_SIDE,
      { posts: { ...ONE_WAY, target: 'api::author.author' } },
    ],
    [
      'both sides own the links',
      OWNER_SIDE,
      { posts: { ...ONE_WAY, relation: 'manyToMany', inversedBy: 'author' } },
    ],
    ['the side that owns the links is missing', { ...TO_MANY, mappedBy: 'posts' }, {}],
    ['the side that owns the links is a scalar', { ...TO_MANY, mappedBy: 'posts' }, SCALAR],
    ['mappedBy is empty', { ...TO_MANY, mappedBy: null }, {}],
    ['a side has both keys', { ...OWNER_SIDE, mappedBy: 'posts' }, { posts: BACK }],
    ['a morph relation names a scalar', morph({ morphBy: 'posts' }), SCALAR],
    ['a morph relation names nothing', morph({}), {}],
    ['an enumeration of no values', { type: 'enumeration', enum: [] }, {}],
    ['a zone of no components', { type: 'dynamiczone' }, {}],
  ])('only warns if %s', (...[, attribute, others]) => {
    const { issues, warnings } = checkDefinitions([
      type('author', others),
      type('post', { author: attribute }),
    ]);
    expect(issues).toEqual([]);
    expect(warnings.length).toBeGreaterThan(0);
  });

  test('only warns about an unknown kind and a string for draftAndPublish', () => {
    const changes = { kind: 'collection', options: { draftAndPublish: 'true' } };
    const { issues, warnings } = checkDefinitions([type('post', {}, changes)]);
    expect([issues, warnings.map(({ path }) => path)]).toEqual([
      [],
      ['kind', 'options.draftAndPublish'],
    ]);
  });
});

function mappedBy(name: string): object {
  return { inversedBy: null, mappedBy: name };
}

function morph(side: object): object {
  return { type: 'relation', relation: 'morphMany', target: 'api::author.author', ...side };
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
