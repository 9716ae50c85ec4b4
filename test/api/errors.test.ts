// docs/errors.md: every name of the error table with its status, and every example with its response.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STATUS } from '../../src/base/errors.ts';
import { openTestApp, type TestApp, type TestRequest } from '../support/app.ts';

interface Row {
  readonly status: number;
  readonly name: string;
  readonly message: string;
  readonly method: NonNullable<TestRequest['method']>;
  readonly path: string;
  readonly body: string;
  readonly caller: string;
}

const text = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const rows = text.split('\n').flatMap(readRow);
const examples = rows.filter(({ path }) => path !== '');

/** A row of a table whose first cell is a status. */
function readRow(line: string): Row[] {
  const cells = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|').replaceAll('\\_', '_'));
  const [status = '', name = '', message = '', , example = ''] = cells;
  if (!/^\d{3}$/.test(status)) return [];
  const [, method = 'GET', path = '', body = '', caller = ''] =
    /^`(?:(POST|PUT|DELETE) )?([^`]*)`(?: with `([^`]*)`)?(?: as (.*))?$/.exec(example) ?? [];
  return [
    { status: Number(status), name, message, method: method as Row['method'], path, body, caller },
  ];
}

/** Names and messages of errors without `details`. */
const BARE = [
  'SyntaxError',
  'UnsupportedMediaTypeError',
  'InternalServerError',
  'failed to decode',
];

/** The text of a message, in which `<…>` matches anything. */
function patternOf(message: string): RegExp {
  const parts = message
    .replaceAll('`', '')
    .split(/<[^>]*>/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}

const AUTHORIZATIONS: Readonly<Record<string, string | null>> = {
  'the public': null,
  '`nobody`': 'Bearer nobody',
};

test('all error names are listed with their status', () => {
  const documented = new Map(rows.map(({ name, status }) => [name, status]));
  expect(Object.fromEntries(documented)).toEqual({ ...STATUS, InternalServerError: 500 });
  expect(rows.filter(({ name, status }) => documented.get(name) !== status)).toEqual([]);
});

describe('examples', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ database: 'fixtures/kitchen.db' });
  });
  afterAll(() => app.close());

  test('exist', () => {
    expect(examples.length).toBeGreaterThan(20);
  });

  test.each(examples)('$path $body', async (example) => {
    const { status, name, message, method, path, body, caller } = example;
    const authorization = AUTHORIZATIONS[caller];
    const response = await app.request(path, {
      method,
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === '' ? {} : { headers: { 'content-type': 'application/json' }, body }),
    });
    expect(response.status).toBe(status);
    expect(response.json()).toEqual({
      data: null,
      error: {
        status,
        name,
        message: expect.stringMatching(patternOf(message)) as string,
        ...(BARE.includes(name) || BARE.includes(message)
          ? {}
          : { details: expect.any(Object) as object }),
      },
    });
  });
});
