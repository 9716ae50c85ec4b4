import { describe, expect, it } from 'vitest';
import {
  definition,
  kitchenRegistry,
  namesRegistry,
} from '../../../test/support/vendored-projects.ts';
import { builtInDefinitions } from '../../schema/built-in/definitions.ts';
import { defineRegistry } from '../../schema/define.ts';
import { createLayout } from './layout.ts';
import { StorageError } from '../errors.ts';

const kitchen = createLayout(kitchenRegistry());
const odd = createLayout(namesRegistry());
const ARTICLE = 'api::article.article';
const HUB = 'api::hub.hub';
const SPOKE = 'api::spoke.spoke';
const THING = 'api::owner-thing.owner-thing';
const TINY = 'api::tiny.tiny';
const STRING = { type: 'string' };

describe('tables and columns', () => {
  it('keeps the spelling of a table and splits that of a column', () => {
    expect(odd.table(THING)).toBe('ownerThings');
    expect(odd.column(TINY, 'iPhone15Pro')).toBe('i_phone_15_pro');
    expect(kitchen.column(ARTICLE, 'releasedOn')).toBe('released_on');
    expect(kitchen.column(ARTICLE, 'publishedAt')).toBe('published_at');
  });

  it('has columns for id and documentId, the latter for content-types only', () => {
    expect(kitchen.column(ARTICLE, 'id')).toBe('id');
    expect(kitchen.column(ARTICLE, 'documentId')).toBe('document_id');
    expect(() => kitchen.column('shared.seo', 'documentId')).toThrow('no column');
  });

  it('has no column for relations, no link for scalars and no table for unknown types', () => {
    expect(() => kitchen.column(ARTICLE, 'author')).toThrow('no column');
    expect(() => kitchen.link(ARTICLE, 'title')).toThrow('no link');
    expect(() => kitchen.table('api::no.no')).toThrow('no model');
  });
});

describe('links through join tables', () => {
  const joins: readonly (readonly [
    uid: string,
    attribute: string,
    table: string,
    near: string,
    far: string,
    order: string | null,
  ])[] = [
    [HUB, 'oneWay', 'hubs_one_way_lnk', 'hub_id', 'spoke_id', null],
    [HUB, 'manyWay', 'hubs_many_way_lnk', 'hub_id', 'spoke_id', 'spoke_ord'],
    [HUB, 'oneToOne', 'hubs_one_to_one_lnk', 'hub_id', 'spoke_id', null],
    [SPOKE, 'hubOneToOne', 'hubs_one_to_one_lnk', 'spoke_id', 'hub_id', null],
    [HUB, 'manyToOne', 'hubs_many_to_one_lnk', 'hub_id', 'spoke_id', null],
    [SPOKE, 'hubOneToMany', 'hubs_many_to_one_lnk', 'spoke_id', 'hub_id', 'hub_ord'],
    [HUB, 'manyToMany', 'hubs_many_to_many_lnk', 'hub_id', 'spoke_id', 'spoke_ord'],
    [SPOKE, 'hubManyToMany', 'hubs_many_to_many_lnk', 'spoke_id', 'hub_id', 'hub_ord'],
    [ARTICLE, 'related', 'articles_related_lnk', 'article_id', 'inv_article_id', 'article_ord'],
    ['api::author.author', 'mentor', 'authors_mentor_lnk', 'author_id', 'inv_author_id', null],
    [
      'api::author.author',
      'mentees',
      'authors_mentor_lnk',
      'inv_author_id',
      'author_id',
      'author_ord',
    ],
    [
      'sections.related',
      'articles',
      'components_sections_relateds_articles_lnk',
      'related_id',
      'article_id',
      'article_ord',
    ],
    [
      'plugin::users-permissions.role',
      'permissions',
      'up_permissions_role_lnk',
      'role_id',
      'permission_id',
      'permission_ord',
    ],
  ];

  it.each(joins)('%s %s', (uid, attribute, table, near, far, order) => {
    expect(kitchen.link(uid, attribute)).toMatchObject({
      kind: 'joinTable',
      table,
      near,
      far,
      order,
    });
  });

  const rules: readonly (readonly [
    uid: string,
    attribute: string,
    inverseOrder: string | null,
    exclusive: boolean,
  ])[] = [
    [HUB, 'oneWay', null, false],
    [HUB, 'manyWay', null, false],
    [HUB, 'oneToOne', null, true],
    [SPOKE, 'hubOneToOne', null, true],
    [HUB, 'oneToMany', null, true],
    [SPOKE, 'hubManyToOne', 'spoke_ord', false],
    [HUB, 'manyToOne', 'hub_ord', false],
    [SPOKE, 'hubOneToMany', null, true],
    [HUB, 'manyToMany', 'hub_ord', false],
    [SPOKE, 'hubManyToMany', 'spoke_ord', false],
    [ARTICLE, 'related', null, false],
    ['api::author.author', 'mentor', 'author_ord', false],
    ['api::author.author', 'mentees', null, true],
    ['sections.related', 'articles', null, false],
  ];

  it.each(rules)('%s %s from the inverse side', (uid, attribute, inverseOrder, exclusive) => {
    expect(kitchen.link(uid, attribute)).toMatchObject({ inverseOrder, exclusive });
  });

  it('distinguishes the two orders of a self relation', () => {
    const table = 'owner_things_self_m_2_m_lnk';
    const [own, inverse] = ['owner_thing_id', 'inv_owner_thing_id'];
    const kind = 'joinTable';
    expect(odd.link(THING, 'selfM2M')).toEqual({
      kind,
      table,
      near: own,
      far: inverse,
      order: 'owner_thing_ord',
      inverseOrder: 'inv_owner_thing_ord',
      exclusive: false,
    });
    expect(odd.link(THING, 'selfM2MBack')).toEqual({
      kind,
      table,
      near: inverse,
      far: own,
      order: 'inv_owner_thing_ord',
      inverseOrder: 'owner_thing_ord',
      exclusive: false,
    });
  });
});

