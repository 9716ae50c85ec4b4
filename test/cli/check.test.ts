// `quoin check`: all errors at once, without changes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changeDatabase } from '../support/other-connection.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runQuoin } from '../support/program.ts';
import { vendored } from '../support/vendored-projects.ts';

test('lists all errors, grouped by file', async () => {
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post', {
      title: { type: 'strin' },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    }),
    [schemaOf('note')]: collectionType('note', { id: { type: 'string' } }),
    'config/server.json': { port: 'many' },
  });
  const { code, stdout, stderr } = await runQuoin(folder, 'check');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('This project cannot start: 4 errors.');
  for (const [file, ...paths] of [
    ['config/server.json', 'port'],
    [schemaOf('note'), 'attributes.id'],
    [schemaOf('post'), 'attributes.title.type', 'attributes.tags.target'],
  ]) {
    const block = stderr.split('\n\n').find((part) => part.startsWith(`${file}\n`));
    expect(paths.filter((at) => !block?.includes(`\n  ${at}`))).toEqual([]);
  }
  expect(stderr).not.toContain('    at ');
});

test('exits with 0 and its warnings if there are no errors, and creates no file', async () => {
  const folder = makeProject({}, vendored('projects', 'typescript-blog'));
  const before = filesIn(folder);
  const { code, stdout } = await runQuoin(folder, 'check');
  expect(code).toBe(0);
  expect(stdout).toContain('Warning: The plugin "graphql" is not supported.');
  expect(stdout).toContain('These secrets are missing and will be generated in .env at startup: ');
  expect(stdout).toContain('No errors in 5 content-types and 3 components.');
  expect(filesIn(folder)).toEqual(before);
});

test('reads custom fields from the database without changing it', async () => {
  const accent = { type: 'customField', customField: 'plugin::color-picker.color' };
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post', { accent }),
    '.tmp/readme': '',
  });
  changeDatabase(folder, 'create table posts (id integer primary key, accent integer)');
  const database = path.join(folder, '.tmp', 'data.db');
  const before = readFileSync(database);
  const { code, stdout } = await runQuoin(folder, 'check');
  expect(code).toBe(0);
  expect(stdout).not.toContain('Custom fields are stored as text');
  expect(readFileSync(database).equals(before)).toBe(true);
  expect(filesIn(path.dirname(database))).toEqual(['data.db', 'readme']);
});

test('reports invalid header options with their file, as start does, without creating a database', async () => {
  const config = { hsts: { maxAge: -5 } };
  const folder = makeProject({
    'config/middlewares.json': [{ name: 'strapi::security', config }],
  });
  for (const command of ['check', 'start']) {
    const { code, stderr } = await runQuoin(folder, command);
    expect([command, code]).toEqual([command, 1]);
    expect(stderr).toContain('config/middlewares\n  strapi::security: These options are invalid: ');
  }
  expect(existsSync(path.join(folder, '.tmp'))).toBe(false);
});

test('a project without content-types has no errors', async () => {
  const folder = makeProject({ 'config/server.json': {} });
  const { code, stdout } = await runQuoin(folder, 'check');
  expect(code).toBe(0);
  expect(stdout).toContain('No errors in 0 content-types and 0 components.');
  expect(stdout).toContain('src/api contains no content-types.');
  expect(existsSync(path.join(folder, '.env'))).toBe(false);
});

test('a command exits even if project code started a timer', async () => {
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'src/index.js': 'module.exports = { register() { setInterval(() => 1, 1000); } };',
  });
  for (const command of [['check'], ['token', 'list']]) {
    expect(await runQuoin(folder, ...command)).toMatchObject({ code: 0, stderr: '' });
  }
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('.cache'))
    .toSorted();
}
