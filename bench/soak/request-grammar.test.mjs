// Random requests of the soak: repeatable, and such as an HTTP client can send.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Random } from '../seeds/random.mjs';
import { RequestGrammar } from './request-grammar.mjs';
import { readVocabulary } from './vocabulary.mjs';

const COUNT = 1000;

const project = path.resolve(import.meta.dirname, '../../examples/blog');
const vocabulary = { ...readVocabulary(project), ids: ['1', 'm28d4fw5254uqhw53yn1bya5'] };

/** @param {number} seed */
function requests(seed) {
  const grammar = new RequestGrammar(new Random(seed), vocabulary);
  return Array.from({ length: COUNT }, () => grammar.next());
}

/** All of them, bodies included. @param {number} seed */
function digest(seed) {
  const hash = createHash('sha256');
  for (const { body, ...rest } of requests(seed))
    hash.update(JSON.stringify(rest)).update(body ?? '');
  return hash.digest('hex');
}

test('the vocabulary holds types and components with their paths', () => {
  expect(vocabulary.types.map(({ path: of }) => of)).toEqual([
    'articles',
    'authors',
    'categories',
    'homepage',
    'setting',
  ]);
  expect([...vocabulary.models.keys()]).toContain('sections.quote');
});

test('one seed makes the same requests, another one others', () => {
  expect(digest(1)).toBe(digest(1));
  expect(digest(1)).not.toBe(digest(2));
});

test('every path can be sent: ASCII without spaces', () => {
  const broken = requests(3).filter((made) => !/^\/[\u0021-\u007e]*$/.test(made.path));
  expect(broken).toEqual([]);
});

test('requests reach lists, documents, files and accounts, as every caller and with bodies', () => {
  const all = requests(4);
  const starts = ['/api/articles?', '/api/articles/', '/api/upload', '/api/auth/', '/admin/'];
  for (const start of starts) expect(all.some((made) => made.path.startsWith(start))).toBe(true);
  expect(new Set(all.map(({ caller }) => caller)).size).toBe(5);
  expect(all.filter(({ body }) => body !== null).length).toBeGreaterThan(COUNT / 10);
});

test('no request deletes the token or a role of the run itself', () => {
  const kept = requests(5).filter((made) =>
    /\/(api-tokens|roles|locales)\/[0-3]\b/.test(made.path),
  );
  expect(kept).toEqual([]);
});
