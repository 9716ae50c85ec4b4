import { expect, test } from 'vitest';
import { listeningUrl } from './listening-url.ts';

test.each([
  ['127.0.0.1', '127.0.0.1', 'http://127.0.0.1:1337'],
  ['0.0.0.0', '0.0.0.0', 'http://127.0.0.1:1337'],
  ['0', '0.0.0.0', 'http://127.0.0.1:1337'],
  ['::', '::', 'http://localhost:1337'],
  ['::0', '::', 'http://localhost:1337'],
  ['::1', '::1', 'http://[::1]:1337'],
  ['localhost', '127.0.0.1', 'http://localhost:1337'],
  ['cms.internal', '10.0.0.7', 'http://cms.internal:1337'],
])('returns the URL of host %s, which resolves to %s', (host, address, url) => {
  expect(listeningUrl(host, { address, port: 1337 })).toBe(url);
});
