// Document middlewares run around the writes of administrators, as around those of the REST API.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  ApplicationError,
  ForbiddenError,
  NotFoundError,
  ValidationError,
} from '../../src/code/packages/strapi-utils/errors.ts';
import type { DocumentCall, DocumentMiddleware, Strapi } from '../../src/code/strapi/strapi.ts';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const UID = 'api::post.post';
const LIST = `/content-manager/collection-types/${UID}`;

let app: TestApp;
let token: string;
let middleware: DocumentMiddleware;
const calls: string[] = [];

const files = {
  [schemaOf('post')]: collectionType('post', {
    title: { type: 'string' },
    slug: { type: 'string' },
  }),
  'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
};

beforeEach(async () => {
  app = await openTestApp({ project: makeProject(files) });
  token = await registerAdmin(app);
  const strapi = Reflect.get(globalThis, 'strapi') as Strapi;
  strapi.documents.use((context, next) => middleware(context, next));
  calls.length = 0;
  middleware = async ({ action }, next) => {
    calls.push(action);
    return next();
  };
});

afterEach(() => app[Symbol.asyncDispose]());

const send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<TestResponse> => call(app, path, { method, token, ...(body && { body }) });

async function create(data: object): Promise<string> {
  const response = await send('POST', LIST, data);
  expect(response.status, response.text).toBe(201);
  return response.json<{ data: { documentId: string } }>().data.documentId;
}

async function total(): Promise<number> {
  const response = await send('GET', LIST);
  return response.json<{ pagination: { total: number } }>().pagination.total;
}

test('middlewares run for each action on an entry', async () => {
  const id = await create({ title: 'A' });
  await send('PUT', `${LIST}/${id}`, { title: 'B' });
  await send('POST', `${LIST}/${id}/actions/publish`, { title: 'C' });
  await send('PUT', `${LIST}/${id}`, { title: 'D' });
  await send('POST', `${LIST}/${id}/actions/discard`, {});
  await send('POST', `${LIST}/${id}/actions/unpublish`, {});
  await send('DELETE', `${LIST}/${id}`);
  expect(calls).toEqual([
    'create',
    'update',
    'update',
    'publish',
    'update',
    'discardDraft',
    'unpublish',
    'delete',
  ]);
});

test('middlewares run for each entry of a bulk action, which changes all entries or none', async () => {
  const documentIds = [await create({ title: 'A' }), await create({ title: 'B' })];
  calls.length = 0;
  const published = await send('POST', `${LIST}/actions/bulkPublish`, { documentIds });
  expect(published.json()).toEqual({ count: 2 });
  expect(calls).toEqual(['publish', 'publish']);
  middleware = async ({ action, params }, next) => {
    if (action === 'delete' && params['documentId'] === documentIds[1]) throw new Error('no');
    return next();
  };
  expect((await send('POST', `${LIST}/actions/bulkDelete`, { documentIds })).status).toBe(500);
  for (const id of documentIds) expect((await send('GET', `${LIST}/${id}`)).status).toBe(200);
});

test('a bulk action ends if a middleware never returns', async () => {
  await app[Symbol.asyncDispose]();
  app = await openTestApp({
    project: makeProject({ ...files, 'config/quoin.json': { code: { transactionTimeout: 50 } } }),
  });
  token = await registerAdmin(app);
  const strapi = Reflect.get(globalThis, 'strapi') as Strapi;
  const documentIds = [await create({ title: 'A' })];
  strapi.documents.use(({ action }, next) =>
    action === 'publish' ? new Promise(() => undefined) : next(),
  );
  const { status } = await send('POST', `${LIST}/actions/bulkPublish`, { documentIds });
  expect(status).toBe(500);
  await create({ title: 'B' });
});

test('middlewares see the parameters, and can change the data and the result', async () => {
  const contexts: DocumentCall[] = [];
  middleware = async (context, next) => {
    if (context.action === 'create') {
      contexts.push({ ...context, params: structuredClone(context.params) });
      const data = Object.assign({}, context.params['data'], { slug: 'from-code' });
      context.params = { ...context.params, data };
    }
    const result = await next();
    return context.action === 'create'
      ? Object.assign(result as object, { title: 'Shown' })
      : result;
  };
  const response = await send('POST', LIST, { title: 'A' });
  expect(response.json()).toMatchObject({ data: { title: 'Shown', slug: 'from-code' } });
  expect(contexts).toEqual([
    expect.objectContaining({
      uid: UID,
      action: 'create',
      params: { status: 'draft', data: { title: 'A', createdBy: 1, updatedBy: 1 } },
    }),
  ]);
});

test.each<readonly [Error, number, object]>([
  [
    new ApplicationError('Not on Sundays', { day: 0 }),
    400,
    { message: 'Not on Sundays', details: { day: 0 } },
  ],
  [new ValidationError('Too short'), 400, { name: 'ValidationError', message: 'Too short' }],
  [new NotFoundError('No desk'), 404, { message: 'No desk' }],
  [new ForbiddenError('Not on Sundays'), 403, { name: 'ForbiddenError', message: 'Forbidden' }],
  [
    Object.assign(new Error('No desk'), { status: 404 }),
    404,
    { name: 'Error', message: 'No desk' },
  ],
  [new TypeError('A mistake'), 500, { message: 'Internal Server Error' }],
])('a middleware or a hook that throws %s prevents the write', async (error, status, fields) => {
  const strapi = Reflect.get(globalThis, 'strapi') as Strapi;
  const fail = (): never => {
    throw error;
  };
  middleware = async ({ action }, next) => (action === 'create' ? fail() : next());
  const inMiddleware = await send('POST', LIST, { title: 'A' });
  middleware = (_context, next) => next();
  strapi.db.lifecycles.subscribe({ models: [UID], beforeCreate: fail });
  const inHook = await send('POST', LIST, { title: 'A' });
  for (const response of [inMiddleware, inHook]) {
    expect(response.status).toBe(status);
    expect(response.json<{ error: object }>().error).toMatchObject(fields);
  }
  expect(await total()).toBe(0);
});

test('a middleware can respond without running the write', async () => {
  middleware = async ({ action }, next) => (action === 'create' ? undefined : next());
  const { status } = await send('POST', LIST, { title: 'A' });
  expect(status).toBe(201);
  expect(await total()).toBe(0);
});
