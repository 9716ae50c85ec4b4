// Hostile input for any route: it never causes a fault (docs/strapi/differences.md, D2), pollutes prototypes, or
// takes longer than its size explains.
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../../src/app/routes/routes.ts';
import { buildServices } from '../../src/app/build-services.ts';
import type { Route } from '../../src/http/routing/route.ts';
import type { TestResponse, TestApp } from '../support/app.ts';
import { methodOf } from '../support/route-method.ts';
import { openConfigured } from './configured-app.ts';

let app: TestApp;
let routes: readonly Route[];
let admin: string;

beforeAll(async () => {
  app = await openConfigured();
  const listed = allRoutes(await buildServices(app.project, app.store));
  // A sign-out would end the session of the requests that follow.
  routes = listed.filter(({ path }) => path !== '/admin/logout' && !isOfOtherType(path));
  const secret = new TextEncoder().encode('admin-secret');
  const claims = { userId: '1', sessionId: 'conformance-admin-session', type: 'access' };
  const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h');
  admin = `Bearer ${await jwt.sign(secret)}`;
});
afterAll(() => app.close());

/** Routes of all types share their handlers, so that three types are enough: every kind of field, drafts, a single type. */
const OTHER_TYPES = ['authors', 'campaigns', 'categories', 'hubs', 'setting', 'spokes', 'tags'];

function isOfOtherType(path: string): boolean {
  return OTHER_TYPES.some((name) => `${path}/`.startsWith(`/api/${name}/`));
}

const JSON_TYPE = 'application/json';

function send(
  { method, path }: Pick<Route, 'method' | 'path'>,
  {
    id = '1',
    query = '',
    body,
    type = JSON_TYPE,
  }: {
    readonly id?: string;
    readonly query?: string;
    readonly body?: string;
    readonly type?: string;
  },
): Promise<TestResponse> {
  const url = path.replaceAll(/:[a-z]+/gi, id).replace('*', id);
  const isOurs = path.startsWith('/api/');
  const hasBody = body !== undefined && method !== 'GET' && method !== 'DELETE';
  return app.request(`${url}${query}`, {
    method: methodOf({ method }),
    authorization: isOurs ? `Bearer ${app.token}` : admin,
    headers: hasBody ? { 'content-type': type } : {},
    ...(hasBody ? { body } : {}),
  });
}

/** Names that some body has. */
const NAMES: readonly string[] = [
  'data identifier username email password passwordConfirmation currentPassword code role',
  'confirmed blocked name description type permissions lifespan firstname lastname deviceId',
  'rememberMe refreshToken scope isDefault fileInfo ref refId field allow_register default_role',
  'unique_email to subject text html providers email-templates sizeOptimization',
  'responsiveDimensions autoOrientation aString ids fileIds folderIds model id locale path',
  'aiLocalizations urls folderId contentTypeUID value settings metadatas layouts documentIds',
  'contentType component components contentTypes displayName singularName category attributes',
].flatMap((line) => line.split(' '));

const nested = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

/**
 * Values, as JSON texts. The longest are long enough for a quadratic regular expression to take minutes on all routes, and
 * all names with one of them are within the limit of a body.
 */
const VALUES: Readonly<Record<string, string>> = {
  null: 'null',
  true: 'true',
  'a number': '1e308',
  'no number': '1e999',
  'a big integer': '99999999999999999999',
  'an empty text': '""',
  'a NUL': '"a\\u0000b"',
  'half a character': '"\\ud800"',
  'a long text': `"${'x'.repeat(2000)}"`,
  'a text of marks': `"${'@a.'.repeat(700)}"`,
  blanks: `"${' '.repeat(2000)}x"`,
  'an object instead of a string': '{"toString":1,"valueOf":1,"length":1e9}',
  'a list of objects instead of strings': '[{"toString":1},[{"toString":1}]]',
  'a value as deep as a body': `${'['.repeat(990)}${']'.repeat(990)}`,
  'an empty list': '[]',
  'a list of lists': nested(40, '[', ']'),
  'a long list': `[${'1,'.repeat(1_000)}1]`,
  'an empty object': '{}',
  'an operator': '{"$ne":null}',
  'a prototype': '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  'a deep object': `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  'a text of code': '"<%= process.env %>${1}{{x}}"',
  'an address that never ends': `"a@${'a.'.repeat(40)}!"`,
  'a header': '"a\\r\\nset-cookie: x=1"',
};

