// `quoin init`: a project that starts at once, and nothing done to a folder that holds something.
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { makeProject } from '../support/project-folder.ts';
import { runQuoin, startQuoin } from '../support/program.ts';

const FILES = [
  '.env',
  '.gitignore',
  'README.md',
  'package.json',
  'public/uploads/.gitkeep',
  'src/api/article/content-types/article/schema.json',
  'src/api/author/content-types/author/schema.json',
  'src/components/sections/quote.json',
  'src/components/sections/text.json',
  'src/components/shared/seo.json',
];

test('makes a project with a name, and says what to do next', async () => {
  const folder = makeProject({});
  const { code, stdout, stderr } = await runQuoin(folder, 'init', 'My Site');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('  cd "My Site"\n  quoin start\n');
  expect(stdout).toContain('quoin token create --name me --type full-access');
  const site = path.join(folder, 'My Site');
  expect(filesIn(site)).toEqual(FILES);
  const manifest: unknown = JSON.parse(readFileSync(path.join(site, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: 'my-site',
    private: true,
    scripts: { start: 'quoin start' },
  });
  expect(readFileSync(path.join(site, 'README.md'), 'utf8')).toMatch(/^# My Site\n/);
});

test('has secrets of its own, which the owner alone may read and git leaves out', async () => {
  const folder = makeProject({});
  await runQuoin(folder, 'init', 'a');
  await runQuoin(folder, 'init', 'b');
  const [a, b] = ['a', 'b'].map((name) => path.join(folder, name, '.env'));
  expect(statSync(a ?? '').mode & 0o777).toBe(0o600);
  const settings = parse(readFileSync(a ?? ''));
  expect(settings).toMatchObject({ HOST: '127.0.0.1', PORT: '1337' });
  for (const name of ['APP_KEYS', 'API_TOKEN_SALT', 'ADMIN_JWT_SECRET', 'JWT_SECRET']) {
    expect(settings[name]?.length).toBeGreaterThan(30);
    expect(settings[name]).not.toBe(parse(readFileSync(b ?? ''))[name]);
  }
  const ignored = readFileSync(path.join(folder, 'a', '.gitignore'), 'utf8').split('\n');
  for (const line of ['.env', '.tmp/', 'public/uploads/*']) expect(ignored).toContain(line);
});

test('starts at once, without a word of warning', async () => {
  const folder = makeProject({});
  // A folder with a fresh repository, and no name: the current one.
  mkdirSync(path.join(folder, '.git'));
  expect((await runQuoin(folder, 'init')).stdout).not.toContain('cd ');
  const checked = await runQuoin(folder, 'check');
  expect(checked.stdout).toBe('No mistakes in 2 content-types and 3 components.\n');
  const server = await startQuoin(folder);
  const { stdout, stderr } = server.output();
  expect(stderr).toBe('');
  expect(stdout).toContain('Quoin serves 2 content-types');
  expect(stdout).not.toContain('secrets');
  expect((await fetch(`http://127.0.0.1:${server.port}/api/articles`)).status).toBe(403);
});

test.each([
  [
    'a folder that holds something',
    'site',
    '"site" is not empty (there is notes.txt); nothing was changed.',
  ],
  ['a file', 'site/notes.txt', '"site/notes.txt" cannot be made ('],
  ['the current folder', '.', 'This folder is not empty (there is site); nothing was changed.'],
])('refuses %s', async (_what, wanted, message) => {
  const folder = makeProject({ 'site/notes.txt': 'mine' });
  const { code, stdout, stderr } = await runQuoin(folder, 'init', wanted);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(message);
  expect(stderr).toContain('quoin init my-site');
  expect(stderr).not.toContain('    at ');
  expect(filesIn(folder)).toEqual(['site/notes.txt']);
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
}
