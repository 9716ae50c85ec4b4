import { expect, test } from 'vitest';
import { withMapping, type Mapping } from './type-mapping.ts';

const mapping: Mapping = { types: './node_modules/quoin/types', hasKoa: true };

/** The options of a text in which nothing but the mapping is written. */
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
])('is written into a configuration with %s', (_, text) => {
  expect(pathsIn(text)['@strapi/strapi']).toEqual(['./node_modules/quoin/types/strapi/index.d.ts']);
});

test('paths of the project stay', () => {
  const paths = pathsIn('{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
  expect(paths['@/*']).toEqual(['./src/*']);
  expect(Object.keys(paths)).toContain('@strapi/utils');
});

test('types of koa that the project has stay its own', () => {
  expect(Object.keys(pathsIn('{}'))).not.toContain('koa');
});

test("Strapi's base configuration is replaced, as it comes with Strapi", () => {
  const text = '{ "extends": "@strapi/typescript-utils/tsconfigs/server" }';
  const written = JSON.parse(withMapping(text, mapping)?.text ?? '') as { extends: string };
  expect(written.extends).toBe('./node_modules/quoin/types/tsconfigs/server.json');
});

test('a mapping that is there stays, whatever it leads to', () => {
  const text = '{ "compilerOptions": { "paths": { "@strapi/strapi": ["./own.d.ts"] } } }';
  expect(withMapping(text, mapping)).toEqual({ text, changed: false });
});

test('there is no place in what is no object', () => {
  expect(withMapping('[]', mapping)).toBeNull();
});
