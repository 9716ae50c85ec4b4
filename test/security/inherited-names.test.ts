// Names that every JavaScript object inherits, at each place where a client names something: they are unknown names like
// any other, so they get the same responses.
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../src/app/routes/routes.ts';
import { buildServices } from '../../src/app/build-services.ts';
import type { Route } from '../../src/http/routing/route.ts';
import type { TestResponse, TestApp } from '../support/app.ts';
import { multipartBody } from '../support/multipart.ts';
import { methodOf } from '../support/route-method.ts';
import { openConfigured } from './configured-app.ts';

const NAMES = Object.getOwnPropertyNames(Object.prototype);

/** An accessor, a class and a method: one of each kind is enough if every route is called. */
const KINDS = NAMES.filter((name) => ['__proto__', 'constructor', 'toString'].includes(name));

/** A name that nothing has, and that no object inherits. */
const UNKNOWN = 'unheardOf';

let app: TestApp;
let routes: readonly Route[];
let admin: string;

beforeAll(async () => {
  app = await openConfigured();
  const all = allRoutes(await buildServices(app.project, app.store));
  // The session of the administrator must outlive the requests.
  routes = all.filter(({ path }) => !path.endsWith('/logout'));
  const secret = new TextEncoder().encode('admin-secret');
  const claims = { userId: '1', sessionId: 'conformance-admin-session', type: 'access' };
  const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h');
  admin = `Bearer ${await jwt.sign(secret)}`;
});
afterAll(() => app.close());

interface Sent {
  readonly route: Pick<Route, 'method' | 'path'>;
  readonly id?: string;
  readonly query?: string;
  readonly body?: string | Buffer;
  readonly type?: string;
}

