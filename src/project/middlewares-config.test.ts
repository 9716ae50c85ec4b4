// config/middlewares: what it lists, and options that apply to public files.
import { expect, test } from 'vitest';
import type { ConfigSection } from './config-files.ts';
import { ConfigReader } from './config-reader.ts';
import { parseMiddlewares, type MiddlewaresConfig } from './middlewares-config.ts';

function parse(value: readonly unknown[]): MiddlewaresConfig {
  const sources = [{ file: 'config/middlewares', value }];
  const section: ConfigSection = { name: 'middlewares', value, sources };
  return parseMiddlewares(section, new ConfigReader(section, []), '/site');
}

test('middlewares run as code unless the server does their work', () => {
  const names = ['logger', 'compression', 'responseTime', 'ip', 'responses', 'public', 'favicon'];
  const { custom, responseTime } = parse([
    ...names.map((name) => `strapi::${name}`),
    'global::own',
  ]);
  const own = ['compression', 'ip', 'responses'].map((name) => `strapi::${name}`);
  expect(custom).toEqual([...own, 'global::own']);
  expect(responseTime).toBe(true);
  expect(parse([]).responseTime).toBe(false);
});

test('parses the options of public files and the favicon', () => {
  const usual = parse(['strapi::public', 'strapi::favicon']);
  expect(usual.publicMaxAge).toBe(60_000);
  expect(usual.favicon).toEqual({
    files: ['/site/favicon.png', '/site/favicon.ico'],
    maxAge: 86_400_000,
  });
  const own = parse([
    { name: 'strapi::public', config: { maxAge: 5000 } },
    { name: 'strapi::favicon', config: { path: './icons/own.png', maxAge: 1000 } },
  ]);
  expect(own.publicMaxAge).toBe(5000);
  expect(own.favicon).toEqual({
    files: ['/site/icons/own.png', '/site/favicon.png', '/site/favicon.ico'],
    maxAge: 1000,
  });
});
