// The command line as a process: help, invalid arguments, and folders without a project.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';
import { runNode, runQuoin } from '../support/program.ts';

const quoin = new URL('../../bin/quoin.js', import.meta.url);

test('prints help without a command', async () => {
  const { code, stdout, stderr } = await runQuoin(makeProject({}));
  expect([code, stderr]).toEqual([0, '']);
  for (const command of ['start', 'check', 'token']) expect(stdout).toContain(`  ${command} `);
});

test('--help of every command has an example', async () => {
  const { code, stdout } = await runQuoin(makeProject({}), 'start', '--help');
  expect(code).toBe(0);
  expect(stdout).toContain('\nExamples:\n');
  expect(stdout).toContain('$ quoin start --host 127.0.0.1 --port 8080');
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { readonly version: string };
  const { code, stdout } = await runQuoin(makeProject({}), '--version');
  expect([code, stdout]).toEqual([0, `${version}\n`]);
});

test.each([
  [['start', '--prot', '1'], "unknown option '--prot'"],
  [['seed', 'nothing'], '"nothing" does not exist. Pass a JSON file or a folder of JSON files'],
])('quoin %j exits with code 1 and an error without a stack', async (words, message) => {
  const { code, stderr } = await runQuoin(makeProject({ 'config/server.json': {} }), ...words);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('    at ');
});

describe('creates nothing in a folder without a project', () => {
  test.each([
    ['token', 'create', '--name', 'x'],
    ['role', 'list'],
    ['locale', 'list'],
    ['admin', 'list'],
    ['seed', 'data'],
    ['copy', '--to', 'other.db'],
    ['schema', 'prune', '--yes'],
    ['attach'],
    ['start', '--port', '0'],
    ['start', '--workers', '2', '--port', '0'],
    ['dev', '--port', '0'],
    ['check'],
  ])('quoin %s %s', async (...words) => {
    const folder = makeProject({});
    const { code, stdout, stderr } = await runQuoin(folder, ...words);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      'This folder contains no project: it has neither src/api nor config. Create a project with: quoin init my-site\n',
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  const TYPE = { [schemaOf('post')]: collectionType('post') };

  test.each<[string, ProjectFiles, string, string]>([
    ['a package', { 'package.json': {}, '.env': 'A=1', 'src/index.js': '' }, '.', ''],
    [
      'a folder above a project',
      inFolder('site', TYPE),
      '.',
      'There is a project in site: cd site\n',
    ],
    ['a folder in a project', { ...TYPE, 'public/a.txt': '' }, 'public', 'in ..: cd ..\n'],
    ['a build of Strapi', inFolder('dist', TYPE), '.', 'copy its src and config here as well.'],
  ])('%s', async (_what, files, place, hint) => {
    const folder = path.join(makeProject(files), place);
    const before = readdirSync(folder);
    const { code, stdout, stderr } = await runQuoin(folder, 'start', '--port', '0');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('This folder contains no project: it has neither src/api nor config.');
    expect(stderr).toContain(hint);
    expect(stderr).toContain('Create a project with: quoin init my-site\n');
    expect(readdirSync(folder)).toEqual(before);
  });
});

test('a closed output pipe, as with head, is not an error', async () => {
  const child = spawn(process.execPath, [fileURLToPath(quoin), '--help'], { stdio: 'pipe' });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  expect([await once(child, 'close'), stderr]).toEqual([[0, null], '']);
});

test('reports a removed folder', async () => {
  const script = `
    const { mkdirSync, rmdirSync } = require('node:fs');
    mkdirSync('gone');
    process.chdir('gone');
    rmdirSync('../gone');
    process.argv = [process.argv0, 'quoin', 'check'];
    import(${JSON.stringify(quoin.href)});`;
  const { code, stderr } = await runNode(makeProject({}), '--eval', script);
  expect([code, stderr]).toEqual([
    1,
    'The current folder no longer exists. Change to another one with cd.\n',
  ]);
});

function inFolder(folder: string, files: ProjectFiles): ProjectFiles {
  return Object.fromEntries(
    Object.entries(files).map(([file, content]) => [`${folder}/${file}`, content]),
  );
}
