import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { manifestWarnings } from './manifest.ts';

test('warns about a package.json that is not JSON, with the line', () => {
  const folder = makeProject({ 'package.json': '{\n  "name": \n' });
  expect(manifestWarnings(folder)).toEqual([
    expect.stringMatching(/^package\.json is ignored: it is not valid JSON at line 3, /),
  ]);
});

test('does not warn about a missing or valid package.json', () => {
  expect(manifestWarnings(makeProject({}))).toEqual([]);
  expect(manifestWarnings(makeProject({ 'package.json': { name: 'a' } }))).toEqual([]);
});
