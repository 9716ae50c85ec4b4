// `quoin init`: a project that starts at once, and no changes to a folder that is not empty.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'dotenv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeProject } from '../support/project-folder.ts';
import { runNode, runQuoin, startQuoin, type Outcome } from '../support/program.ts';
import { openShell } from '../support/shell.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

const FILES = [
  '.env',
  '.gitignore',
  'README.md',
  'config/quoin.json',
  'package.json',
  'public/uploads/.gitkeep',
  'src/api/article/content-types/article/schema.json',
  'src/api/author/content-types/author/schema.json',
  'src/components/sections/quote.json',
  'src/components/sections/text.json',
  'src/components/shared/seo.json',
];

test('creates a named project, and prints the next steps', async () => {
  const folder = makeProject({});
  const { code, stdout, stderr } = await runQuoin(folder, 'init', 'My Site');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/ {2}cd "My Site"\n {2}npm install .*\n {2}npm start\n/);
  expect(stdout).toContain('$(npx quoin token create --name me --type full-access');
  const site = path.join(folder, 'My Site');
  expect(filesIn(site)).toEqual(FILES);
  const manifest: unknown = JSON.parse(readFileSync(path.join(site, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: 'my-site',
    private: true,
    scripts: { start: 'quoin start', dev: 'quoin dev', check: 'quoin check' },
    dependencies: { quoin: `^${version}` },
  });
  expect(readFileSync(path.join(site, 'README.md'), 'utf8')).toMatch(/^# My Site\n/);
});

test('creates secrets that only the owner can read, and that git ignores', async () => {
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

test('creates a project that starts without warnings', async () => {
  const folder = makeProject({});
  // A folder with a fresh repository, and no name: the current one.
  mkdirSync(path.join(folder, '.git'));
  expect((await runQuoin(folder, 'init')).stdout).not.toContain('cd ');
  const checked = await runQuoin(folder, 'check');
  expect(checked.stdout).toBe('No errors in 2 content-types and 3 components.\n');
  const server = await startQuoin(folder);
  const { stdout, stderr } = server.output();
  expect(stderr).toBe('');
  expect(stdout).toContain('Quoin serves 2 content-types');
  expect(stdout).not.toContain('secrets');
  expect((await fetch(`http://127.0.0.1:${server.port}/api/articles`)).status).toBe(403);
});

describe('the printed commands work', () => {
  /** No registry is needed to link a clone. */
  const ENV = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_audit: 'false',
  };

  test('for a clone, which is linked into the project', async () => {
    const folder = makeProject({});
    const { stdout } = await runQuoin(folder, 'init', 'a site');
    expect(installIn(stdout)).toContain('npm install --no-save ');
    const shell = openShell(folder, ENV);
    await shell.run(`cd "a site"\n${installIn(stdout)}`);
    expect(realpathSync(path.join(folder, 'a site/node_modules/quoin'))).toBe(root);
    expect(await shell.run('npm run --silent check')).toContain('No errors in 2 content-types');
    const { pid, url } = await startByNpm(path.join(folder, 'a site'), ENV);
    expect((await fetch(`${url}/api/articles`)).status).toBe(403);
    const printed = await shell.run('npx quoin token create --name me --type full-access');
    const headers = { authorization: `Bearer ${printed.trimEnd().split('\n').at(-1)}` };
    expect((await fetch(`${url}/api/articles`, { headers })).status).toBe(200);
    process.kill(-pid, 'SIGTERM');
  });

  test('for an installed package from the registry', async () => {
    const folder = makeProject({});
    const installed = path.join(folder, 'node_modules/quoin');
    for (const part of ['bin', 'dist', 'templates', 'package.json']) {
      cpSync(path.join(root, part), path.join(installed, part), { recursive: true });
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(installed, 'node_modules'), 'dir');
    const run = (...args: readonly string[]): Promise<Outcome> =>
      runNode(folder, path.join(installed, 'bin/quoin.js'), ...args);
    const { stdout } = await run('init', 'my-site');
    expect(stdout).toContain('  cd my-site\n  npm install\n  npm start\n');
    expect((await run('check')).stderr).toContain('npx quoin init my-site');
  });
});

/** The command that installs what a new project needs. */
function installIn(printed: string): string {
  return /^ {2}(npm install.*)$/m.exec(printed)?.[1] ?? '';
}

/** Runs `npm start` on any port until it listens. Ended with the test, if it still runs. */
async function startByNpm(
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly pid: number; readonly url: string }> {
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...env, PORT: '0' },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = child.pid ?? 0;
  const ended = once(child, 'close');
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
    await ended;
  });
  for await (const line of createInterface(child.stdout)) {
    const url = /serves .* at (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) return { pid, url };
  }
  throw new Error('npm start ended');
}

test.each([
  [
    'a folder that is not empty',
    'site',
    '"site" is not empty (it contains notes.txt); nothing was changed.',
  ],
  ['a file', 'site/notes.txt', '"site/notes.txt" is a file; nothing was changed.'],
  [
    'a path through a file',
    'site/notes.txt/a',
    '"site/notes.txt/a" cannot be created: part of this path is a file.',
  ],
  ['the current folder', '.', 'This folder is not empty (it contains site); nothing was changed.'],
])('rejects %s', async (_what, wanted, message) => {
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
