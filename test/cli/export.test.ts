// `quoin export` as a process: what it writes, leaves out and rejects.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { entriesOf, linesOf } from '../support/exported.ts';
import { changeDatabase } from '../support/other-connection.ts';
import { makeProject, writeFiles } from '../support/project-folder.ts';
import { runQuoin } from '../support/program.ts';
import { share } from '../support/shared.ts';

const root = path.resolve(import.meta.dirname, '../..');
const DATA = { 'data/authors.json': { 'api::author.author': [{ name: 'Ada' }, { name: 'Ben' }] } };

/** The project that `quoin init` makes, with a database. */
const made = share(async () => {
  const folder = makeProject(DATA, path.join(root, 'templates', 'site'));
  const seeded = await runQuoin(folder, 'seed', 'data');
  expect([seeded.code, seeded.stderr]).toEqual([0, '']);
  return folder;
});

/** A copy of it. */
function makeSite(): string {
  return makeProject({}, made());
}

async function namesIn(file: string, key: string | null = null): Promise<readonly string[]> {
  return [...(await entriesOf(file, key)).keys()];
}

const ROWS = ['schemas/schemas_00001.jsonl', 'entities/entities_00001.jsonl'];
const LINKS = 'links/links_00001.jsonl';
const SETTINGS = 'configuration/configuration_00001.jsonl';
const METADATA = 'metadata.json';

test('writes an archive whose name contains the time', async () => {
  const folder = makeSite();
  mkdirSync(path.join(folder, 'public', 'uploads'), { recursive: true });
  changeDatabase(
    folder,
    `insert into files (document_id, name, hash, ext, provider, url) values
      ('a', 'here', 'here_1', '.txt', 'local', '/uploads/here_1.txt'),
      ('b', 'gone', 'gone_2', '.txt', 'local', '/uploads/gone_2.txt')`,
  );
  writeFileSync(path.join(folder, 'public', 'uploads', 'here_1.txt'), 'some bytes');
  const { code, stdout, stderr } = await runQuoin(folder, 'export');
  expect([code, stderr]).toEqual([0, '']);
  const [name = '', ...more] = readdirSync(folder).filter((each) => each.includes('export'));
  expect([name, more]).toEqual([expect.stringMatching(/^export_\d{14}\.tar\.gz$/), []]);
  expect(stdout).toContain(`Wrote ${path.join(folder, name)}.`);
  expect(stdout).toContain('\n  api::author.author: 2\n');
  expect(stdout).toMatch(
    /^Exported \d+ rows of \d+ types, \d+ links, 1 file of 10 bytes, \d+ settings, \d+ webhooks\.$/m,
  );
  expect(stdout).toContain('\nLeft out:\n  1 file not found: gone_2.txt\n');
  expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0);
  const asset = 'here_1.txt';
  const assets = [`assets/metadata/${asset}.json`, `assets/uploads/${asset}`];
  const file = path.join(folder, name);
  expect(await namesIn(file)).toEqual([...ROWS, ...assets, LINKS, SETTINGS, METADATA]);
  const authors = linesOf(await entriesOf(file), 'entities').filter((line) =>
    JSON.stringify(line).includes('api::author.author'),
  );
  expect(authors).toMatchObject([{ data: { name: 'Ada' } }, { data: { name: 'Ben' } }]);
});

test('omits parts, and adds extensions for the format', async () => {
  const folder = makeSite();
  const file = (name: string): string => path.join(folder, name);
  const run = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stderr } = await runQuoin(folder, 'export', ...args);
    return [code, stderr];
  };
  expect(await run('content', '--only', 'content', '--no-compress')).toEqual([0, '']);
  expect(await namesIn(file('content.tar'))).toEqual([...ROWS, LINKS, METADATA]);
  expect(await run('-f', 'config.tar.gz', '--exclude', 'content,files')).toEqual([0, '']);
  expect(await namesIn(file('config.tar.gz'))).toEqual([ROWS[0], SETTINGS, METADATA]);
  expect(await run('secret', '--key', 'open sesame', '--only', 'config')).toEqual([0, '']);
  expect(await namesIn(file('secret.tar.gz.enc'), 'open sesame')).toContain(SETTINGS);
  expect(await run('plain', '--key', 'x', '--no-encrypt', '--only', 'config')).toEqual([0, '']);
  expect(await namesIn(file('plain.tar.gz'))).toContain(SETTINGS);
});

test('overwrites a file only with --force, and requires a key to encrypt', async () => {
  const folder = makeSite();
  const taken = path.join(folder, 'site.tar.gz');
  writeFileSync(taken, 'mine');
  const rejected = await runQuoin(folder, 'export', 'site');
  expect([rejected.code, rejected.stderr]).toEqual([
    1,
    `${taken} already exists. Choose another name, or overwrite it with --force.\n`,
  ]);
  expect(statSync(taken).size).toBe(4);
  expect((await runQuoin(folder, 'export', 'site', '--force')).code).toBe(0);
  expect(await namesIn(taken)).toContain(METADATA);
  const keyless = await runQuoin(folder, 'export', 'other', '--encrypt');
  expect([keyless.code, keyless.stderr]).toEqual([
    1,
    'An encrypted archive needs a key. Pass it with --key.\n',
  ]);
  const nowhere = await runQuoin(folder, 'export', 'no/where');
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    `The folder ${path.join(folder, 'no')} does not exist.\n`,
  ]);
  expect(readdirSync(folder).filter((name) => /other|export/.test(name))).toEqual([]);
});

test('an interrupted export leaves no file', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '1000000' });
    response.write('the first of many bytes');
  });
  const requested = once(server, 'request');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const folder = makeSite();
  writeFiles(folder, {
    'config/plugins.json': { upload: { config: { provider: 'elsewhere' } } },
  });
  changeDatabase(
    folder,
    `insert into files (document_id, name, hash, ext, provider, url)
      values ('a', 'slow', 'slow', '.txt', 'elsewhere', 'http://127.0.0.1:${port}/slow.txt')`,
  );
  const before = readdirSync(folder);
  const child = spawn(process.execPath, [path.join(root, 'bin/quoin.js'), 'export', 'site'], {
    cwd: folder,
    stdio: 'ignore',
  });
  await requested;
  expect(readdirSync(folder)).not.toEqual(before);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([130, null]);
  expect(readdirSync(folder)).toEqual(before);
});
