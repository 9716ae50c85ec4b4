import { expect, test } from 'vitest';
import { relationPaths } from './relation-paths.ts';
import { parseComponents, parseSchema } from './schema.ts';

const AUTHOR = { type: 'relation', relation: 'manyToOne', target: 'api::author.author' };
const TAG = { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' };

test('finds relations in attributes and components, and does not follow a component that contains itself', () => {
  const components = parseComponents({
    components: [
      {
        uid: 'shared.credit',
        attributes: {
          writer: AUTHOR,
          tag: TAG,
          inner: { type: 'component', component: 'shared.credit' },
        },
      },
    ],
  });
  const schema = parseSchema({
    contentTypes: [
      {
        uid: 'api::article.article',
        attributes: {
          title: { type: 'string' },
          author: AUTHOR,
          credits: { type: 'component', component: 'shared.credit', repeatable: true },
          zone: { type: 'dynamiczone', components: ['shared.credit'] },
        },
      },
    ],
  });
  const attributes = schema.get('api::article.article')?.attributes ?? new Map();
  expect(relationPaths(attributes, { target: 'api::author.author', components })).toEqual([
    ['author'],
    ['credits', 'writer'],
    ['credits', 'inner', 'writer'],
    ['credits', 'inner', 'inner', 'writer'],
    ['credits', 'inner', 'inner', 'inner', 'writer'],
  ]);
});
