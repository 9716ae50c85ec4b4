import { expect, test } from 'vitest';
import { configUrls } from './config-urls.ts';

const base = { host: '0.0.0.0', port: 1337, environment: 'production' };

// As Strapi computes them.
test.each([
  [{}, ['', 'http://0.0.0.0:1337', '/admin', '/admin', 'http://0.0.0.0:1337/admin']],
  [
    { environment: 'development' },
    ['', 'http://localhost:1337', '/admin', '/admin', 'http://localhost:1337/admin'],
  ],
  [
    { serverUrl: 'https://a.example/cms/' },
    [
      'https://a.example/cms',
      'https://a.example/cms',
      'https://a.example/cms/admin',
      '/admin',
      'https://a.example/cms/admin',
    ],
  ],
  [
    { serverUrl: '/cms', adminUrl: '/panel' },
    ['/cms', 'http://0.0.0.0:1337/cms', '/cms/panel', '/panel', 'http://0.0.0.0:1337/cms/panel'],
  ],
  [
    { host: '::1', adminUrl: 'https://b.example/panel' },
    ['', 'http://[::1]:1337', 'https://b.example/panel', '/panel', 'https://b.example/panel'],
  ],
])('%j', (settings, expected) => {
  const { server, admin } = configUrls({
    ...base,
    serverUrl: undefined,
    adminUrl: undefined,
    ...settings,
  });
  expect([server.url, server.absoluteUrl, admin.url, admin.path, admin.absoluteUrl]).toEqual(
    expected,
  );
});
