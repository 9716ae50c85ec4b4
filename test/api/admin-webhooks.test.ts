// Webhooks over the admin API (docs/strapi/administration.md, "Webhooks"), beyond the recorded cases.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tryWebhook } from '../../src/webhooks/try-webhook.ts';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
});

afterAll(() => app.close());

const PATH = '/admin/webhooks';

function send(method: 'POST' | 'PUT' | 'GET' | 'DELETE', path: string, body?: unknown) {
  return call(app, `${PATH}${path}`, { method, token, body });
}

function webhook(values: object = {}): object {
  return { name: 'a', url: 'http://127.0.0.1:1000/', headers: {}, events: [], ...values };
}

async function make(values: object = {}): Promise<string> {
  const response = await send('POST', '', webhook(values));
  expect(response.status, response.text).toBe(201);
  return response.json<{ data: { id: string } }>().data.id;
}

function messages(response: TestResponse): readonly string[] {
  const { error } = response.json<{
    error: { message: string; details: { errors?: readonly { message: string }[] } };
  }>();
  return error.details.errors?.map(({ message }) => message) ?? [error.message];
}

describe('a webhook', () => {
  test('is disabled by an update, and remains so in an update without isEnabled', async () => {
    const id = await make();
    expect((await send('POST', '', webhook({ isEnabled: false }))).status).toBe(400);
    for (const values of [{ isEnabled: false }, {}]) {
      expect((await send('PUT', `/${id}`, webhook(values))).json()).toMatchObject({
        data: { isEnabled: false },
      });
    }
  });

  test('is looked up after the form of an update is checked, but before its events', async () => {
    const unknown = webhook({ events: ['nope'] });
    expect((await send('PUT', '/999999', unknown)).status).toBe(404);
    expect(messages(await send('PUT', `/${await make()}`, unknown))).toEqual([
      'Webhook event nope is not supported',
    ]);
    expect((await send('PUT', '/999999', {})).status).toBe(400);
  });

  test('is not changed by an update without a body', async () => {
    const id = await make({ headers: { 'x-empty': '' } });
    const before = (await send('GET', `/${id}`)).text;
    expect((await send('PUT', `/${id}`)).text).toBe(before);
  });

  test.each([
    ['ftp://example.com/', 'url must be a valid URL'],
    ['http://[::1]/', 'url must be a valid URL'],
    ['http://example.com:5/', 'url must be a valid URL'],
    ['example.com', 'url must be a valid URL'],
  ])('cannot have the URL %s', async (url, message) => {
    expect(messages(await send('POST', '', webhook({ url })))).toEqual([message]);
  });

  test.each([
    [{ headers: { 'x-a': 'one\r\nx-b: two' } }],
    [{ headers: { 'x-a': 5 } }],
    [{ headers: [] }],
    [{ events: [5] }],
    [{ events: ['releases.publish'] }],
    [{ name: 'a\0b' }],
    [{ name: 'a'.repeat(256) }],
    [{ isEnabled: 'yes' }],
  ])('rejects %j', async (values) => {
    const before = (await send('GET', '')).text;
    expect((await send('POST', '', webhook(values))).status).toBe(400);
    expect((await send('GET', '')).text).toBe(before);
  });

  test('that another program stored is returned whatever its columns contain', async () => {
    await changeDatabase(app, `insert into strapi_webhooks (name) values ('bare')`);
    const { data } = (await send('GET', '')).json<{ data: readonly object[] }>();
    expect(data.at(-1)).toMatchObject({ url: '', headers: {}, events: [], isEnabled: false });
  });
});

test('deletes several webhooks, and skips invalid ids', async () => {
  const ids = [await make(), await make()];
  const response = await send('POST', '/batch-delete', { ids: [...ids, 'x', 9999, null] });
  expect(response.json()).toEqual({ data: [...ids, 'x', 9999, null] });
  for (const id of ids) expect((await send('GET', `/${id}`)).status).toBe(404);
});

describe('in production', () => {
  let live: TestApp;
  let liveToken: string;

  beforeAll(async () => {
    live = await openTestApp({ env: { NODE_ENV: 'production' } });
    liveToken = await registerAdmin(live);
  });

  afterAll(() => live.close());

  test.each([
    ['http://10.1.2.3/', 400],
    ['http://172.20.0.1/', 400],
    ['http://192.168.0.1/', 400],
    ['http://169.254.169.254/', 400],
    ['http://0.0.0.0/', 400],
    ['http://2130706433/', 400],
    ['http://api.localhost/', 400],
    ['http://LOCALHOST:8080/', 400],
    ['http://172.32.0.1/', 201],
    ['https://example.com/', 201],
  ])('%s: %i', async (url, status) => {
    const response = await call(live, PATH, {
      method: 'POST',
      token: liveToken,
      body: webhook({ url }),
    });
    expect(response.status).toBe(status);
  });
});

describe('a test request', () => {
  let receiver: Server;
  let address: string;
  let respond: (response: ServerResponse) => void;
  const received: { readonly request: IncomingMessage; readonly body: string }[] = [];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push({ request, body });
        respond(response);
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  });

  afterAll(() => receiver.close());

  test('sends the event and the headers of the webhook, except its event header', async () => {
    respond = (response) => response.writeHead(204).end();
    const headers = { 'X-Key': 'k', 'x-strapi-event': 'mine', 'content-type': 'text/plain' };
    const id = await make({ url: `${address}/in`, headers });
    expect((await send('POST', `/${id}/trigger`)).json()).toEqual({ data: { statusCode: 204 } });
    const [{ request, body }] = received.splice(0) as [(typeof received)[0]];
    expect([request.method, request.url]).toEqual(['POST', '/in']);
    expect(request.headers).toMatchObject({
      'x-key': 'k',
      'x-strapi-event': 'trigger-test',
      'content-type': 'application/json',
    });
    expect(JSON.parse(body)).toEqual({
      event: 'trigger-test',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    });
  });

  test('has the default headers of the project, which the webhook’s own headers override', async () => {
    received.length = 0;
    respond = (response) => response.writeHead(204).end();
    const defaults = { Authorization: 'Bearer all', 'X-Site': 'all', 'X-Strapi-Event': 'mine' };
    await tryWebhook({ url: address, headers: { 'x-site': 'own' } }, defaults);
    expect(received[0]?.request.headers).toMatchObject({
      authorization: 'Bearer all',
      'x-site': 'own',
      'x-strapi-event': 'trigger-test',
    });
  });

  test('returns the beginning of an error response', async () => {
    respond = (response) => response.writeHead(503).end('no'.repeat(5000));
    const id = await make({ url: address });
    const { data } = (await send('POST', `/${id}/trigger`)).json<{ data: { message: string } }>();
    expect(data).toMatchObject({ statusCode: 503 });
    expect(data.message).toBe('no'.repeat(2048));
  });

  test('does not follow redirects', async () => {
    received.length = 0;
    respond = (response) => response.writeHead(302, { location: `${address}/other` }).end();
    const id = await make({ url: address });
    expect((await send('POST', `/${id}/trigger`)).json()).toEqual({ data: { statusCode: 302 } });
    expect(received).toHaveLength(1);
  });
});

test('caches store no response that contains headers of webhooks', async () => {
  const id = await make({ headers: { authorization: 'a secret' } });
  const responses = [
    await send('GET', ''),
    await send('GET', `/${id}`),
    await send('PUT', `/${id}`, webhook()),
    await send('DELETE', `/${id}`),
  ];
  expect(responses.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
    responses.map(() => [200, 'no-store']),
  );
});
