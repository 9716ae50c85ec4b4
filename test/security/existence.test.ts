// Timing of hidden rows: the same statements run whether or not a hidden row exists, so that the response time
// reveals nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app/server.ts';
import type { HttpServer } from '../../src/http/server.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';
import { CountingDatabase } from '../support/counting-database.ts';
import { sqlMoment } from '../support/test-database.ts';
import { CALLING_USER, callerOf, callersScript } from './callers.ts';
import { openConfigured } from './configured-app.ts';
import { seededUsers } from './seeded-users.ts';

const ACTIONS = [
  'api::hub.hub.find',
  'api::hub.hub.findOne',
  'api::hub.hub.create',
  'api::hub.hub.update',
  'api::hub.hub.delete',
  'plugin::users-permissions.auth.callback',
  'plugin::users-permissions.auth.forgotPassword',
  'plugin::users-permissions.auth.resetPassword',
  'plugin::users-permissions.auth.emailConfirmation',
  'plugin::users-permissions.user.me',
];

let app: TestApp;
let database: CountingDatabase;
let server: HttpServer;

beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
  await changeDatabase(app, callersScript(app, ACTIONS));
  await changeDatabase(app, seededUsers('kitchen'));
  // Otherwise the note of the first use changes the database, and what is known of callers is read once more.
  await changeDatabase(app, `update strapi_api_tokens set last_used_at = ${sqlMoment(Date.now())}`);
  database = new CountingDatabase(app.store.database);
  ({ server } = await createApp(app.project, { ...app.store, database }));
});
afterAll(async () => {
  await server.close();
  await app.close();
});

interface SentRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body?: unknown;
}

interface ObservedResponse {
  readonly status: number;
  readonly text: string;
  /** Statements that ran. */
  readonly statements: number;
}

/** Asks once so that nothing is met for the first time, then again. */
async function send({ method = 'GET', url, body }: SentRequest): Promise<ObservedResponse> {
  const { authorization } = await callerOf(app, 'custom', ACTIONS);
  const headers = { authorization: authorization ?? '', 'content-type': 'application/json' };
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  await server.inject({ method, url, headers, ...payload });
  database.count = 0;
  const response = await server.inject({ method, url, headers, ...payload });
  return { status: response.statusCode, text: response.body, statements: database.count };
}

async function first(sql: string): Promise<string> {
  return String(await readValue(app, sql));
}

const ABSENT = 'nothingnothingnothing000';

describe('a hidden document and a missing one', () => {
  const authors = '/api/authors';

  test.each([
    ['requested', (id: string): SentRequest => ({ url: `${authors}/${id}` })],
    [
      'changed',
      (id: string): SentRequest => ({
        method: 'PUT',
        url: `${authors}/${id}`,
        body: { data: { name: 'x' } },
      }),
    ],
    ['deleted', (id: string): SentRequest => ({ method: 'DELETE', url: `${authors}/${id}` })],
    ['searched', (id: string): SentRequest => ({ url: `${authors}?filters[documentId]=${id}` })],
    [
      'linked to',
      (id: string): SentRequest => ({
        method: 'POST',
        url: '/api/hubs',
        body: { data: { oneWay: id } },
      }),
    ],
    [
      'connected',
      (id: string): SentRequest => ({
        method: 'POST',
        url: '/api/hubs',
        body: { data: { oneToOne: { connect: [id] } } },
      }),
    ],
    [
      'disconnected',
      (id: string): SentRequest => ({
        method: 'POST',
        url: '/api/hubs',
        body: { data: { manyToMany: { disconnect: [id] } } },
      }),
    ],
    [
      'filtered by',
      (id: string): SentRequest => ({ url: `/api/hubs?filters[oneWay][documentId]=${id}` }),
    ],
    [
      'populated',
      (id: string): SentRequest => ({
        url: `/api/hubs?populate[oneWay][filters][documentId]=${id}`,
      }),
    ],
  ])('%s: the same response, and as many statements', async (_what, makeRequest) => {
    const there = await first(
      makeRequest('').url.startsWith(authors)
        ? 'select document_id from authors'
        : 'select document_id from spokes',
    );
    const [is, isNot] = [await send(makeRequest(there)), await send(makeRequest(ABSENT))];
    expect(is.text.replaceAll(there, ABSENT)).toBe(isNot.text);
    expect([is.status, is.statements]).toEqual([isNot.status, isNot.statements]);
    expect(is.status === 403 || is.status === 400 || is.status === 200).toBe(true);
  });

  test('a search that matches private text costs as much as any other', async () => {
    await changeDatabase(app, `update hubs set name = 'hub' where name is null`);
    const [some, none] = [
      await send({ url: '/api/hubs?_q=$2b$' }),
      await send({ url: '/api/hubs?_q=zzzzz' }),
    ];
    expect(some).toEqual(none);
  });
});

