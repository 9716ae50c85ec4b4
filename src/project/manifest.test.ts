import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { manifestWarnings } from './manifest.ts';

test('a package.json that is not JSON is a warning with its line', () => {
  const folder = makeProject({ 'package.json': '{\n  "name": \n' });
  expect(manifestWarnings(folder)).toEqual([
    expect.stringMatching(/^package\.json is ignored: it is not valid JSON at line 3, /),
  ]);
});

test('none, or one that is JSON, needs no word', () => {
  expect(manifestWarnings(makeProject({}))).toEqual([]);
  expect(manifestWarnings(makeProject({ 'package.json': { name: 'a' } }))).toEqual([]);
});
