// Content events of writes over REST.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ContentEvent } from '../../src/documents/content-events.ts';
import { registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { multipartBody } from '../support/multipart.ts';
import { NOTE, type Parts } from '../support/uploads.ts';

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

/** Uploads, changes, replaces and deletes a file, and returns the authors of the events. */
async function authorsOfFileChanges(authorization: string, path: string): Promise<unknown> {
  const form = async (query: string, ...parts: Parts): Promise<TestResponse> => {
    const { body, contentType } = multipartBody(parts);
    const headers = { 'content-type': contentType };
    const url = `${path}${query}`;
    const response = await app.request(url, { method: 'POST', authorization, headers, body });
    expect(response.status, response.text).toBeLessThan(300);
    return response;
  };
  events = [];
  const [file] = (await form('', NOTE)).json<readonly [{ readonly id: number }]>();
  await form(`?id=${file.id}`, ['fileInfo', { caption: 'a' }]);
  await form(`?id=${file.id}`, NOTE);
  const url = `${path}/files/${file.id}`;
  expect((await app.request(url, { method: 'DELETE', authorization })).status).toBe(200);
  return events.map(({ kind, by }) => [kind, by.kind]);
}

test('names the caller who uploads, changes, replaces or deletes a file', async () => {
  const authors = ['token', 'admin'].map((by) =>
    ['created', 'updated', 'updated', 'deleted'].map((kind) => [kind, by]),
  );
  const admin = await registerAdmin(app);
  expect([
    await authorsOfFileChanges(`Bearer ${app.token}`, '/api/upload'),
    await authorsOfFileChanges(`Bearer ${admin}`, '/upload'),
  ]).toEqual(authors);
});

test('names the caller who creates, changes or deletes a user', async () => {
  const change = async (method: 'POST' | 'PUT' | 'DELETE', path: string, values?: object) => {
    const headers = { 'content-type': 'application/json' };
    const body = values ? { headers, body: JSON.stringify(values) } : {};
    const response = await app.request(`/api/users${path}`, { method, ...body });
    expect(response.status, response.text).toBeLessThan(300);
    return response.json<{ id: number }>().id;
  };
  const roles = (await app.request('/api/users-permissions/roles')).json<{
    roles: readonly { readonly id: number }[];
  }>();
  const user = { username: 'ada', email: 'ada@example.com', password: 'secret1' };
  const id = await change('POST', '', { ...user, role: roles.roles[0]?.id });
  await change('PUT', `/${id}`, { username: 'eve' });
  await change('DELETE', `/${id}`);
  expect(events.map(({ kind, by }) => [kind, by.kind])).toEqual(
    ['created', 'updated', 'deleted'].map((kind) => [kind, 'token']),
  );
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