function send({ route, id = '1', query = '', body, type }: Sent): Promise<TestResponse> {
  const { path } = route;
  const url = path.replaceAll(/:[a-z]+/gi, id).replace('*', id);
  return app.request(`${url}${query}`, {
    method: methodOf(route),
    authorization: path.startsWith('/api/') ? `Bearer ${app.token}` : admin,
    headers: body === undefined ? {} : { 'content-type': type ?? 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
}

/** The status and text of a response, without the name. */
function errorOf({ status, text }: TestResponse, name: string): readonly [number, string] {
  return [status, text.replaceAll(name, UNKNOWN)];
}

function posts(...methods: readonly string[]): readonly Route[] {
  return routes.filter(({ method }) => methods.includes(method));
}

/** Names whose error differs from that of an unknown name. */
async function differences(
  sent: readonly (readonly [what: string, make: (name: string) => Sent])[],
  name: string,
  view: (response: TestResponse, name: string) => unknown = errorOf,
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const [what, make] of sent) {
    const expected = view(await send(make(UNKNOWN)), UNKNOWN);
    const given = view(await send(make(name)), name);
    if (JSON.stringify(given) !== JSON.stringify(expected)) found.push([what, given, expected]);
  }
  return found;
}

/** Responses with a server error. */
async function faults(sent: readonly Sent[]): Promise<readonly unknown[]> {
  const responses = await Promise.all(
    sent.map(async (one) => [one.route.path, one.type, await send(one)] as const),
  );
  return responses
    .map(([path, type, { status, text }]) => [path, type, status, text])
    .filter(([, , status]) => Number(status) >= 500);
}

describe.each(NAMES)('%s', (name) => {
  test.each([
    'filters[NAME]=x',
    'filters[NAME][$eq]=x',
    'filters[title][NAME]=x',
    'filters[title][$not][NAME]=x',
    'filters[author][NAME]=x',
    'filters[author][name][NAME]=x',
    'filters[seo][NAME]=x',
    'filters[$or][0][NAME]=x',
    'filters[$and][0][$not][NAME]=x',
    'filters[%4EAME]=x',
    'locale[NAME]=x',
    'populate[author][filters][NAME]=x',
    'populate[NAME]=true',
    'populate[NAME][fields]=title',
    'populate[author][NAME]=x',
    'populate[author][populate][NAME]=true',
    'populate[author][populate]=NAME',
    'populate[author]=NAME',
    'populate[author][fields]=NAME',
    'populate[sections][on][NAME]=true',
    'populate=NAME',
    'populate=author.NAME',
    'populate[0]=sections.NAME',
    'fields=NAME',
    'fields[0]=NAME',
    'fields[NAME]=x',
    'publicationFilter=NAME',
    'pagination[NAME]=x',
    'NAME=x',
    'NAME[NAME]=x',
  ])('requests an article with %s', async (query) => {
    const url = (word: string): string =>
      `?${query.replaceAll('NAME', word).replace('%4EAME', word)}`;
    const route = { method: 'GET', path: '/api/articles' } as const;
    expect(await differences([[query, (word) => ({ route, query: url(word) })]], name)).toEqual([]);
  });

  test.each(['sort=NAME', 'sort[0]=NAME', 'sort[NAME]=asc', 'sort=author.NAME'])(
    'rejects sorting by %s',
    async (query) => {
      const route = { method: 'GET', path: '/api/articles' } as const;
      const response = await send({ route, query: `?${query.replace('NAME', name)}` });
      expect([response.status, response.text]).toEqual([400, expect.stringMatching(/Invalid/)]);
    },
  );

  test.each([
    ['of one file', [NOTE], { NAME: 1 }],
    ['of one file, inside', [NOTE], { focalPoint: { x: 1, y: 1, NAME: 1 } }],
    ['of two files', [NOTE, NOTE], [{ NAME: 1 }, {}]],
    ['of one file, in another key', [NOTE], { x: { y: [{ NAME: 1 }] } }],
  ] as const)('rejects fileInfo %s: 400', async (_what, files, info) => {
    const text = JSON.stringify(info).replaceAll('NAME', name);
    const { body, contentType } = multipartBody([...files, ['fileInfo', text]]);
    const route = { method: 'POST', path: '/api/upload' } as const;
    const response = await send({ route, body, type: contentType });
    expect([response.status, response.text]).toEqual([
      400,
      expect.stringContaining(`Invalid key ${name}`),
    ]);
  });
});

describe.each(KINDS)('%s', (name) => {
  /** A third of the routes that read a body: the three names together reach all of them with each body. */
  function writeRoutes(template: string): readonly Route[] {
    const first = template.length + KINDS.indexOf(name);
    return posts('POST', 'PUT').filter((_, i) => (i + first) % KINDS.length === 0);
  }

  test('is not a filter on any route', async () => {
    // Each page of the admin interface has its own nonce.
    const routes = posts('GET').filter(({ path }) => path !== '/admin');
    const sent = routes.map((route) => {
      const make = (word: string): Sent => ({
        route,
        query: `?filters[${word}]=x&populate[${word}]=*`,
      });
      return [`${route.method} ${route.path}`, make] as const;
    });
    expect(await differences(sent, name)).toEqual([]);
  });

  test('is not an id on any route', async () => {
    const sent = posts('GET').map(
      (route) => [`${route.method} ${route.path}`, (id: string): Sent => ({ route, id })] as const,
    );
    expect(await differences(sent, name, ({ status }) => status)).toEqual([]);
  });

  test.each([
    '{"NAME":1}',
    '{"data":{"NAME":1}}',
    '{"data":{"title":"a","seo":{"NAME":1}}}',
    '{"data":{"title":"a","author":{"NAME":1}}}',
    '{"data":{"title":"a","author":{"connect":[{"NAME":1}]}}}',
    '{"data":{"title":"a","author":{"connect":[{"documentId":"x","position":{"NAME":1}}]}}}',
    '{"data":{"title":"a","tags":["NAME"]}}',
    '{"data":{"title":"a","sections":[{"__component":"NAME"}]}}',
    '{"data":{"title":"a","sections":[{"__component":"sections.hero","NAME":1}]}}',
    '{"data":{"title":"a","cover":{"NAME":1}}}',
    '{"name":"NAME","description":"x","permissions":{"NAME":{"controllers":{"NAME":{"NAME":{"enabled":true}}}}}}',
    '{"name":"n","description":"x","permissions":{"api::article":{"controllers":{"article":{"NAME":{"enabled":true}}}}}}',
    '{"name":"n","type":"custom","permissions":["NAME"]}',
    '{"name":"n","type":"NAME","lifespan":null}',
    '{"name":"n","type":"custom","permissions":{"NAME":1}}',
    '{"code":"NAME","name":"NAME","isDefault":false}',
    '{"providers":{"NAME":{"enabled":true}}}',
    '{"email-templates":{"NAME":{"options":{}}}}',
    '{"email-templates":{"reset_password":{"NAME":1,"options":{"NAME":1,"message":"<%= NAME %>"}}}}',
    '{"identifier":"NAME","password":"NAME","email":"a@example.com","username":"NAME","NAME":1}',
    '{"email":"a@example.com","username":"u","password":"Passw0rd","role":"NAME"}',
    '{"email":"a@example.com","username":"u","password":"Passw0rd","role":{"NAME":1}}',
    '{"refreshToken":"NAME","scope":"NAME","deviceId":"NAME"}',
    '{"ref":"NAME","refId":"NAME","field":"NAME","fileInfo":{"NAME":1}}',
    '{"default_role":"NAME"}',
  ])('is safe in the body of any route: %s', async (template) => {
    const body = template.replaceAll('NAME', name);
    expect(await faults(writeRoutes(template).map((route) => ({ route, body })))).toEqual([]);
  });

  test.each(['NAME=1', 'data[NAME]=1', 'data[title]=a&data[author][NAME]=1', 'fileInfo[NAME]=1'])(
    'is safe in a form on any route: %s',
    async (template) => {
      const text = template.replaceAll('NAME', name);
      const { body, contentType } = multipartBody([...new URLSearchParams(text)]);
      const sent = writeRoutes(template).flatMap((route) => [
        { route, body: text, type: 'application/x-www-form-urlencoded' },
        { route, body, type: contentType },
      ]);
      expect(await faults(sent)).toEqual([]);
    },
  );
});

const NOTE = ['files', { file: 'note.txt' }] as const;
