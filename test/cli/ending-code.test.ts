// Project code that ends the process or delays its start: the log names the line, and the exit code is not 0.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';
import { quoinProgram, runNode, runQuoin, startQuoin } from '../support/program.ts';

const scripting = pathToFileURL(path.resolve(path.dirname(quoinProgram), '../dist/quoin.js')).href;

function project(files: ProjectFiles): string {
  return makeProject({ [schemaOf('post')]: collectionType('post'), ...files });
}

function withIndex(phase: string, body: string): string {
  return project({ 'src/index.js': `module.exports = { async ${phase}() {\n${body}\n} };` });
}

describe.each(['register', 'bootstrap'])('%s that', (phase) => {
  test.each([
    ['process.exit(0);', 1, 'The start was not complete, so the exit code is 1.'],
    ['process.exit(3);', 3, 'The exit code is 3.'],
  ])('calls %s: the location is printed, and the code is not 0', async (body, code, message) => {
    const ended = await runQuoin(withIndex(phase, body), 'start', '--port', '0');
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(/error: src\/index\.js:2:\d+ called process\.exit/);
    expect(ended.stderr).toContain(message);
  });

  test('awaits a promise that is never settled: the start fails', async () => {
    const folder = withIndex(phase, 'await new Promise(() => {});');
    const ended = await runQuoin(folder, 'start', '--port', '0');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(`error: ${phase} of src/index.js never finished`);
  });
});

test('`quoin check` fails if loading the code ends the process', async () => {
  const folder = project({ 'src/index.js': 'process.exit(0);' });
  const { code, stderr } = await runQuoin(folder, 'check');
  expect(code).toBe(1);
  expect(stderr).toContain('error: src/index.js:1:9 called process.exit');
});

test('a package that ends the process while the start waits for it fails the start', async () => {
  const folder = project({
    'node_modules/ends/index.js': 'process.exit(0);',
    'node_modules/ends/package.json': {},
    'src/index.js': `module.exports = { register: () => import('ends') };`,
  });
  const { code, stderr } = await runQuoin(folder, 'check');
  expect(code).toBe(1);
  expect(stderr).toContain(
    'error: process.exit was called during this: register of src/index.js. The start was not complete',
  );
});

test('a script of the project that ends its own process is not reported', async () => {
  const folder = project({
    'src/index.js': 'module.exports = {};',
    'script.mjs': `import { createQuoin } from ${JSON.stringify(scripting)};
      const quoin = await createQuoin();
      await quoin.close();
      process.exit(0);`,
  });
  expect(await runNode(folder, 'script.mjs')).toMatchObject({ code: 0, stderr: '' });
});

test('a loop that blocks the start is reported with its line, and the start continues when it ends', async () => {
  const loop = `const { existsSync } = require('node:fs');
    while (!existsSync('end')) {}`;
  const folder = project({
    'src/index.js': `module.exports = { register() {\n${loop}\n} };`,
    'config/quoin.json': { code: { hookTimeout: 100 } },
  });
  const child = spawn(process.execPath, [quoinProgram, 'check'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    if (stderr.includes('register of')) writeFileSync(path.join(folder, 'end'), '');
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(stderr).toMatch(
    / warn: register of src\/index\.js has not ended after 0\.1 s\. It runs src\/index\.js:3:\d+\. /,
  );
  expect(code).toBe(0);
});

describe('an uncaught error', () => {
  test.each([
    [`Promise.reject(new Error('no luck'));`, 'A promise was rejected', 'or await the promise.'],
    [
      `setTimeout(() => { throw new Error('no luck'); });`,
      'An error was thrown',
      'Catch the error there.',
    ],
  ])(
    '%s ends the process as in Strapi, and the log names the line',
    async (body, message, advice) => {
      const folder = project(withRoute(body));
      const server = await startQuoin(folder);
      await fetch(`http://127.0.0.1:${server.port}/api/own`).catch(() => null);
      const { code, stderr } = await server.ended();
      expect(code).toBe(1);
      expect(stderr).toMatch(
        new RegExp(`error: ${message} at src/api/own/controllers/own\\.js:2:\\d+, and nothing`),
      );
      expect(stderr).toContain(advice);
      expect(stderr).toContain('Error: no luck');
    },
  );

  test('is not reported if the project has a handler for all of them', async () => {
    const folder = project({
      ...withRoute(`setTimeout(() => { throw new Error('no luck'); });`),
      'src/index.js': `module.exports = { bootstrap() {
        process.on('uncaughtException', () => console.log('handled')); } };`,
    });
    const server = await startQuoin(folder);
    await fetch(`http://127.0.0.1:${server.port}/api/own`);
    await expect.poll(() => server.output().stdout).toContain('handled');
    server.signal('SIGTERM');
    const { code, stderr } = await server.ended();
    expect(code).toBe(0);
    expect(stderr).not.toContain('no luck');
  });
});

/** A project whose route `GET /api/own` runs this code. */
function withRoute(body: string): ProjectFiles {
  return {
    'src/api/own/controllers/own.js': `module.exports = { run() {\n${body}\nreturn 1; } };`,
    'src/api/own/routes/own.js': `module.exports = { routes: [
      { method: 'GET', path: '/own', handler: 'own.run', config: { auth: false } } ] };`,
  };
}

test('a `destroy` that throws is logged with its line, and the others run', async () => {
  const folder = project({
    'src/api/own/index.js': `module.exports = { destroy() {\nthrow new Error('no luck'); } };`,
    'src/index.js': `module.exports = { destroy() { console.log('cleaned up'); } };`,
  });
  const server = await startQuoin(folder);
  server.signal('SIGTERM');
  const { code, stdout, stderr } = await server.ended();
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /error: src\/api\/own\/index\.js: destroy failed: no luck \(src\/api\/own\/index\.js:2:\d+\)/,
  );
  expect(stdout).toContain('cleaned up');
});
