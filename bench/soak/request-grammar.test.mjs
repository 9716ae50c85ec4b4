// Random requests of the soak: deterministic, and accepted by an HTTP client.
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

/** Digest of all requests with their bodies. @param {number} seed */
function digest(seed) {
  const hash = createHash('sha256');
  for (const { body, ...rest } of requests(seed))
    hash.update(JSON.stringify(rest)).update(body ?? '');
  return hash.digest('hex');
}

test('the vocabulary contains types with their paths, and components', () => {
  expect(vocabulary.types.map((type) => type.path)).toEqual([
    'articles',
    'authors',
    'categories',
    'homepage',
    'setting',
  ]);
  expect([...vocabulary.models.keys()]).toContain('sections.quote');
});

test('equal seeds generate equal requests, and different seeds different ones', () => {
  expect(digest(1)).toBe(digest(1));
  expect(digest(1)).not.toBe(digest(2));
});

test('every path consists of printable ASCII without spaces', () => {
  const broken = requests(3).filter((request) => !/^\/[\u0021-\u007e]*$/.test(request.path));
  expect(broken).toEqual([]);
});

test('requests cover lists, documents, files and accounts, every caller, and bodies', () => {
  const all = requests(4);
  const starts = ['/api/articles?', '/api/articles/', '/api/upload', '/api/auth/', '/admin/'];
  for (const start of starts)
    expect(all.some((request) => request.path.startsWith(start))).toBe(true);
  expect(new Set(all.map(({ caller }) => caller)).size).toBe(5);
  expect(all.filter(({ body }) => body !== null).length).toBeGreaterThan(COUNT / 10);
});

test('no request deletes the token or a role that the run needs', () => {
  const unsafe = requests(5).filter((request) =>
    /\/(api-tokens|roles|locales)\/[0-3]\b/.test(request.path),
  );
  expect(unsafe).toEqual([]);
});
