import { expect, test } from 'vitest';
import { parseAttribute, parseSchema } from './schema.ts';

const DATA = {
  contentTypes: [
    {
      uid: 'api::article.article',
      kind: 'collectionType',
      isDisplayed: true,
      info: { displayName: 'Article', singularName: 'article', pluralName: 'articles' },
      options: { draftAndPublish: true },
      pluginOptions: { i18n: { localized: true } },
      attributes: {
        title: { type: 'string', required: true, maxLength: 80 },
        author: { type: 'relation', relation: 'manyToOne', targetModel: 'api::author.author' },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
      },
    },
    { uid: 'api::home.home', kind: 'singleType', info: { singularName: 'home' }, attributes: {} },
    { uid: 'plugin::users-permissions.user', info: { pluralName: 'users' }, attributes: {} },
  ],
};

test('parses types with their options and attributes', () => {
  const schema = parseSchema(DATA);
  const article = schema.get('api::article.article');
  expect(article).toMatchObject({
    isSingle: false,
    hasDrafts: true,
    isLocalized: true,
    displayName: 'Article',
    restPath: '/articles',
  });
  expect(article?.attributes.get('title')).toMatchObject({
    isRequired: true,
    maxLength: 80,
    min: null,
  });
  expect(article?.attributes.get('author')).toMatchObject({
    target: 'api::author.author',
    isMultiple: false,
  });
  expect(article?.attributes.get('tags')?.isMultiple).toBe(true);
  expect(schema.get('api::home.home')).toMatchObject({
    isSingle: true,
    hasDrafts: false,
    displayName: 'api::home.home',
    restPath: '/home',
  });
  expect(schema.get('plugin::users-permissions.user')?.restPath).toBeNull();
});

test('parses limits that are strings', () => {
  expect(parseAttribute('big', { type: 'biginteger', min: '10', max: 'many' })).toMatchObject({
    min: 10,
    max: null,
  });
});

test('parses an unexpected response as an empty list of types', () => {
  expect(parseSchema({}).size).toBe(0);
});
