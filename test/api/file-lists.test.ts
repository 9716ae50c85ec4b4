// The list of files: `start` and `limit` at the top of the query, without a maximum (docs/strapi/media.md).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { NOTE, uploaded } from '../support/uploads.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  for (let i = 0; i < 3; i += 1) await uploaded(app, NOTE);
});

afterAll(() => app.close());

test.each([
  ['', 3],
  ['?limit=0', 3],
  ['?limit=-1', 3],
  ['?limit=2', 2],
  ['?start=1&limit=-1', 2],
  ['?start=2', 1],
])('returns for %s %i files', async (query, count) => {
  const response = await app.request(`/api/upload/files${query}`);
  expect(response.json<readonly unknown[]>()).toHaveLength(count);
});

test.each([
  ['page=1&limit=10', /^Invalid pagination attributes/],
  ['page=1&limit=0', /^Invalid pagination attributes/],
  ['page=0', /^Invalid 'page' parameter. Expected an integer > 0, received: 0$/],
])('rejects %s', async (query, message) => {
  const response = await app.request(`/api/upload/files?${query}`);
  expect(response.status).toBe(400);
  expect(response.json()).toMatchObject({
    error: { name: 'PaginationError', message: expect.stringMatching(message) as string },
  });
});

test.each(['limit=-2', 'start=-1', 'limit=x'])('rejects %s', async (query) => {
  const response = await app.request(`/api/upload/files?${query}`);
  const { message } = response.json<{ readonly error: { readonly message: string } }>().error;
  expect([response.status, message]).toEqual([
    400,
    expect.stringMatching(/^convert(?:Limit|Start)QueryParams expected a positive integer got /),
  ]);
});
