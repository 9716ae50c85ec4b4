// Requests that fail with an outdated content model.
import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { bindBodies } from '../body/request-bodies.ts';
import { retry } from './outdated-model.ts';

const LIMIT = 1000;
const LIMITS = {
  jsonLimit: LIMIT,
  formLimit: LIMIT,
  textLimit: LIMIT,
  maxFieldsSize: LIMIT,
  maxFileSize: LIMIT,
  maxFields: 10,
  maxFiles: 10,
};

/** A server whose first response fails, and that then responds with what it was sent. */
async function openFailing(): Promise<string> {
  const app = fastify();
  const catchUp = async (): Promise<boolean> => true;
  let isOutdated = true;
  const resend = (request: IncomingMessage, response: ServerResponse): void => {
    isOutdated = false;
    app.routing(request, response);
  };
  bindBodies(app, LIMITS);
  app.post('/', ({ body }) => {
    if (isOutdated) throw new Error('no such column');
    return { body };
  });
  app.setErrorHandler((_error, request, reply) =>
    retry({ catchUp, resend }, { request, reply, fail: () => reply.code(500).send() }),
  );
  onTestFinished(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

test('reads a JSON body again', async () => {
  const url = await openFailing();
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: '{"a":1}' });
  expect([response.status, await response.json()]).toEqual([200, { body: { a: 1 } }]);
});

test('asks the client to send a form with files again, because it cannot be read twice', async () => {
  const body = new FormData();
  body.append('data', '{}');
  const response = await fetch(await openFailing(), { method: 'POST', body });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await response.json()).toMatchObject({
    error: { message: 'The content model has just been changed. Send the request again.' },
  });
});
