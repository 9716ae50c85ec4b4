import { expect, test } from 'vitest';
import { makeProject, type ProjectFiles } from '../../test/support/project-folder.ts';
import { buildsJavaScript } from './tsconfig.ts';

const allows = { compilerOptions: { allowJs: true } };
const forbids = { compilerOptions: { allowJs: false } };
const silent = { compilerOptions: { outDir: 'dist' } };

test.each<[string, ProjectFiles]>([
  ['does not set it', { 'tsconfig.json': silent }],
  ['sets it to false', { 'tsconfig.json': forbids }],
  ['sets it to false and checkJs to true', tsconfig({ allowJs: false, checkJs: true })],
  ['has no options', { 'tsconfig.json': {} }],
  [
    'sets it in a comment',
    { 'tsconfig.json': '{\n  // "allowJs": true,\n /* "allowJs": true */ }' },
  ],
  [
    'overrides its base',
    { 'tsconfig.json': { extends: './base', ...forbids }, 'base.json': allows },
  ],
  [
    'extends a list whose last file sets it to false',
    { 'tsconfig.json': { extends: ['./a', './b'] }, 'a.json': allows, 'b.json': forbids },
  ],
  [
    'extends an installed file that does not set it',
    {
      'tsconfig.json': { extends: '@acme/config/base' },
      'node_modules/@acme/config/base.json': {},
    },
  ],
])('the build lacks JavaScript if tsconfig.json %s', (_, files) => {
  expect(buildsJavaScript(makeProject(files))).toBe(false);
});

test.each<[string, ProjectFiles]>([
  ['does not exist', {}],
  ['sets allowJs', { 'tsconfig.json': allows }],
  [
    'sets allowJs on one line',
    { 'tsconfig.json': '{"compilerOptions":{"strict":true,"allowJs":true}}' },
  ],
  [
    'has comments and trailing commas',
    {
      'tsconfig.json': `\uFEFF{ // "x
        "compilerOptions": { /* { */ "baseUrl": "//,}", "allowJs": true, /* , */ }, // }
      }`,
    },
  ],
  ['sets checkJs', tsconfig({ checkJs: true })],
  ['extends a path', { 'tsconfig.json': { extends: './base.json' }, 'base.json': allows }],
  ['extends a path without .json', { 'tsconfig.json': { extends: './base' }, 'base.json': allows }],
  [
    'extends a chain',
    {
      'tsconfig.json': { extends: './config/a', ...silent },
      'config/a.json': { extends: '../b.json' },
      'b.json': { compilerOptions: { checkJs: true } },
    },
  ],
  [
    'extends a list',
    { 'tsconfig.json': { extends: ['./a', './b'] }, 'a.json': allows, 'b.json': silent },
  ],
  [
    'extends an installed file',
    {
      'tsconfig.json': { extends: '@acme/config/base' },
      'node_modules/@acme/config/base.json': allows,
    },
  ],
  ['extends a package', { 'tsconfig.json': { extends: '@acme/config' } }],
  ['extends a missing file', { 'tsconfig.json': { extends: './gone' } }],
  ['extends itself', { 'tsconfig.json': { extends: './tsconfig.json' } }],
  ['extends a number', { 'tsconfig.json': { extends: 5 } }],
  ['is not JSON', { 'tsconfig.json': '{' }],
  ['is not an object', { 'tsconfig.json': '[]' }],
  ['has invalid options', { 'tsconfig.json': { compilerOptions: 5 } }],
  ['has an invalid value', tsconfig({ allowJs: 'false' })],
])('JavaScript runs if tsconfig.json %s', (_, files) => {
  expect(buildsJavaScript(makeProject(files))).toBe(true);
});

function tsconfig(compilerOptions: object): ProjectFiles {
  return { 'tsconfig.json': { compilerOptions } };
}
