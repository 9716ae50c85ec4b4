// Packages that a loader provides to the files of its project.
import { createRequire, Module } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
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

describe('loaders of one folder', () => {
  async function open() {
    const root = makeProject(FILES);
    const plain = path.join(root, 'plain.cjs');
    const load = async (name: string, keepsModules = true): Promise<ModuleLoader> => {
      const packages = { given: { name } };
      const loader = createModuleLoader(openFolder(root), { packages, keepsModules });
      await loader.load(plain);
      return loader;
    };
    return { load, plain, inProject: createRequire(plain) };
  }

  test('the older one is closed: the newer one provides its packages', async () => {
    const { load, plain, inProject } = await open();
    const older = await load('older');
    const newer = await load('newer');
    older.close();
    expect(inProject.cache).toHaveProperty([plain]);
    expect(inProject('given')).toEqual({ name: 'newer' });
    newer.close();
    expect(inProject.cache).not.toHaveProperty([plain]);
    expect(() => inProject('given')).toThrow("Cannot find module 'given'");
  });

  test('the newer one is closed: the older one provides its packages again', async () => {
    const { load, inProject } = await open();
    const older = await load('older');
    await load('configuration', false);
    const newer = await load('newer');
    newer.close();
    expect(inProject('given')).toEqual({ name: 'older' });
    await load('configuration', false);
    older.activate();
    expect(inProject('given')).toEqual({ name: 'older' });
    older.close();
    expect(() => inProject('given')).toThrow("Cannot find module 'given'");
  });
});

/** Loads a file of a project in TypeScript with some packages installed. */
function loadTyped(files: Readonly<Record<string, string>>): Promise<unknown> {
  const root = makeProject({
    'tsconfig.json': {},
    'node_modules/callable/package.json': { name: 'callable', main: 'main.js' },
    'node_modules/callable/main.js': 'module.exports = () => "called"; module.exports.other = 2;',
    'node_modules/computed/package.json': { name: 'computed', main: 'main.js' },
    'node_modules/computed/main.js':
      'const all = {}; for (const name of ["one", "two"]) all[name] = name; module.exports = all;',
    'node_modules/esm/package.json': { name: 'esm', type: 'module', exports: './main.js' },
    'node_modules/esm/main.js': 'export default () => "module"; export const named = 3;',
    'node_modules/dual/package.json': {
      name: 'dual',
      exports: { import: './main.mjs', require: './main.js' },
    },
    'node_modules/dual/main.js': 'exports.form = "require";',
    'node_modules/dual/main.mjs': 'export const form = "import";',
    'data.json': { word: 'data' },
    ...files,
  });
  return createModuleLoader(openFolder(root)).load(path.join(root, 'main.ts'));
}

const IMPORTS = `import call, { other } from 'callable'; import all, { one } from 'computed';
  import * as names from 'callable'; import written, { named } from 'esm'; import { form } from 'dual';
  import data from './data.json';
  export const seen = [call(), other, all.two, one, names.other, written(), named, form, data.word];`;

test('TypeScript imports packages as a build with esModuleInterop requires them, from several files', async () => {
  const expected = ['called', 2, 'two', 'one', 2, 'module', 3, 'require', 'data'];
  const loaded = await loadTyped({
    'first.ts': IMPORTS,
    'second.ts': IMPORTS,
    'main.ts': `import { seen as first } from './first'; import { seen as second } from './second';
      export default { first, second };`,
  });
  expect(loaded).toEqual({ first: expected, second: expected });
});

test.each([
  ['await (async () => 1)()', 1],
  ['await [1, 2]', [1, 2]],
  ['await new Promise((resolve) => resolve(3))', 3],
  ['(() => { const call = async () => await 4; return typeof call; })()', 'function'],
])('evaluates `%s` in a module', async (expression, value) => {
  expect(await loadTyped({ 'main.ts': `export default ${expression};` })).toEqual(value);
});

test('evaluates a loop over an asynchronous generator in a module', async () => {
  const main = `async function* numbers() { yield 1; yield 2; }
    const all: number[] = []; for await (const each of numbers()) all.push(each); export default all;`;
  expect(await loadTyped({ 'main.ts': main })).toEqual([1, 2]);
});

test('files with top-level await are evaluated, and what they import has its default export', async () => {
  const loaded = await loadTyped({
    'later.ts': `import call from 'callable'; import written from 'esm';
      export default await Promise.resolve([call(), written()]);`,
    'main.ts': `import call from 'callable'; import written from 'esm'; import all from 'computed';
      import later from './later';
      export default [call(), written(), all.one, later];`,
  });
  expect(loaded).toEqual(['called', 'module', 'one', ['called', 'module']]);
});

test("a project's own checks for `__esModule` are not changed in files with top-level await", async () => {
  const main = `const checked = (mod: any) => String(mod && mod.__esModule);
    const source = checked.toString();
    const named = await import('esm');
    export default await Promise.resolve([checked(named), source.includes('toStringTag')]);`;
  expect(await loadTyped({ 'main.ts': main })).toEqual(['undefined', false]);
});
