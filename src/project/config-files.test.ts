import { expect, test } from 'vitest';
import { makeProject, type ProjectFiles } from '../../test/support/project-folder.ts';
import {
  importsStrapi,
  readConfigFiles,
  readConfigValues,
  sourceOf,
  type ConfigFiles,
} from './config-files.ts';
import { createEnv } from './env.ts';
import { openFolder } from './folder.ts';
import { createModuleLoader } from './modules.ts';

test.each<[string, string]>([
  ['server.js', 'module.exports = ({ env }) => ({ host: env("NAME") });'],
  ['server.cjs', 'module.exports = ({ env }) => ({ host: env("NAME") });'],
  ['server.mjs', 'export default ({ env }) => ({ host: env("NAME") });'],
  ['server.js', 'export default ({ env }) => ({ host: env("NAME") });'],
  ['server.ts', 'export default ({ env }: { env: any }) => ({ host: env("NAME") as string });'],
  ['server.json', '\uFEFF{ "host": "here" }'],
  ['server.js', 'exports.__esModule = true; exports.default = { host: "here" };'],
  ['server.js', 'module.exports = async () => ({ host: "here" });'],
])('%s: %s', async (name, text) => {
  const { sections } = await read({ [`config/${name}`]: text });
  expect(sections.server.value).toEqual({ host: 'here' });
  expect(sourceOf(sections.server, 'host')).toBe(`config/${name}`);
});

test('returns empty sections without files', async () => {
  const { sections } = await read({});
  expect(sections.server).toEqual({ name: 'server', value: {}, sources: [] });
});

test('merges files of the environment over the others, lists by index', async () => {
  const { sections } = await read({
    'config/server.js': 'module.exports = { a: { b: 1, c: 1 }, list: [1, 2, 3] };',
    'config/env/test/server.json': '{ "a": { "b": 2 }, "list": [9] }',
    'config/env/other/server.json': '{ "a": { "b": 3 } }',
  });
  expect(sections.server.value).toEqual({ a: { b: 2, c: 1 }, list: [9, 2, 3] });
  expect(sourceOf(sections.server, 'a.b')).toBe('config/env/test/server.json');
  expect(sourceOf(sections.server, 'a.c')).toBe('config/server.js');
});

test('keeps functions and instances', async () => {
  const { sections } = await read({
    'config/plugins.js': 'module.exports = { x: { at: new Date(0), call() { return 1; } } };',
  });
  expect(sections.plugins.value).toMatchObject({ x: { at: new Date(0) } });
});

test('sets __dirname in a TypeScript project to the build folder, also in imported files', async () => {
  const root = makeProject({
    'tsconfig.json': '{ "compilerOptions": {\n "outDir": "build" } }',
    'config/paths.ts': 'export const here: string = __dirname;',
    'config/server.ts': `
      import path from 'path';
      import { here } from './paths';
      export default () => ({ here, root: path.join(__dirname, '..', '..'), file: __filename });`,
  });
  const { sections } = await readFolder(root);
  expect(sections.server.value).toEqual({
    here: `${root}/build/config`,
    root: `${root}/`.slice(0, -1),
    file: `${root}/build/config/server.js`,
  });
});

test('sets __dirname in a JavaScript project to the folder of the file', async () => {
  const root = makeProject({ 'config/server.js': 'module.exports = { here: __dirname };' });
  expect((await readFolder(root)).sections.server.value).toEqual({ here: `${root}/config` });
});

test('reads a changed file again', async () => {
  const files = (host: string): ProjectFiles => ({
    'config/host.js': `module.exports = "${host}";`,
    'config/server.js': 'module.exports = { host: require("./host") };',
  });
  const root = makeProject(files('one'));
  await readFolder(root);
  const { writeFileSync } = await import('node:fs');
  writeFileSync(`${root}/config/host.js`, files('two')['config/host.js'] as string);
  expect((await readFolder(root)).sections.server.value).toEqual({ host: 'two' });
});

test('reports every broken file with the reason', async () => {
  const broken = read({
    'config/server.js': 'module.exports = () => { throw new Error("no luck"); };',
    'config/api.json': '{',
    'config/admin.js': 'module.exports = 7;',
    'config/database.ts': 'export default {{',
    'config/env/test/plugins.js': 'module.exports = require("./missing");',
  });
  await expect(broken).rejects.toMatchObject({
    issues: [
      { file: 'config/server.js', message: 'This file cannot be run: no luck (line 1)' },
      { file: 'config/api.json', message: expect.stringContaining('JSON') },
      { file: 'config/database.ts', message: expect.stringContaining('cannot be run') },
      { file: 'config/admin.js', message: expect.stringContaining('Export an object') },
      { file: 'config/env/test/plugins.js', message: expect.stringContaining('./missing') },
    ],
  });
});

test.each([
  ['module.exports = () => new Promise(() => {});', 'server.js'],
  ['await new Promise(() => {}); export default {};', 'server.mjs'],
])('reports a file that never finishes: %s', async (text, name) => {
  const folder = openFolder(makeProject({ [`config/${name}`]: text }));
  const loader = createModuleLoader(folder);
  const sections = readConfigFiles({
    folder,
    loader,
    env: createEnv({}),
    nodeEnv: 'test',
    timeLimit: 50,
  });
  const message = 'This file cannot be run: it did not finish within 0.05 seconds.';
  await expect(sections).rejects.toMatchObject({
    issues: [{ file: `config/${name}`, message }],
  });
});

test('files that only code reads may export any value', async () => {
  const files = {
    'config/a.js': 'module.exports = () => {};',
    'config/b.js': "module.exports = 'b';",
  };
  const folder = openFolder(makeProject(files));
  const context = {
    folder,
    loader: createModuleLoader(folder),
    env: createEnv({}),
    nodeEnv: 'test',
  };
  expect(await readConfigValues(context)).toEqual({ a: {}, b: 'b' });
});

test.each([
  ["import { env } from '@strapi/utils';", true],
  ["const { env } = require('@strapi/utils');", true],
  ["import type { Core } from '@strapi/strapi';", false],
  ["// from '@strapi", false],
])('imports Strapi: %s %s', (text, expected) => {
  const folder = openFolder(makeProject({ 'config/server.ts': text }));
  expect(importsStrapi({ folder, nodeEnv: 'test' })).toBe(expected);
});

test('warns about misspelled file names', async () => {
  const { warnings } = await read({
    'config/plugin.js': '',
    'config/constructor.js': '',
    'config/server.yaml': '',
  });
  expect(warnings).toEqual([
    'config/plugin.js is ignored. Rename it to plugins.',
    'config/server.yaml is ignored: use JSON.',
  ]);
});

function read(files: ProjectFiles): Promise<ConfigFiles> {
  return readFolder(makeProject(files));
}

function readFolder(root: string): Promise<ConfigFiles> {
  const folder = openFolder(root);
  const env = createEnv({ NAME: 'here' });
  return readConfigFiles({ folder, loader: createModuleLoader(folder), env, nodeEnv: 'test' });
}
