// `http.serverOptions` of config/server: timeouts of connections.
import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

function open(serverOptions: object): Promise<TestApp> {
  return openTestApp({
    project: makeProject({
      [schemaOf('note')]: collectionType('note'),
      'config/server.json': { http: { serverOptions } },
    }),
  });
}

test('the timeouts of a project override the default ones', async () => {
  const timeouts = { requestTimeout: 1_800_000, headersTimeout: 90_000, keepAliveTimeout: 620_000 };
  await using app = await open(timeouts);
  expect(app.server.server).toMatchObject(timeouts);
  const port = await app.listen();
  const authorization = `Bearer ${app.token}`;
  // A response of the server, then those of the response cache; and one that is sent with its own headers.
  for (const path of ['/api/notes', '/api/notes', '/api/notes', '/favicon.ico']) {
    const url = `http://127.0.0.1:${port}${path}`;
    const { headers } = await fetch(url, { headers: { authorization } });
    expect(headers.get('keep-alive')).toBe('timeout=620');
  }
});

test('the default timeout of requests is five minutes', async () => {
  await using app = await open({});
  expect(app.server.server).toMatchObject({
    requestTimeout: 300_000,
    headersTimeout: 60_000,
    keepAliveTimeout: 72_000,
  });
});

test('rejects timeouts that Node does not accept', async () => {
  await expect(open({ requestTimeout: 1000, headersTimeout: 2000 })).rejects.toThrow(
    'must not be longer than requestTimeout',
  );
  await expect(open({ requestTimeout: 'soon' })).rejects.toThrow('requestTimeout');
});
