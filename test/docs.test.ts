// Runs the requests of README.md, docs/tour.md and docs/reading.md against `examples/blog`. test/cli/tour.test.ts runs the
// first part of the tour.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  MAX_CONDITIONS,
  MAX_CURSOR_LENGTH,
  MAX_HEADER_BYTES,
  MAX_KEY_LENGTH,
  MAX_PATH_STEPS,
  MAX_PATTERN_LENGTH,
  MAX_PATTERNS_LENGTH,
  MAX_POPULATED_NODES,
  MAX_READ_ROWS,
  MAX_RELATION_STEPS,
  MAX_SEARCH_LENGTH,
  MAX_SORT_KEYS,
  MAX_SORT_STEPS,
  MAX_WRITTEN_LENGTH,
  QUERY_DEPTH,
  QUERY_PARAMETERS,
} from '../src/base/limits.ts';
import type { TestApp } from './support/app.ts';
import { blocksOf, sectionOf, normalize } from './support/documented.ts';
import { openBlog } from './support/seed.ts';

const root = path.resolve(import.meta.dirname, '..');

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const tour = readFileSync(path.join(root, 'docs', 'tour.md'), 'utf8');
const page = readFileSync(path.join(root, 'docs', 'reading.md'), 'utf8');
let blog: TestApp;

beforeAll(async () => {
  blog = await openBlog();
});

afterAll(async () => {
  await blog.close();
});

interface Example {
  readonly url: string;
  readonly response: unknown;
}

/** Each `curl` with the JSON block that follows it. */
function examplesOf(text: string): readonly Example[] {
  const blocks = blocksOf(text);
  return blocks.flatMap(({ body }, index) => {
    const url = /^curl -g 'http:\/\/[^/]+(\/[^']*)'/.exec(body)?.[1];
    const response = blocks[index + 1];
    if (url === undefined || response?.language !== 'json') return [];
    return { url, response: JSON.parse(response.body) as unknown };
  });
}

const inReadme = examplesOf(readme);
const inTour = examplesOf(sectionOf(tour, 'Query the example blog'));

test('the README and the tour contain requests', () => {
  expect(inReadme.length).toBeGreaterThan(0);
  expect(inTour.length).toBeGreaterThan(4);
});

test.each([...inReadme, ...inTour])('$url', async ({ url, response }) => {
  const given = await blog.request(encodeURI(url), { authorization: null });
  expect(normalize(given.json())).toEqual(normalize(response));
});

/** The lines of `http` blocks. */
function requestsOf(text: string): readonly string[] {
  const blocks = blocksOf(text).filter(({ language }) => language === 'http');
  return blocks.flatMap(({ body }) =>
    [...body.matchAll(/^GET (.*)$/gm)].map(([, url = '']) => url),
  );
}

async function assertServed(app: TestApp, url: string): Promise<void> {
  const response = await app.request(url);
  expect(response.status).toBe(200);
  const body = response.json<{ data?: unknown } | readonly unknown[]>();
  expect('data' in body ? body.data : body).not.toEqual([]);
}

test.each(requestsOf(page))('%s', (url) => assertServed(blog, url));

test('documents the cursors of adjacent pages', async () => {
  const blocks = blocksOf(sectionOf(page, 'fields, sort, pagination'));
  const responseIndex = blocks.findIndex(({ language }) => language === 'json');
  const url = /^GET (.*)$/m.exec(blocks[responseIndex - 1]?.body ?? '')?.[1] ?? '';
  const { meta } = (await blog.request(url)).json<{ meta: { pagination: unknown } }>();
  expect(meta.pagination).toEqual(JSON.parse(blocks[responseIndex]?.body ?? ''));
});

test('documents the limits of the code', () => {
  const stats = [
    MAX_HEADER_BYTES,
    QUERY_PARAMETERS,
    QUERY_DEPTH,
    MAX_CONDITIONS,
    MAX_POPULATED_NODES,
  ].concat(
    MAX_PATH_STEPS,
    MAX_SORT_STEPS,
    MAX_PATTERN_LENGTH,
    MAX_SEARCH_LENGTH,
    MAX_READ_ROWS,
    MAX_RELATION_STEPS,
    MAX_SORT_KEYS,
    MAX_WRITTEN_LENGTH,
    MAX_CURSOR_LENGTH,
    MAX_KEY_LENGTH,
    MAX_PATTERNS_LENGTH,
  );
  for (const figure of stats) expect(page).toContain(figure.toLocaleString('en'));
});