/** Number of concurrent requests. */
const TOGETHER = 10;

/** The responses that show a fault of the server. */
async function faults(
  requests: readonly (readonly [what: string, send: () => Promise<TestResponse>])[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (let at = 0; at < requests.length; at += TOGETHER) {
    const group = requests.slice(at, at + TOGETHER);
    const responses = await Promise.all(group.map(([, send]) => send()));
    for (const [i, { status, text, headers }] of responses.entries()) {
      const what = group[i]?.[0] ?? '';
      if (status >= 500) problems.push(`${what}: ${status} ${text.slice(0, 200)}`);
      if (/node_modules|at \w+ \(|SQLITE|postgres|\.ts:\d/.test(text)) {
        problems.push(`${what}: ${text.slice(0, 300)}`);
      }
      if ('x' in headers) problems.push(`${what}: a header of the body`);
    }
  }
  return problems;
}

/** Routes that read a body. */
function writeRoutes(): readonly Route[] {
  return routes.filter(({ method }) => method === 'POST' || method === 'PUT');
}

describe('bodies', () => {
  test.each(Object.entries(VALUES))('%s everywhere', async (_what, value) => {
    const all = NAMES.map((name) => `${JSON.stringify(name)}:${value}`).join();
    const sent = writeRoutes().flatMap((route) => {
      const bodies = [value, `{${all}}`];
      if (route.path.startsWith('/api/')) bodies.push(`{"data":${value}}`);
      return bodies.map(
        (body, i) => [`${route.method} ${route.path} ${i}`, () => send(route, { body })] as const,
      );
    });
    expect(await faults(sent)).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test.each([
    [
      'a form',
      'application/x-www-form-urlencoded',
      '__proto__[polluted]=1&constructor[prototype][polluted]=1&data[__proto__][polluted]=1&email[]=1&password[a][b]=c',
    ],
    ['a deep form', 'application/x-www-form-urlencoded', `data${'[a]'.repeat(1000)}=1`],
    [
      'a form with many names',
      'application/x-www-form-urlencoded',
      Array.from({ length: 5000 }, (_, i) => `a${i}=1`).join('&'),
    ],
    ['text', 'text/plain', 'text'],
    ['XML', 'application/xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['broken JSON', JSON_TYPE, '{"email":'],
    ['nothing', JSON_TYPE, ''],
    ['deep JSON', JSON_TYPE, nested(50_000, '[', ']')],
    ['a repeated name', JSON_TYPE, '{"email":1,"email":{"a":1},"__proto__":null}'],
    [
      'a broken form',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="__proto__[polluted]"\r\n\r\n1\r\n--x--\r\n',
    ],
  ])('%s', async (_what, type, body) => {
    const sent = writeRoutes().map(
      (route) => [`${route.method} ${route.path}`, () => send(route, { body, type })] as const,
    );
    expect(await faults(sent)).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test.each([`boundary=${'x'.repeat(300)}`, 'boundary=', 'boundary="x', ''])(
    'a form with an invalid boundary (%.20s): 400 on every route',
    async (parameter) => {
      const type = `multipart/form-data; ${parameter}`;
      // The file that is replaced is looked up before the form is read.
      const sent = writeRoutes().filter(({ path }) => path !== '/upload/files/:id/replace');
      const responses = sent.map(
        async (route) => (await send(route, { body: '--x--', type })).status,
      );
      expect(new Set(await Promise.all(responses))).toEqual(new Set([400]));
    },
  );

  test('beyond the limit: 413 if the body is read', async () => {
    const body = `{"email":"${'x'.repeat(1_100_000)}"}`;
    for (const path of [
      '/api/auth/local',
      '/api/users',
      '/admin/login',
      '/api/users-permissions/roles',
    ]) {
      expect([path, (await send({ method: 'POST', path }, { body })).status]).toEqual([path, 413]);
    }
  });
});

describe('queries and ids', () => {
  test.each([
    '__proto__[polluted]=1',
    'filters[__proto__][polluted]=1',
    'populate[__proto__][polluted]=1',
    'constructor[prototype][polluted]=1',
    `filters${'[$not]'.repeat(500)}=1`,
    `filters[$or]${'[0]'.repeat(18)}=1`,
    Array.from({ length: 300 }, (_, i) => `filters[$or][${i}][id]=${i}`).join('&'),
    `_q=${'%25'.repeat(5000)}`,
    `_q=${'a'.repeat(8000)}`,
    `sort=${'id,'.repeat(3000)}`,
    `populate=${'role.'.repeat(1000)}`,
    'start=-1&limit=-5',
    'start=99999999999999999999&limit=99999999999999999999',
    'limit=1e9&start=1e308',
    'id[]=1&id[]=2',
    'id=__proto__',
    'confirmation[$ne]=1',
    'callback[]=1&callback=x',
    'access_token[]=x',
    '%00=%00',
    '%ff%fe=%80',
    'a[b=c&d]=e',
  ])('%.40s', async (query) => {
    const sent = routes.map(
      (route) =>
        [
          `${route.method} ${route.path}`,
          () => send(route, { query: `?${query}`, body: '{}' }),
        ] as const,
    );
    expect(await faults(sent)).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test.each([
    '__proto__',
    'constructor',
    '%00',
    '-1',
    '0',
    '1.5',
    '1e3',
    '99999999999999999999',
    'x'.repeat(900),
    '%ED%A0%80',
    '..%2f..',
    "1'--",
    '[object Object]',
    'NaN',
    'null',
  ])('the id %.40s', async (id) => {
    const sent = routes
      .filter(({ path }) => /[:*]/.test(path))
      .map(
        (route) =>
          [`${route.method} ${route.path}`, () => send(route, { id, body: '{}' })] as const,
      );
    expect(await faults(sent)).toEqual([]);
  });
});

describe('credentials', () => {
  test.each([
    'Bearer',
    'Bearer  ',
    `Bearer ${'a'.repeat(7000)}`,
    `Bearer ${'a.'.repeat(3000)}`,
    'Bearer ..',
    'Bearer a.b.c',
    'Bearer eyJhbGciOiJIUzI1NiJ9.W10.x',
    'Bearer __proto__',
    'Basic Og==',
    'Bearer \u00e9',
  ])('%s', async (authorization) => {
    for (const url of ['/api/authors', '/api/users/me', '/admin/users/me', '/api/upload/files']) {
      expect((await app.request(url, { authorization })).status).toBeLessThan(500);
    }
  });

  test.each([
    'a=b; ; =; strapi_admin_refresh',
    'strapi_admin_refresh=',
    `strapi_admin_refresh=${'x'.repeat(5000)}`,
    'strapi_admin_refresh=a.b.c',
    'strapi_up_refresh=__proto__',
    'quoin_connect=a.b.c.d.e; quoin_access_token=%%%',
  ])('the cookie %s', async (cookie) => {
    const headers = { cookie, 'content-type': JSON_TYPE };
    for (const url of [
      '/admin/access-token',
      '/admin/logout',
      '/api/auth/refresh',
      '/api/auth/logout',
    ]) {
      const request = { method: 'POST', headers, authorization: null, body: '{}' } as const;
      expect((await app.request(url, request)).status).toBeLessThan(500);
    }
    for (const url of [
      '/api/connect/google/callback?code=x&state=y',
      '/api/auth/google/callback',
    ]) {
      expect((await app.request(url, { headers })).status).toBeLessThan(500);
    }
  });
});
