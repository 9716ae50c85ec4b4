// Runs the requests of the README and of docs/reading.md on the example project: what they show is what a newcomer sees.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  MAX_CONDITIONS,
  MAX_HEADER_BYTES,
  MAX_PATH_STEPS,
  MAX_PATTERN_LENGTH,
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
import { openTestApp, type TestApp } from './support/app.ts';

const root = path.resolve(import.meta.dirname, '..');

interface Example {
  readonly url: string;
  readonly withToken: boolean;
  readonly answer: unknown;
}

/** Each `curl` with the JSON block that follows it. */
function examplesOf(text: string): readonly Example[] {
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, body = '']) => ({
    language,
    body,
  }));
  return blocks.flatMap(({ body }, index) => {
    const url = /^curl -g 'http:\/\/[^/]+(\/[^']*)'/.exec(body)?.[1];
    const answer = blocks[index + 1];
    if (url === undefined || answer?.language !== 'json') return [];
    return {
      url,
      withToken: body.includes('Bearer <token>'),
      answer: JSON.parse(answer.body) as unknown,
    };
  });
}

const examples = examplesOf(readFileSync(path.join(root, 'README.md'), 'utf8'));
let app: TestApp;

beforeAll(async () => {
  const database = path.join(tmpdir(), `quoin-example-${process.pid}.db`);
  writeFileSync(database, gunzipSync(readFileSync(path.join(root, 'example', 'seed.db.gz'))));
  app = await openTestApp({ project: path.join(root, 'example'), database });
  rmSync(database);
});

afterAll(() => app.close());

test('the README shows requests', () => {
  expect(examples.length).toBeGreaterThan(5);
});

test.each(examples)('$url', async ({ url, withToken, answer }) => {
  const given = await app.request(encodeURI(url), withToken ? {} : { authorization: null });
  expect(given.json()).toEqual(answer);
});

/** The lines of `http` blocks. */
function requestsOf(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```http\n(.*?)^```$/gms)].map(([, body = '']) => body);
  return blocks.flatMap((body) => [...body.matchAll(/^GET (.*)$/gm)].map(([, url = '']) => url));
}

const reading = readFileSync(path.join(root, 'docs', 'reading.md'), 'utf8');

test.each(requestsOf(reading))('%s', async (url) => {
  const answer = await app.request(url);
  expect(answer.status).toBe(200);
  const body = answer.json<{ data?: unknown } | readonly unknown[]>();
  expect('data' in body ? body.data : body).not.toEqual([]);
});

test('the limits are those of the code', () => {
  const figures = [
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
  );
  for (const figure of figures) expect(reading).toContain(figure.toLocaleString('en'));
});
