// Runs the requests of docs/access.md on the blog of `examples/blog`, one after the other, each with its documented
// caller.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { normalize } from './support/documented.ts';
import { requestsIn } from './support/documented-requests.ts';
import { openBlog } from './support/seed.ts';

const access = readFileSync(path.resolve(import.meta.dirname, '..', 'docs', 'access.md'), 'utf8');

interface Sent {
  /** Null: without credentials. */
  readonly as: string | null;
  readonly body: string;
}

/** The lines below that of the request: the caller, and the body. */
function sentWith(text: string): Sent {
  const found = /^Authorization: Bearer <(.*)>(?:\n([^]*))?$/.exec(text);
  return found ? { as: found[1] ?? '', body: found[2] ?? '' } : { as: null, body: text };
}

test('runs the requests in order', async () => {
  await using blog = await openBlog();
  const requests = requestsIn(access);
  expect(requests.length).toBeGreaterThan(8);
  let jwt = '';
  for (const { method, url, body: below, response } of requests) {
    const { as, body } = sentWith(below);
    const token = as === 'full-access token' ? blog.token : jwt;
    const given = await blog.request(encodeURI(url), {
      method,
      authorization: as === null ? null : `Bearer ${token}`,
      ...(body === '' ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    const json = given.json<{ readonly jwt?: string }>();
    jwt = json.jwt ?? jwt;
    const at = `${method} ${url}`;
    if (response === null) {
      expect(given.status, at).toBe(200);
      continue;
    }
    const expected = JSON.parse(response) as { readonly error?: { readonly status: number } };
    expect(normalize(json), at).toEqual(normalize(expected));
    expect(given.status, at).toBe(expected.error?.status ?? (url === '/api/users' ? 201 : 200));
  }
});
