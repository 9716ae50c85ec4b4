// Runs the requests of docs/publishing.md on the blog of `examples/blog`, one after the other.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runDocumented } from './support/documented-run.ts';
import { openBlog } from './support/seed.ts';

const publishing = readFileSync(
  path.resolve(import.meta.dirname, '..', 'docs', 'publishing.md'),
  'utf8',
);

test('runs the requests in order', async () => {
  await using blog = await openBlog();
  expect(await runDocumented(blog, publishing, { rowIds: false })).toBeGreaterThan(15);
});
