import { expect, test } from 'vitest';
import { withMapping, type Mapping } from './type-mapping.ts';

const mapping: Mapping = { types: './node_modules/quoin/types', hasKoa: true, knex: null };

/** The paths of a configuration with the mapping. */
function pathsIn(text: string): Record<string, unknown> {
  const written = withMapping(text, mapping)?.text ?? '{}';
  const parsed = JSON.parse(written) as { compilerOptions: { paths: Record<string, unknown> } };
  return parsed.compilerOptions.paths;
}

test.each([
  ['no options', '{}'],
  ['other keys', '{ "include": ["src"] }'],
  ['empty options', '{ "compilerOptions": {} }'],
  ['other options', '{ "compilerOptions": { "outDir": "dist" }, "include": [] }'],
  ['empty paths', '{ "compilerOptions": { "paths": {} } }'],
])('adds the mapping to a configuration with %s', (_, text) => {
  expect(pathsIn(text)['@strapi/strapi']).toEqual(['./node_modules/quoin/types/strapi/index.d.ts']);
});

test('keeps paths of the project', () => {
  const paths = pathsIn('{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
  expect(paths['@/*']).toEqual(['./src/*']);
  expect(Object.keys(paths)).toContain('@strapi/utils');
});

test('does not map koa if the project has its types', () => {
  expect(Object.keys(pathsIn('{}'))).not.toContain('koa');
});

test('maps knex if the project has none', () => {
  const knex = './node_modules/quoin/node_modules/knex/types';
  const written = JSON.parse(withMapping('{}', { ...mapping, knex })?.text ?? '{}');
  expect(written).toMatchObject({ compilerOptions: { paths: { knex: [knex] } } });
});

test('replaces the base configuration of Strapi', () => {
  const text = '{ "extends": "@strapi/typescript-utils/tsconfigs/server" }';
  const written = JSON.parse(withMapping(text, mapping)?.text ?? '') as { extends: string };
  expect(written.extends).toBe('./node_modules/quoin/types/tsconfigs/server.json');
});

test('keeps an existing mapping', () => {
  const text = '{ "compilerOptions": { "paths": { "@strapi/strapi": ["./own.d.ts"] } } }';
  expect(withMapping(text, mapping)).toEqual({ text, changed: false });
});

test('returns null for a configuration that is not an object', () => {
  expect(withMapping('[]', mapping)).toBeNull();
});
