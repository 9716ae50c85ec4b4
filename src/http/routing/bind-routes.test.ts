// Routes of a server: the order of their steps, and their responses.
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { policyFailed } from '../../base/errors.ts';
import { bindRoutes } from './bind-routes.ts';
import { errorResponse } from '../response/errors.ts';
import { RateLimit } from './rate-limit.ts';
import { json, jsonText, noContent, redirect, text } from '../response/response.ts';
import type { PublicRoute, Route } from './route.ts';
import { sendResponse } from '../response/send-response.ts';

const opened: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});

/** A server with routes for everyone or for a configured token, without a database. */
function serverOf(routes: readonly Route[]): FastifyInstance {
  const app = fastify({ exposeHeadRoutes: false });
  opened.push(app);
  app.setErrorHandler((error, _request, reply) => sendResponse(reply, errorResponse(error)));
  const noDatabase = { authenticate: () => Promise.reject(new Error('There is no database.')) };
  const authenticators = { authenticator: noDatabase, administrators: noDatabase };
  bindRoutes(app, routes, { ...authenticators, responseCache: null });
  return app;
}

function route(rest: Partial<PublicRoute>): PublicRoute {
  return { method: 'GET', path: '/x', caller: 'public', handler: noContent, ...rest };
}

async function statusOf(app: FastifyInstance, authorization?: string): Promise<number> {
  const headers = authorization === undefined ? {} : { authorization };
  return (await app.inject({ url: '/x', headers })).statusCode;
}

test('uses the first route of a method and path', async () => {
  const app = serverOf([
    route({ path: '/a/:id', handler: () => text(200, 'one') }),
    route({ path: '/a/:name', handler: () => text(200, 'two') }),
    route({ path: '/a/:name', method: 'POST', handler: () => text(200, 'three') }),
    route({ path: '/b', method: 'PUT', handler: () => text(200, 'four') }),
    route({ path: '/b', method: 'ALL', handler: () => text(200, 'five') }),
  ]);
  const responseOf = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string) =>
    (await app.inject({ method, url })).body;
  expect(await responseOf('GET', '/a/1')).toBe('one');
  expect(await responseOf('POST', '/a/1')).toBe('three');
  expect(await responseOf('PUT', '/b')).toBe('four');
  expect(await responseOf('DELETE', '/b')).toBe('five');
  expect((await app.inject({ method: 'HEAD', url: '/a/1' })).statusCode).toBe(200);
});

test('identifies the caller, then runs the limit, the policies, the middlewares and the handler', async () => {
  const steps: string[] = [];
  let isOpen = true;
  const limit = new RateLimit({ max: 2, interval: 60_000 }, null);
  const rest = {
    rateLimit: {
      limit,
      key: () => {
        steps.push('limit');
        return 'key';
      },
    },
    headers: { 'x-route': 'yes' },
    policies: [
      () => {
        steps.push('policy 1');
        return null;
      },
      async () => {
        steps.push('policy 2');
        return isOpen ? null : policyFailed();
      },
    ],
    middlewares: ['outer', 'inner'].map(
      (name): NonNullable<PublicRoute['middlewares']>[number] =>
        async (request, next) => {
          steps.push(`${name} in`);
          const response = await next(request);
          steps.push(`${name} out`);
          return response;
        },
    ),
    handler: () => {
      steps.push('handler');
      return text(200, 'done');
    },
  };
  const bearer = { ...rest, method: 'GET', path: '/x', caller: 'bearer', token: 'secret' } as const;
  expect(await statusOf(serverOf([{ ...bearer, middlewares: [], policies: [] }]))).toBe(401);
  expect(steps).toEqual([]);

  const app = serverOf([route(rest)]);
  const first = await app.inject({ url: '/x' });
  expect([first.statusCode, first.headers['x-route']]).toEqual([200, 'yes']);
  expect(steps).toEqual([
    'limit',
    'policy 1',
    'policy 2',
    'outer in',
    'inner in',
    'handler',
    'inner out',
    'outer out',
  ]);
  isOpen = false;
  const rejected = await app.inject({ url: '/x' });
  expect(rejected.json()).toMatchObject({
    error: { status: 403, name: 'PolicyError', message: 'Policy Failed' },
  });
  expect([rejected.headers['x-route'], rejected.headers['x-ratelimit-remaining']]).toEqual([
    'yes',
    '0',
  ]);
  const limited = await app.inject({ url: '/x' });
  expect([limited.statusCode, limited.headers['x-route']]).toEqual([429, undefined]);
  expect(limited.headers['retry-after']).toBe('60');
});

test('keeps the headers of a route if its handler fails', async () => {
  const app = serverOf([
    route({
      headers: { 'cache-control': 'no-store' },
      handler: () => {
        throw new Error('a fault');
      },
    }),
  ]);
  const { statusCode, headers } = await app.inject({ url: '/x' });
  expect([statusCode, headers['cache-control']]).toEqual([500, 'no-store']);
});

test.each([
  ['Bearer secret', 204],
  ['bearer secret', 204],
  ['Bearer secret2', 401],
  ['Basic secret', 401],
  [undefined, 401],
])('checks the configured token: %s is %i', async (authorization, status) => {
  const bearer = { method: 'GET', path: '/x', caller: 'bearer', handler: noContent } as const;
  expect(await statusOf(serverOf([{ ...bearer, token: 'secret' }]), authorization)).toBe(status);
  expect(await statusOf(serverOf([{ ...bearer, token: null }]), authorization)).toBe(204);
});

test('sends every kind of response', async () => {
  let sent = 0;
  const responses = {
    json: json({ a: 1 }, { status: 201, headers: { 'x-own': '1' }, cookies: ['a=1', 'b=2'] }),
    bytes: jsonText(Buffer.from('{}')),
    text: text(405, 'no'),
    redirect: redirect('/there', { cookies: ['a=1'] }),
    stream: { status: 200, body: Readable.from(['one ', 'two']), type: 'text/csv' },
    typeless: { status: 200, body: Readable.from(['bytes']), type: null },
    later: {
      status: 200,
      body: '{}',
      afterSent: () => {
        sent += 1;
      },
    },
  };
  const app = serverOf(
    Object.entries(responses).map(([name, response]) =>
      route({ path: `/${name}`, handler: () => response }),
    ),
  );
  const shown = async (name: keyof typeof responses): Promise<readonly unknown[]> => {
    const { statusCode, headers, body } = await app.inject({ url: `/${name}` });
    return [statusCode, headers['content-type'], headers['set-cookie'], body];
  };
  const JSON_TYPE = 'application/json; charset=utf-8';
  expect(await shown('json')).toEqual([201, JSON_TYPE, ['a=1', 'b=2'], '{"a":1}']);
  expect(await shown('bytes')).toEqual([200, JSON_TYPE, undefined, '{}']);
  expect(await shown('text')).toEqual([405, 'text/plain; charset=utf-8', undefined, 'no']);
  expect(await shown('redirect')).toEqual([302, undefined, 'a=1', '']);
  expect(await shown('stream')).toEqual([200, 'text/csv', undefined, 'one two']);
  expect(await shown('typeless')).toEqual([200, undefined, undefined, 'bytes']);
  expect(await shown('later')).toEqual([200, JSON_TYPE, undefined, '{}']);
  expect(sent).toBe(1);
});
