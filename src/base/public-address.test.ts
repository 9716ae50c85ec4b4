import { expect, test } from 'vitest';
import { isPublicUrl } from './public-address.ts';

const HOSTS: Readonly<Record<string, string>> = {
  'public.example': '203.0.113.5',
  'inside.example': '10.0.0.7',
  'inside6.example': 'fd00::7',
  'mapped.example': '::ffff:127.0.0.1',
  'translated.example': '64:ff9b::8.8.8.8',
  'translated-inside.example': '64:ff9b::10.0.0.7',
};

async function resolve(hostname: string) {
  const address = HOSTS[hostname];
  if (address === undefined) throw new Error(`ENOTFOUND ${hostname}`);
  return [{ address, family: address.includes(':') ? 6 : 4 }];
}

test.each([
  ['https://public.example/hook', true],
  ['https://unknown.example/', true],
  ['https://8.8.8.8/', true],
  ['https://[2001:4860:4860::8888]/', true],
  ['https://inside.example/', false],
  ['https://inside6.example/', false],
  ['https://mapped.example/', false],
  ['https://translated.example/', true],
  ['https://translated-inside.example/', false],
  ['http://198.18.0.1/', false],
  ['http://[fec0::1]/', false],
  ['http://127.1/', false],
  ['http://[::1]/', false],
  ['http://[::ffff:10.0.0.1]/', false],
  ['http://api.localhost/', false],
  ['not a URL', false],
])('%s: %s', async (url, expected) => {
  expect(await isPublicUrl(url, resolve)).toBe(expected);
});
