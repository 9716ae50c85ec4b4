// The closest match of a misspelled name.
import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const KNOWN = ['article.find', 'article.findOne', 'author.find', 'user.me'];

test.each([
  ['article.fnid', 'article.find'],
  ['artcle.find', 'article.find'],
  ['Article.FindOne', 'article.findOne'],
  ['autor.find', 'author.find'],
  ['usr.me', 'user.me'],
  ['homepage.publish', undefined],
  ['', undefined],
])('%j: %j', (name, meant) => {
  expect(nearest(name, KNOWN)).toBe(meant);
});
