// Marked articles: detects parts of another write.
import { expect, test } from 'vitest';
import { markedArticle, markerOf, readVersions, TORN } from './marked-articles.mjs';

const TARGETS = { author: 'a', categories: ['c', 'd'] };

test('a complete article has its marker', () => {
  expect(markerOf(markedArticle('m1', TARGETS))).toBe('m1');
});

test.each([
  ['a value', { summary: 'm0' }],
  ['a component', { seo: null }],
  ['a section', { sections: markedArticle('m1', TARGETS).sections.slice(1) }],
  ['a nested component', { sections: markedArticle('m0', TARGETS).sections }],
  ['the author', { author: null }],
  ['a category', { categories: ['c'] }],
])('an article is torn if %s is missing or differs', (_, part) => {
  expect(markerOf({ ...markedArticle('m1', TARGETS), ...part })).toBe(TORN);
});

test('reads versions by document; two rows of one version are torn', async () => {
  const article = (/** @type {string} */ documentId, /** @type {string} */ marker) => ({
    documentId,
    ...markedArticle(marker, TARGETS),
  });
  const drafts = [article('x', 'm2'), article('y', 'm3'), article('y', 'm3')];
  const read = (/** @type {string} */ path) => {
    const data = path.includes('status=draft') ? drafts : [article('x', 'm1')];
    return Promise.resolve(JSON.stringify({ data }));
  };
  const found = await readVersions(read, { by: 'documentId', values: ['x', 'y', 'z'] });
  expect(Object.fromEntries(found)).toEqual({
    x: { documentId: 'x', draft: 'm2', published: 'm1' },
    y: { documentId: 'y', draft: TORN, published: null },
  });
});
