// What policies and middlewares change in the koa context reaches the core actions behind them, with its types.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';

const note = {
  ...collectionType('note'),
  attributes: {
    title: { type: 'string' },
    secret: { type: 'string', private: true },
    count: { type: 'integer' },
    isDone: { type: 'boolean' },
    startsAt: { type: 'datetime' },
    day: { type: 'date' },
    any: { type: 'json' },
    owner: { type: 'relation', relation: 'manyToOne', target: 'api::owner.owner' },
  },
};

/** Runs the code of a header before the next middleware. */
const evaluate = `module.exports = () => async (ctx, next) => {
  const code = ctx.get('x-code');
  if (code) new Function('ctx', decodeURIComponent(code))(ctx);
  await next();
  const after = ctx.get('x-after');
  if (after) new Function('ctx', decodeURIComponent(after))(ctx);
};`;

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-changed-'));
let app: TestApp;
beforeAll(async () => {
  writeFiles(folder, {
    [schemaOf('note')]: note,
    [schemaOf('owner')]: { ...collectionType('owner'), attributes: { name: { type: 'string' } } },
    'src/middlewares/evaluate.js': evaluate,
    'src/api/note/routes/note.js': `const all = { middlewares: ['global::evaluate'] };
      module.exports = require('@strapi/strapi').factories.createCoreRouter('api::note.note', {
        config: { find: all, findOne: all, create: all, update: all, delete: all },
      });`,
  });
  app = await openTestApp({ project: folder });
  await post('owners', { name: 'Ann' });
  await post('notes', { title: 'one', count: 1, isDone: true, owner: 1, startsAt: '2024-01-01' });
  await post('notes', { title: 'two', count: 2, isDone: false });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const post = async (name: string, data: object): Promise<void> => {
  const response = await send('POST', name, { data });
  expect(response.status).toBe(201);
};

interface Evaluated {
  /** The body. */
  readonly data?: object;
  /** Runs before the action. */
  readonly code?: string;
  /** Runs after the action. */
  readonly after?: string;
}

const send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  target: string,
  { data, code = '', after = '' }: Evaluated = {},
): Promise<TestResponse> =>
  app.request(`/api/${target}`, {
    method,
    headers: {
      'x-code': encodeURIComponent(code),
      'x-after': encodeURIComponent(after),
      ...(data ? { 'content-type': 'application/json' } : {}),
    },
    ...(data ? { body: JSON.stringify({ data }) } : {}),
  });

interface Found {
  readonly data: readonly { readonly title: string }[];
}

const titles = async (code: string, target: string = 'notes?sort=id'): Promise<unknown> => {
  const response = await send('GET', target, { code });
  if (response.status !== 200) return response.json<{ error: { message: string } }>().error.message;
  return response.json<Found>().data.map(({ title }) => title);
};

describe('the query that code changes', () => {
  // As Strapi 5.54, which removes empty lists and objects from filters.
  test.each([
    ['{ count: { $gt: 1 } }', ['two']],
    ['{ isDone: true }', ['one']],
    ['{ startsAt: { $lt: new Date() } }', ['one']],
    ['{ startsAt: new Date("2024-01-01") }', ['one']],
    ['{ id: [2] }', ['one']],
    ['{ title: undefined }', []],
    ['{ title: { $in: [undefined] } }', []],
    ['{ owner: undefined }', []],
    ['{ owner: { name: undefined } }', []],
    ['{ owner: { id: NaN } }', []],
    ['{ owner: null }', ['two']],
    ['{ owner: { id: null } }', ['two']],
    ['{ id: { $in: [] } }', ['one', 'two']],
    ['{ owner: { name: { $in: [] } } }', ['one', 'two']],
    ['{ $or: [{ title: { $in: [] } }, { title: "one" }] }', ['one']],
    ['[]', ['one', 'two']],
    ['undefined', ['one', 'two']],
    ['Object.create(null, { title: { value: "one", enumerable: true } })', ['one']],
    ['{ nothing: undefined }', 'Invalid key nothing'],
    ['{ nothing: [] }', 'Invalid key nothing'],
    ['{ secret: undefined }', 'Invalid key secret'],
    ['{ title: { $nothing: [] } }', 'Invalid key $nothing at title'],
  ])('%s', async (filters, expected) => {
    expect(await titles(`ctx.query.filters = ${filters}`)).toEqual(expected);
  });

  // In Strapi, the response is a 500.
  test.each([
    ['{ id: undefined }', 'id'],
    ['{ owner: { id: undefined } }', 'owner.id'],
    ['{ $or: [{ title: "one" }, { owner: { id: undefined } }] }', '$or.1.owner.id'],
    ['{ $and: undefined }', '$and'],
  ])('%s are rejected', async (filters, at) => {
    const message = await titles(`ctx.query.filters = ${filters}`);
    expect(message).toContain(`Invalid value at query.filters.${at}. `);
  });

  test.each([
    ['ctx.query.sort = { title: "desc" }', ['two', 'one']],
    ['ctx.query.pagination = { pageSize: 1, page: undefined }', ['one']],
    ['ctx.query.pagination = { start: 1, limit: 1 }', ['two']],
    ['ctx.query.pagination = { limit: -1 }', ['one', 'two']],
    ['ctx.query.fields = ["title", undefined]', ['one', 'two']],
    ['ctx.query.own = () => 1', ['one', 'two']],
    ['ctx.query.populate = true', expect.stringContaining('Invalid populate parameter')],
    ['ctx.query.lookup = { a: 1 }', "Invalid params: 'lookup'"],
  ])('%s', async (code, expected) => {
    expect(await titles(code)).toEqual(expected);
  });

  test('populates with the types of the populated entries', async () => {
    const code =
      'ctx.query.populate = { owner: { fields: ["name"], filters: { name: { $in: [] } } } }';
    const response = await send('GET', 'notes?fields=title&filters[title]=one', { code });
    const [found] = response.json<{ data: readonly Record<string, unknown>[] }>().data;
    expect(found?.['owner']).toMatchObject({ name: 'Ann' });
  });

  test('contains objects with the methods of objects', async () => {
    const code = 'if (!ctx.query.filters.hasOwnProperty("title")) throw new Error("none")';
    expect(await titles(code, 'notes?filters[title]=one')).toEqual(['one']);
  });

  test('is the same object after the action', async () => {
    const response = await send('GET', 'notes?filters[title]=one', {
      code: 'ctx.query.filters = { count: 2 }',
      after: 'ctx.body.meta.seen = [ctx.query.filters.count, ctx.querystring]',
    });
    expect(response.json()).toMatchObject({
      data: [{ title: 'two' }],
      meta: { seen: [2, 'filters[title]=one'] },
    });
  });
});

describe('parameters of the path that code changes', () => {
  const change = 'ctx.params.id = "CHANGED"';
  const changed = async (code: string): Promise<string> => {
    const { documentId } = (await send('GET', 'notes?filters[title]=two')).json<{
      data: readonly { documentId: string }[];
    }>().data[0] ?? { documentId: '' };
    return code.replace('CHANGED', documentId);
  };

  test.each(['GET', 'PUT'] as const)('select the document of %s', async (method) => {
    const data = method === 'PUT' ? { data: { count: 2 } } : {};
    const response = await send(method, 'notes/other', { code: await changed(change), ...data });
    expect(response.json()).toMatchObject({ data: { title: 'two' } });
  });

  test('can be replaced, and removed', async () => {
    const code = await changed('ctx.params = { id: "CHANGED" }');
    expect((await send('GET', 'notes/other', { code })).status).toBe(200);
    expect((await send('GET', 'notes/other', { code: 'ctx.params.id = 5' })).status).toBe(404);
  });
});

describe('the body that code changes', () => {
  const created = async (code: string): Promise<TestResponse> =>
    send('POST', 'notes', { data: { title: 'dated' }, code: `ctx.request.body.data.${code}` });

  test.each([
    ['startsAt = new Date(0)', { startsAt: '1970-01-01T00:00:00.000Z' }],
    ['day = new Date(0)', { day: '1970-01-01' }],
    ['title = undefined', { title: null }],
    ['count = 5n', { count: 5 }],
    [
      'any = { at: new Date(0), list: [1, undefined] }',
      { any: { at: '1970-01-01T00:00:00.000Z', list: [1, null] } },
    ],
  ])('%s', async (code, expected) => {
    const response = await created(code);
    expect(response.json()).toMatchObject({ data: expected });
    const { id } = response.json<{ data: { documentId: string; id: number } }>().data;
    expect(id).toBeGreaterThan(0);
  });

  test.each(['count = NaN', 'any = ctx.request.body'])('%s is rejected', async (code) => {
    const response = await created(code);
    expect(response.status).toBe(400);
    expect(response.json<{ error: { name: string } }>().error.name).toBe('ValidationError');
  });
});

test.each([
  ['ctx.badRequest(new TypeError("Wrong"))', 400, 'TypeError', 'Wrong'],
  ['ctx.internalServerError(new Error("Broken"))', 500, 'Error', 'Broken'],
  ['ctx.badRequest(Object.assign(new Error("Gone"), { status: 410 }))', 410, 'Error', 'Gone'],
  ['ctx.badRequest({ a: 1 })', 400, 'BadRequestError', 'Bad Request'],
])('%s', async (after, status, name, message) => {
  const response = await send('GET', 'notes', { after });
  expect(response.status).toBe(status);
  expect(response.json()).toEqual({ data: null, error: { status, name, message, details: {} } });
});
