// Strapi's panel that a project built, at the path of its configuration (docs/strapi/administration.md, "Panel").
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const INDEX = '<!doctype html><title>panel</title>';
const PAGE = { accept: 'text/html,application/xhtml+xml' };

async function open(build: string, admin: object = {}): Promise<TestApp> {
  const project = makeProject({
    [schemaOf('note')]: collectionType('note'),
    'config/admin.json': {
      auth: { secret: 's' },
      apiToken: { salt: 's' },
      transfer: { token: { salt: 's' } },
      ...admin,
    },
    'config/quoin.json': { panel: 'strapi' },
    [`${build}/index.html`]: INDEX,
    [`${build}/strapi-B1f_k3Xq.js`]: 'hashed',
    [`${build}/favicon.ico`]: 'icon',
    [`${build}/.secret`]: 'secret',
    secret: 'secret',
  });
  const app = await openTestApp({ project });
  onTestFinished(() => app.close());
  return app;
}

const get = (app: TestApp, url: string, headers: Readonly<Record<string, string>> = {}) =>
  app.request(url, { authorization: null, headers });

function cachingOf({ headers }: TestResponse): unknown {
  return headers['cache-control'];
}

test.each(['build', 'dist/build'])('serves a panel in %s', async (build) => {
  const app = await open(build);
  for (const url of ['/admin', '/admin/', '/admin/content-manager/collection-types?page=1']) {
    const page = await get(app, url, PAGE);
    expect([page.status, page.text], url).toEqual([200, INDEX]);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(cachingOf(page)).toBe('no-cache');
  }
});

test('serves the page at its path to every client, and HEAD requests', async () => {
  const app = await open('build');
  expect((await get(app, '/admin')).text).toBe(INDEX);
  expect((await get(app, '/admin/', { accept: '*/*' })).text).toBe(INDEX);
  const head = await app.request('/admin', { method: 'HEAD', authorization: null });
  expect([head.status, head.text]).toEqual([200, '']);
});

test('caches files with a hashed name, and revalidates others', async () => {
  const app = await open('build');
  const script = await get(app, '/admin/strapi-B1f_k3Xq.js');
  expect([script.status, script.text]).toEqual([200, 'hashed']);
  expect(cachingOf(script)).toBe('public, max-age=31536000, immutable');
  expect(script.headers['content-type']).toMatch(/javascript/);
  const icon = await get(app, '/admin/favicon.ico');
  expect(cachingOf(icon)).toBe('no-cache');
  const again = await get(app, '/admin/favicon.ico', {
    'if-none-match': String(icon.headers['etag']),
  });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('does not hide the admin API, and responds 404 for other files', async () => {
  const app = await open('build');
  expect((await get(app, '/admin/init', PAGE)).json()).toMatchObject({ data: { hasAdmin: false } });
  expect((await get(app, '/admin/users/me', PAGE)).status).toBe(401);
  expect((await get(app, '/admin/nothing')).status).toBe(404);
  expect((await get(app, '/admin/nothing.js')).status).toBe(404);
  const post = await app.request('/admin/nothing', { method: 'POST', authorization: null });
  expect(post.status).toBe(405);
});

test.each(['/admin/../secret', '/admin/%2e%2e/secret', '/admin/..%2fsecret', '/admin/.secret'])(
  'serves no file outside of the panel: %s',
  async (url) => {
    const app = await open('build');
    const response = await get(app, url);
    expect(response.text).not.toBe('secret');
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  },
);

test.each([
  [{ url: '/dashboard' }, '/dashboard'],
  [{ url: 'https://example.com/cms/' }, '/cms'],
  [{ path: '/editors', url: 'https://example.com/cms' }, '/editors'],
])('with %j serves it at %s, and does not change the admin API', async (admin, path) => {
  const app = await open('build', admin);
  expect((await get(app, `${path}/settings`, PAGE)).text).toBe(INDEX);
  expect((await get(app, '/admin/init')).status).toBe(200);
  expect((await get(app, '/admin/settings', PAGE)).text).not.toBe(INDEX);
});

test('can be disabled by the project', async () => {
  const app = await open('build', { serveAdminPanel: false });
  expect((await get(app, '/admin', PAGE)).status).toBe(404);
});

test('is served only if config/quoin enables it', async () => {
  const project = makeProject({
    [schemaOf('note')]: collectionType('note'),
    'build/index.html': INDEX,
  });
  const app = await openTestApp({ project });
  onTestFinished(() => app.close());
  expect((await get(app, '/admin', PAGE)).text).not.toBe(INDEX);
});

test('without a build, the server does not start', async () => {
  const project = makeProject({
    [schemaOf('note')]: collectionType('note'),
    'config/quoin.json': { panel: 'strapi' },
  });
  await expect(openTestApp({ project })).rejects.toThrow('Strapi has not built its panel');
});

describe('without panel: strapi', () => {
  const openOwn = async (admin: object): Promise<TestApp> => {
    const project = makeProject({
      [schemaOf('note')]: collectionType('note'),
      'config/admin.json': admin,
    });
    const app = await openTestApp({ project });
    onTestFinished(() => app.close());
    return app;
  };

  test.each([{ url: '/dashboard' }, { path: '/dashboard' }])(
    '%j redirects to Quoin’s own interface, including links in emails',
    async (admin) => {
      const app = await openOwn(admin);
      for (const rest of ['', '/', '/auth/reset-password?code=1']) {
        const { status, headers } = await get(app, `/dashboard${rest}`, PAGE);
        expect([status, headers['location']]).toEqual([302, `/admin${rest}`]);
      }
    },
  );

  test('serveAdminPanel disables that interface, but not the admin API', async () => {
    const app = await openOwn({ serveAdminPanel: false, url: '/dashboard' });
    for (const url of ['/admin', '/admin/settings', '/dashboard']) {
      expect((await get(app, url, PAGE)).status).toBe(404);
    }
    expect((await get(app, '/admin/init')).status).toBe(200);
  });
});