describe('an existing account and a missing one', () => {
  test.each([
    [
      'signing in',
      (who: string): SentRequest => ({
        method: 'POST',
        url: '/api/auth/local',
        body: { identifier: who, password: 'wrong' },
      }),
    ],
    [
      'by address',
      (who: string): SentRequest => ({
        method: 'POST',
        url: '/api/auth/local',
        body: { identifier: `${who.replace('seeded ', 'seeded-')}@example.com`, password: 'wrong' },
      }),
    ],
  ])('%s with a wrong password: the same response', async (_what, makeRequest) => {
    const [is, isNot] = [await send(makeRequest('seeded 21')), await send(makeRequest('nobody'))];
    expect([is.status, is.text]).toEqual([400, isNot.text]);
  });

  test('an unknown code is looked up once, whatever its value', async () => {
    const tried = (code: string): SentRequest => ({
      method: 'POST',
      url: '/api/auth/reset-password',
      body: { code, password: 'other-password', passwordConfirmation: 'other-password' },
    });
    const [near, far] = [await send(tried('reset-2')), await send(tried('x'.repeat(128)))];
    expect(near).toEqual(far);
    expect(near.status).toBe(400);
  });
});

describe('a user who is linked to a hidden document', () => {
  const user = {
    kind: 'collectionType',
    collectionName: 'up_users',
    info: { singularName: 'user', pluralName: 'users', displayName: 'User' },
    options: { draftAndPublish: false },
    attributes: {
      username: { type: 'string', minLength: 3, unique: true, required: true },
      email: { type: 'email', minLength: 6, required: true },
      provider: { type: 'string' },
      password: { type: 'password', minLength: 6, private: true, searchable: false },
      resetPasswordToken: { type: 'string', private: true, searchable: false },
      confirmationToken: { type: 'string', private: true, searchable: false },
      confirmed: { type: 'boolean', default: false },
      blocked: { type: 'boolean', default: false },
      role: {
        type: 'relation',
        relation: 'manyToOne',
        target: 'plugin::users-permissions.role',
        inversedBy: 'users',
      },
      author: { type: 'relation', relation: 'oneToOne', target: 'api::author.author' },
    },
  };
  const file = 'src/extensions/users-permissions/content-types/user/schema.json';
  const actions = ['create', 'update', 'find'].map(
    (name) => `plugin::users-permissions.user.${name}`,
  );

  test('reads and writes do not reveal whether the document exists', async () => {
    const files = { [file]: user };
    await using linked = await openConfigured({ files, actions, database: 'fixtures/kitchen.db' });
    const { authorization } = await callerOf(linked, 'custom', actions);
    const headers = { 'content-type': 'application/json' };
    const there = String(await readValue(linked, 'select document_id from authors'));
    const put = async (author: unknown): Promise<readonly [number, string]> => {
      const body = JSON.stringify({ author });
      const request = { method: 'PUT', headers, authorization, body } as const;
      const { status, text } = await linked.request(`/api/users/${CALLING_USER}`, request);
      return [status, text.replaceAll(/"updatedAt":"[^"]*","publishedAt":"[^"]*"/g, '')];
    };
    for (const form of [
      (id: unknown) => id,
      (id: unknown) => ({ connect: [id] }),
      (id: unknown) => ({ set: [id] }),
    ]) {
      expect(await put(form(there))).toEqual(await put(form(ABSENT)));
    }
    expect(await put(1)).toEqual(await put(99_999));
    for (const query of ['filters[author][name][$notNull]=true', 'sort=author.name']) {
      expect((await linked.request(`/api/users?${query}`, { authorization })).status).toBe(400);
    }
    expect((await linked.request('/api/users?populate=*', { authorization })).text).not.toContain(
      '"author"',
    );
  });
});