describe('links of other kinds', () => {
  it('stores the creator in a column and finds other locales by document', () => {
    expect(kitchen.link(ARTICLE, 'createdBy')).toEqual({
      kind: 'column',
      column: 'created_by_id',
      exclusive: false,
    });
    expect(odd.link(THING, 'jc')).toEqual({ kind: 'column', column: 'jc_id', exclusive: false });
    expect(kitchen.link(ARTICLE, 'localizations')).toEqual({ kind: 'siblings' });
  });

  it('finds the column of the owner from the inverse side', () => {
    const pair = defineRegistry([
      ...builtInDefinitions,
      type('a', { bs: relation('oneToMany', 'b', { mappedBy: 'a' }) }),
      type('b', {
        a: { ...relation('manyToOne', 'a', { inversedBy: 'bs' }), useJoinTable: false },
        one: { ...relation('oneToOne', 'b', { inversedBy: 'other' }), useJoinTable: false },
        other: relation('oneToOne', 'b', { mappedBy: 'one' }),
      }),
    ]);
    const layout = createLayout(pair);
    expect(layout.link('api::a.a', 'bs')).toEqual({ kind: 'inverseColumn', column: 'a_id' });
    expect(layout.link('api::b.b', 'a')).toMatchObject({ column: 'a_id', exclusive: false });
    expect(layout.link('api::b.b', 'one')).toMatchObject({ column: 'one_id', exclusive: true });
  });

  it('stores files and their related entries in one table', () => {
    const table = 'files_related_mph';
    const columns = { idColumn: 'related_id', typeColumn: 'related_type' };
    expect(kitchen.link('shared.seo', 'shareImage')).toEqual({
      kind: 'morphInverse',
      table,
      far: 'file_id',
      ...columns,
      type: 'shared.seo',
      field: 'shareImage',
    });
    expect(kitchen.link('plugin::upload.file', 'related')).toEqual({
      kind: 'morphTable',
      table,
      near: 'file_id',
      ...columns,
    });
  });

  it('resolves morph relations from both sides', () => {
    const table = 'owner_things_poly_many_mph';
    const columns = { idColumn: 'poly_many_id', typeColumn: 'poly_many_type' };
    const target = { idColumn: 'target_id', typeColumn: 'target_type' };
    expect(odd.link(THING, 'polyMany')).toEqual({
      kind: 'morphTable',
      table,
      near: 'owner_thing_id',
      ...columns,
    });
    expect(odd.link(TINY, 'morphOneSide')).toEqual({
      kind: 'morphInverse',
      table,
      far: 'owner_thing_id',
      ...columns,
      type: TINY,
      field: 'morphOneSide',
    });
    expect(odd.link(THING, 'polyOne')).toEqual({ kind: 'morphColumns', ...target });
    expect(odd.link(TINY, 'morphToOneBack')).toEqual({
      kind: 'morphColumnsInverse',
      ...target,
      type: TINY,
    });
  });

  it('stores components and dynamic zones of a model in one table', () => {
    const table = 'articles_cmps';
    expect(kitchen.link(ARTICLE, 'seo')).toEqual({ kind: 'components', table, field: 'seo' });
    expect(kitchen.link(ARTICLE, 'sections')).toEqual({
      kind: 'components',
      table,
      field: 'sections',
    });
  });
});

describe('schemas that cannot be stored', () => {
  it.each([
    [
      'two models with one table',
      [type('a', {}), { ...type('b', {}, 'as') }],
      'api::a.a has a table of that name already',
    ],
    [
      'two attributes with one column',
      [type('a', { aB: STRING, a_b: STRING })],
      'aB has a column of that name already',
    ],
    [
      'two morphToOne in one type',
      [type('a', { x: morphToOne(), y: morphToOne() })],
      'x has a column of that name already',
    ],
    [
      'an attribute called id',
      [type('a', { id: STRING })],
      'The system has a column of that name already',
    ],
    [
      'an attribute that is the document id',
      [type('a', { documentId: STRING })],
      'The system has a column',
    ],
    [
      'an unknown column type',
      [type('a', { a: { ...STRING, columnType: { type: 'geometry' } } })],
      'The columnType geometry of attributes.a is not known',
    ],
    [
      'a column type named like an inherited property',
      [type('a', { a: { ...STRING, columnType: { type: 'constructor' } } })],
      'The columnType constructor of attributes.a is not known',
    ],
  ])('rejects %s', (_, definitions, message) => {
    const registry = defineRegistry([...builtInDefinitions, ...definitions]);
    expect(() => createLayout(registry)).toThrow(StorageError);
    expect(() => createLayout(registry)).toThrow(message);
  });

  it('names the attribute, table and column of each error', () => {
    const registry = defineRegistry([
      ...builtInDefinitions,
      type('a', { aB: STRING, a_b: STRING }),
    ]);
    expect(() => createLayout(registry)).toThrow(
      'api::a.a: attributes.a_b (table as, column a_b): aB has',
    );
  });
});

function morphToOne(): Readonly<Record<string, string>> {
  return { type: 'relation', relation: 'morphToOne' };
}

function relation(kind: string, target: string, side: Readonly<Record<string, string>>) {
  return { type: 'relation', relation: kind, target: `api::${target}.${target}`, ...side };
}

function type(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  collectionName = `${name}s`,
) {
  const info = { singularName: name, pluralName: `${name}s`, displayName: name };
  return definition(`api::${name}.${name}`, {
    kind: 'collectionType',
    collectionName,
    info,
    attributes,
  });
}
