// Packages that a loader provides to the files of its project.
import { Module } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { openFolder } from './folder.ts';
import { createModuleLoader, type ModuleLoader } from './modules.ts';

const FILES = {
  'plain.cjs': `module.exports = require('./inner.cjs');`,
  'inner.cjs': `module.exports = require('given').name;`,
  'other.cjs': `module.exports = require('given').name;`,
  'module.mjs': `import { name } from 'given'; export default name;`,
};

function loaderOf(name: string | null): (file: string) => Promise<unknown> {
  const root = makeProject(FILES);
  const packages = name === null ? {} : { packages: { given: { name } } };
  const loader: ModuleLoader = createModuleLoader(openFolder(root), packages);
  return (file) => loader.load(path.join(root, file));
}

test('each loader provides its own packages, and Node is patched once', async () => {
  const first = loaderOf('first');
  expect([await first('plain.cjs'), await first('module.mjs')]).toEqual(['first', 'first']);
  const wrapped: unknown = Reflect.get(Module, '_load');
  const second = loaderOf('second');
  expect([await second('plain.cjs'), await second('module.mjs')]).toEqual(['second', 'second']);
  expect(await first('other.cjs')).toBe('first');
  await expect(loaderOf(null)('other.cjs')).rejects.toThrow("Cannot find module 'given'");
  expect(await second('other.cjs')).toBe('second');
  expect(Reflect.get(Module, '_load')).toBe(wrapped);
});
