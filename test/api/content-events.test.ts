// Content events of writes over REST.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ContentEvent } from '../../src/documents/content-events.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let events: ContentEvent[] = [];

beforeAll(async () => {
  app = await openTestApp({ project: 'kitchen' });
  app.feed.subscribe((some) => events.push(...some));
});

afterAll(() => app.close());

beforeEach(() => {
  events = [];
});

async function send(method: 'POST' | 'PUT' | 'DELETE', url: string, data?: object) {
  const response = await app.request(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(data ? { body: JSON.stringify({ data }) } : {}),
  });
  expect(response.status).toBeLessThan(300);
  return response.status === 204 ? null : response.json<{ data: { documentId: string } }>().data;
}

test('emits events for creating, changing and deleting a document with a token', async () => {
  const made = await send('POST', '/api/spokes', { label: 'a' });
  const url = `/api/spokes/${made?.documentId}`;
  await send('PUT', url, { label: 'b' });
  await send('DELETE', url);
  expect(events.map(({ kind, uid, documentId }) => [kind, uid, documentId])).toEqual(
    ['created', 'updated', 'deleted'].map((kind) => [kind, 'api::spoke.spoke', made?.documentId]),
  );
  for (const { by } of events) expect(by).toEqual({ kind: 'token', id: expect.any(Number) });
});

test('emits no event for a rejected write', async () => {
  const response = await app.request('/api/spokes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { nope: 1 } }),
  });
  expect(response.status).toBe(400);
  expect(events).toEqual([]);
});
