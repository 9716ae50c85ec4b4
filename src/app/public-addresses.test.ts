import { expect, test } from 'vitest';
import type { Config } from '../project/config.ts';
import { publicAddresses } from './public-addresses.ts';

function addressesOf(server: object, adminUrl = '/admin'): unknown {
  const config = {
    server: { host: '0.0.0.0', port: 1337, url: '', ...server },
    admin: { url: adminUrl },
    api: { rest: { prefix: '/api' } },
  };
  return publicAddresses(config as unknown as Config);
}

test.each([
  [{}, '/admin', 'http://localhost:1337', 'http://localhost:1337/admin'],
  [{ host: '::' }, '/admin', 'http://localhost:1337', 'http://localhost:1337/admin'],
  [{ host: '10.0.0.1', port: 80 }, 'panel', 'http://10.0.0.1:80', 'http://10.0.0.1:80/panel'],
  [{ url: '/cms' }, '/admin', 'http://localhost:1337/cms', 'http://localhost:1337/cms/admin'],
  [{ url: 'https://a.example' }, 'https://b.example', 'https://a.example', 'https://b.example'],
])('%j', (given, adminUrl, server, admin) => {
  const confirmation = `${server}/api/auth/email-confirmation`;
  expect(addressesOf(given, adminUrl)).toEqual({ server, admin, confirmation });
});
