// Headers as a project's config/middlewares sets them (docs/strapi/server.md, "Headers").
import { describe, expect, test } from 'vitest';
import { openTestApp, type TestRequest } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const SITE = 'https://site.example';

/** A server whose middlewares are this text of code. */
function open(middlewares: string): ReturnType<typeof openTestApp> {
  const project = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'config/middlewares.js': `module.exports = ${middlewares};`,
  });
  return openTestApp({ project });
}

/** The origin that is allowed to a request from one, under `strapi::cors` with this code for `origin`. */
async function allowedTo(origin: string, code: string): Promise<unknown> {
  await using app = await open(`[{ name: 'strapi::cors', config: { origin: ${code} } }]`);
  const response = await app.request('/api/posts?x=1', { headers: { origin, 'x-site': 'yes' } });
  expect(response.status).toBe(200);
  return response.headers['access-control-allow-origin'];
}

describe('strapi::cors', () => {
  test.each([
    ['one text', `'${SITE}'`],
    ['a text with commas', `'https://a.example, ${SITE}'`],
    ['a list', `['https://a.example', '${SITE}']`],
    ['a star', `'*'`],
    ['a function that returns a list', `() => ['${SITE}']`],
    ['a function that returns a string', `() => 'https://a.example,${SITE}'`],
    ['a function that returns nothing', `() => undefined`],
    ['an asynchronous function', `async () => ['${SITE}']`],
    [
      'a function that reads the headers',
      `(ctx) => (ctx.request.header['x-site'] ? ctx.header.origin : '')`,
    ],
    [
      'a function that asks for one',
      `(ctx) => (ctx.get('X-Site') === 'yes' && ctx.path === '/api/posts' ? [ctx.get('Origin')] : [])`,
    ],
  ])('%s allows', async (_what, code) => {
    expect(await allowedTo(SITE, code)).toBe(SITE);
  });

  test.each([
    ['another text', `'https://a.example'`],
    ['a part of it', `'site.example'`],
    ['an empty list', '[]'],
    ['a function that returns others', `() => ['https://a.example']`],
    ['a function that returns no list', '() => 5'],
  ])('%s does not allow', async (_what, code) => {
    expect(await allowedTo(SITE, code)).toBe(undefined);
  });

  test.each([
    ['without code', {}],
    ['with code', { 'src/middlewares/none.js': 'module.exports = () => (ctx, next) => next();' }],
  ])('a function runs once for a preflight %s', async (_name, files) => {
    const counter = `originCalls${Object.keys(files).length}`;
    const others = ['query', 'body', 'public', 'favicon'].map((name) => `'strapi::${name}'`);
    const more = Object.keys(files).length > 0 ? `, ${others.join()}, 'global::none'` : '';
    const project = makeProject({
      [schemaOf('post')]: collectionType('post'),
      'config/middlewares.js': `module.exports = ['strapi::errors', 'strapi::security', { name: 'strapi::cors', config: { origin: () => {
        globalThis.${counter} = (globalThis.${counter} ?? 0) + 1;
        return '${SITE}';
      } } }${more}];`,
      ...files,
    });
    await using app = await openTestApp({ project });
    const headers = { origin: SITE, 'access-control-request-method': 'POST' };
    const response = await app.request('/api/posts', { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(response.headers).toMatchObject({ 'access-control-allow-origin': SITE });
    expect(Reflect.get(globalThis, counter)).toBe(1);
  });

  test('an origin that is not allowed gets no headers, and its preflight is a plain OPTIONS', async () => {
    await using app = await open(
      `[{ name: 'strapi::cors', config: { origin: ['${SITE}'], expose: ['X-Total'] } }]`,
    );
    const corsHeaders = async (options: TestRequest): Promise<unknown> => {
      const { status, headers } = await app.request('/api/posts', options);
      const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      return [status, headers['allow'], headers['vary'], ...names.toSorted()];
    };
    const preflight = { 'access-control-request-method': 'GET' };
    const origin = 'https://other.example';
    const { vary } = (await app.request('/api/posts')).headers;
    const get = { headers: { origin } };
    // The second one is served from the cache.
    expect(await corsHeaders(get)).toEqual([200, undefined, vary]);
    expect(await corsHeaders(get)).toEqual([200, undefined, vary]);
    const options = { method: 'OPTIONS', headers: { origin, ...preflight } } as const;
    expect(await corsHeaders(options)).toEqual([200, 'HEAD, GET, POST', vary]);
    const exposed = ['access-control-allow-credentials', 'access-control-expose-headers'];
    expect(await corsHeaders({})).toEqual([200, undefined, vary, ...exposed]);
    const own = { headers: { origin: SITE } };
    const [credentials, expose] = exposed;
    const allowed = [200, undefined, vary, credentials, 'access-control-allow-origin', expose];
    expect(await corsHeaders(own)).toEqual(allowed);
    expect(await corsHeaders(own)).toEqual(allowed);
  });

  test('supports its other options', async () => {
    await using app = await open(`[{ name: 'strapi::cors', config: {
      credentials: false, expose: ['X-Total', 'X-More'], methods: ['GET'], headers: 'X-Own,Accept', maxAge: 5,
    } }]`);
    const response = await app.request('/api/posts', { headers: { origin: SITE } });
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': SITE,
      'access-control-expose-headers': 'X-Total,X-More',
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    const preflight = await app.request('/api/posts', {
      method: 'OPTIONS',
      headers: { origin: SITE, 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers).toMatchObject({
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'X-Own,Accept',
      'access-control-max-age': '5',
    });
  });
});

describe('strapi::poweredBy', () => {
  test.each([
    [`['strapi::poweredBy']`, 'Quoin'],
    [`[{ name: 'strapi::poweredBy', config: { poweredBy: 'Steam' } }]`, 'Steam'],
    [`['strapi::cors']`, undefined],
  ])('%s', async (middlewares, value) => {
    await using app = await open(middlewares);
    expect((await app.request('/api/posts')).headers['x-powered-by']).toBe(value);
  });
});

describe('strapi::security', () => {
  test('merges the options of the project with the defaults', async () => {
    await using app = await open(`[{ name: 'strapi::security', config: {
      frameguard: false,
      hsts: { maxAge: 60 },
      referrerPolicy: { policy: 'same-origin' },
      contentSecurityPolicy: { directives: { 'img-src': ["'self'", 'cdn.example'] } },
    } }]`);
    const { headers } = await app.request('/api/nope');
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers['strict-transport-security']).toBe('max-age=60; includeSubDomains');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toContain("img-src 'self' cdn.example;");
    expect(headers['content-security-policy']).toContain("connect-src 'self' https:;");
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });

  test('sends keywords without quotes unchanged, with a warning', async () => {
    const directives = `{ 'script-src': ["'self'", 'unsafe-inline'], styleSrc: 'self', 'img-src': ["'self'"] }`;
    await using app = await open(
      `[{ name: 'strapi::security', config: { contentSecurityPolicy: { directives: ${directives} } } }]`,
    );
    const { headers } = await app.request('/api/posts');
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("script-src 'self' unsafe-inline");
    expect(policy).toContain('style-src self');
    expect(app.project.warnings).toEqual([
      expect.stringMatching(/directives\.script-src: "unsafe-inline" needs quotes/),
      expect.stringMatching(/directives\.styleSrc: "self" needs quotes/),
    ]);
  });

  test('does not send a disabled policy', async () => {
    await using app = await open(
      `[{ name: 'strapi::security', config: { contentSecurityPolicy: false } }]`,
    );
    expect((await app.request('/api/posts')).headers).not.toHaveProperty('content-security-policy');
  });

  test('stops the start with invalid options', async () => {
    const opening = open(`[{ name: 'strapi::security', config: { hsts: { maxAge: -5 } } }]`);
    await expect(opening).rejects.toThrow(
      /config\/middlewares\n {2}strapi::security: These options are invalid/,
    );
  });
});
