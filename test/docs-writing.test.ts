// Runs the requests of docs/writing.md on the blog of `examples/blog`, one after the other, and tests the values of its
// table on a type with an attribute of every kind.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FORM_DEPTH,
  MAX_FAILURES,
  MAX_FORM_FIELDS,
  MAX_JSON_DEPTH,
  MAX_PATH_STEPS,
  REQUEST_TIMEOUT_MS,
} from '../src/base/limits.ts';
import { openTestApp, type TestResponse, type TestApp, type TestRequest } from './support/app.ts';
import { runDocumented } from './support/documented-run.ts';
import { onClient } from './support/test-database.ts';
import { sectionOf } from './support/documented.ts';
import { openBlog } from './support/seed.ts';

const root = path.resolve(import.meta.dirname, '..');
const steps = readFileSync(path.join(root, 'docs', 'writing.md'), 'utf8');

function send(
  app: TestApp,
  { method, url, body }: Pick<TestRequest, 'method' | 'body'> & { readonly url: string },
): Promise<TestResponse> {
  return app.request(encodeURI(url), {
    ...(method ? { method } : {}),
    ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}),
  });
}

test('runs the requests in order', async () => {
  await using blog = await openBlog();
  expect(await runDocumented(blog, steps, { rowIds: true })).toBeGreaterThan(10);
});

interface Example {
  readonly type: string;
  readonly sent: string;
  /** Null: it is rejected. */
  readonly stored: string | null;
}

/** The rows of the table of values: each type with accepted and rejected values. */
function valuesIn(section: string): readonly Example[] {
  return section.split('\n').flatMap((line) => {
    const [types = '', , taken = '', rejected = ''] = line.split(/(?<!\\)\|/).slice(1, -1);
    const names = [...types.matchAll(/`([a-z]+)`/g)].map(([, name = '']) => name);
    const values = [...taken.matchAll(/`([^`]+)`(?: → `([^`]+)`)?/g)];
    return names.flatMap((type) => [
      ...values.map(([, sent = '', stored]) => ({ type, sent, stored: stored ?? sent })),
      ...[...rejected.matchAll(/`([^`]+)`/g)].map(([, sent = '']) => ({
        type,
        sent,
        stored: null,
      })),
    ]);
  });
}

describe('the table of values', () => {
  const [table = ''] = sectionOf(steps, 'Values').split('### ');
  const examples = valuesIn(table);
  let kitchen: TestApp;

  beforeAll(async () => {
    kitchen = await openTestApp();
  });
  afterAll(() => kitchen.close());

  /** An attribute of a type, without limits of its own. */
  function attributeOf(type: string): string {
    const { attributes } = kitchen.store.registry.contentType('api::sample.sample');
    const found = [...attributes.values()].filter(
      (each) => each.kind === 'scalar' && each.type === type && !each.private,
    );
    return (found.find(({ raw }) => raw['minLength'] === undefined) ?? found[0])?.name ?? '';
  }

  /** What the database decides (docs/postgres.md, "Differences from SQLite"). */
  const OTHERWISE: Readonly<Record<string, string>> = onClient({
    sqlite: {},
    postgres: { 'time "10:30:00"': '10:30:00', 'json "[1]"': '[1]' },
  });

  test('contains every type', () => {
    const { attributes } = kitchen.store.registry.contentType('api::sample.sample');
    const types = [...attributes.values()].flatMap((each) =>
      each.kind === 'scalar' ? [each.type] : [],
    );
    expect(new Set(examples.map(({ type }) => type))).toEqual(new Set(types));
  });

  test.each(examples)('$type: $sent', async ({ type, sent, stored }) => {
    const name = attributeOf(type);
    const body = `{"data": {"${name}": ${sent}}}`;
    const response = await send(kitchen, { method: 'POST', url: '/api/samples', body });
    expect(response.status, response.text).toBe(stored === null ? 400 : 201);
    if (stored === null) return;
    const { data } = response.json<{ readonly data: Readonly<Record<string, unknown>> }>();
    const shown = OTHERWISE[`${type} ${sent}`] ?? JSON.parse(stored);
    expect(data[name]).toEqual(type === 'password' ? undefined : shown);
  });

  test('null is null for every type', async () => {
    const types = new Set(examples.map(({ type }) => type));
    const data = Object.fromEntries([...types].map((type) => [attributeOf(type), null]));
    const body = JSON.stringify({ data });
    const response = await send(kitchen, { method: 'POST', url: '/api/samples', body });
    const { [attributeOf('password')]: _, ...shown } = data;
    expect(response.json()).toMatchObject({ data: shown });
  });
});

test('documents the limits of the code', () => {
  const limits = sectionOf(steps, 'Limits');
  const stats = [2 ** 20, 56 * 2 ** 10, MAX_FORM_FIELDS, FORM_DEPTH, MAX_JSON_DEPTH].concat(
    MAX_PATH_STEPS,
    MAX_FAILURES,
    REQUEST_TIMEOUT_MS,
  );
  for (const figure of stats) expect(limits).toContain(figure.toLocaleString('en'));
});
