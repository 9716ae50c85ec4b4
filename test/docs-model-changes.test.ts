// Runs the requests of docs/model-changes.md on the blog of `examples/blog`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { registerAdmin } from './support/admin.ts';
import { requestsIn } from './support/documented-requests.ts';
import { openBlog } from './support/seed.ts';

const page = path.resolve(import.meta.dirname, '..', 'docs', 'model-changes.md');

test('documents the responses to its requests', async () => {
  await using blog = await openBlog();
  const token = await registerAdmin(blog);
  const requests = requestsIn(readFileSync(page, 'utf8'));
  expect(requests.length).toBeGreaterThan(0);
  for (const { method, url, body, response } of requests) {
    const headers = { 'content-type': 'application/json' };
    const authorization = `Bearer ${token}`;
    const given = await blog.request(url, { method, authorization, body, headers });
    expect(given.json()).toMatchObject(JSON.parse(response ?? 'null') as object);
  }
});
