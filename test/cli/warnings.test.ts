// Warnings of a project: a few lines at startup, all of them with `quoin check`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';
import { runQuoin, startQuoin } from '../support/program.ts';

const TYPES = Array.from({ length: 20 }, (_, i) => `type${i}`);
const MAX_LINES = 15;

/** A type whose relation has an unknown target, one without a router, and plugins that are not installed. */
function manyWarnings(): ProjectFiles {
  const files = TYPES.flatMap((name): [string, string | object][] => [
    [schemaOf(name), collectionType(name, { side: { ...SIDE, target: `api::${name}.${name}` } })],
    [`src/api/${name}/routes/own.js`, 'module.exports = { routes: [] };'],
  ]);
  return {
    ...Object.fromEntries(files),
    'config/plugin.json': {},
    'config/plugins.json': { graphql: true, gone: { enabled: true } },
  };
}

const SIDE = {
  type: 'relation',
  relation: 'oneToMany',
  target: 'api::post.post',
  mappedBy: 'gone',
};

function linesOf(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}

test.each(['start', 'dev'] as const)('quoin %s prints the number of warnings', async (command) => {
  const server = await startQuoin(makeProject(manyWarnings()), command);
  const { stdout, stderr } = server.output();
  expect(linesOf(stderr)).toEqual([
    'Warning: 24 warnings: 1 about the configuration, 20 about schemas, 1 about routes, 2 about project code. To read them, run: quoin check',
  ]);
  expect(linesOf(stdout + stderr).length).toBeLessThanOrEqual(MAX_LINES);
});

test('quoin check prints all warnings', async () => {
  const { code, stdout } = await runQuoin(makeProject(manyWarnings()), 'check');
  expect(code).toBe(0);
  const lines = linesOf(stdout).filter((line) => line.startsWith('Warning: '));
  expect(lines).toHaveLength(24);
  for (const name of TYPES) {
    expect(stdout).toContain(`Warning: ${schemaOf(name)}, attributes.side.mappedBy: api::${name}.`);
  }
});

test('quoin dev prints the warnings that a change adds, in as few lines as possible', async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
  const server = await startQuoin(folder, 'dev');
  expect(server.output().stderr).toBe('');
  const attributes = Object.fromEntries(TYPES.map((name) => [name, SIDE]));
  writeFileSync(
    path.join(folder, schemaOf('post')),
    JSON.stringify(collectionType('post', attributes)),
  );
  await eventually(() => server.output().stdout.includes('Applied in'));
  const { stdout } = server.output();
  expect(stdout).toContain(
    'Warning: 20 warnings: 20 about schemas. To read them, run: quoin check',
  );
  expect(stdout).not.toContain('mappedBy');
});

test('names missing modules of code once', async () => {
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'src/api/post/controllers/post.js': "require('@acme/words/get'); module.exports = {};",
    'src/api/post/services/post.ts': "import '@acme/tools'; import './gone'; export default {};",
    'src/api/post/routes/post.js': "require('@acme/words'); module.exports = { routes: [] };",
  });
  const { code, stderr } = await runQuoin(folder, 'check');
  expect(code).toBe(1);
  const named = linesOf(stderr).filter((line) => line.includes('npm install'));
  expect(named).toEqual([
    '  Modules that this project needs are not installed: @acme/tools, @acme/words. Run "npm install" in the project. Those that are not in its package.json came with Strapi: "npm install @acme/tools @acme/words" adds them.',
  ]);
});

test('reports missing modules of the configuration as one error', async () => {
  const folder = makeProject({
    'config/server.js': "module.exports = require('ms');",
    'config/plugins.js': "module.exports = require('@acme/plugins/list');",
    'config/api.js': "module.exports = require('./gone');",
  });
  const { code, stderr } = await runQuoin(folder, 'check');
  expect(code).toBe(1);
  expect(stderr).toContain('This project cannot start: 2 errors.');
  expect(stderr).toContain(
    'package.json\n  Modules that this project needs are not installed: @acme/plugins, ms. Run "npm install" in the project. ',
  );
  expect(stderr).toContain("config/api.js\n  This file cannot be run: Cannot find module './gone'");
});
