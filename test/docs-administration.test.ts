// Runs the requests of docs/administration.md on the blog of `examples/blog`, one after the other.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ADMIN_RATE_LIMIT } from '../src/project/admin-config.ts';
import { normalize } from './support/documented.ts';
import { requestsIn } from './support/documented-requests.ts';
import { openBlog } from './support/seed.ts';

const text = readFileSync(
  path.resolve(import.meta.dirname, '..', 'docs', 'administration.md'),
  'utf8',
);

const AS_ADMIN = "Authorization: Bearer <administrator's token>";

/** Paths whose POST makes something. */
const MADE = new Set(['/admin/admin-tokens', '/admin/api-tokens', '/admin/users', '/admin/roles']);

test('runs the requests in order', async () => {
  await using blog = await openBlog();
  const requests = requestsIn(text);
  expect(requests.length).toBeGreaterThan(7);
  let token = '';
  for (const { method, url, body: below, response } of requests) {
    const isAdmin = below.startsWith(AS_ADMIN);
    const body = isAdmin ? below.slice(AS_ADMIN.length + 1) : below;
    const given = await blog.request(url, {
      method,
      authorization: isAdmin ? `Bearer ${token}` : null,
      ...(body === '' ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    const json = given.json<{ readonly data?: { readonly token?: string } | null }>();
    token = json.data?.token ?? token;
    const at = `${method} ${url}`;
    const expected =
      response === null ? {} : (JSON.parse(response) as { error?: { status: number } });
    const made = MADE.has(url) ? 201 : 200;
    expect(given.status, at).toBe(expected.error?.status ?? made);
    if (response === null) continue;
    expect(normalize(shortened(json, expected)), at).toEqual(normalize(expected));
  }
});

/** A text that the page abbreviates as `eyJhb…` is abbreviated as well, if it has the same beginning. */
function shortened(given: unknown, shown: unknown): unknown {
  if (typeof shown === 'string' && shown.endsWith('…') && typeof given === 'string') {
    return given.startsWith(shown.slice(0, -1)) ? shown : given;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]: [string, unknown]) => [
      name,
      shortened(value, (shown as Readonly<Record<string, unknown>> | null | undefined)?.[name]),
    ]),
  );
}

test('documents the limits of the code', () => {
  const { max, interval } = ADMIN_RATE_LIMIT;
  expect(text).toContain(`more than ${max} attempts in ${interval / 60_000} minutes`);
});
