import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { filesIn, readText } from './folder.ts';
import { ProjectError } from './project-error.ts';

test('throws a project error for an unreadable file, but not for a missing one', () => {
  const root = makeProject({});
  const file = `${root}/.env`;
  expect(readText(file)).toBeUndefined();
  mkdirSync(file);
  expect(() => readText(file)).toThrow(ProjectError);
  expect(() => readText(file)).toThrow(
    /\n\/.*\/\.env\n {2}This cannot be read \(EISDIR.*\)\. Give the user that runs Quoin read access\./,
  );
});

test('returns no files for a path that is not a folder', () => {
  const root = makeProject({ 'src/api': 'a file' });
  expect([filesIn(`${root}/src/api`), filesIn(`${root}/nowhere`)]).toEqual([[], []]);
});
