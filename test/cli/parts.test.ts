// The summary of a verification, and the reports of its test runs.
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from '../support/project-folder.ts';
import { runNode, type Outcome } from '../support/program.ts';

const root = path.resolve(import.meta.dirname, '../..');
const REPORTER = path.join(root, 'test/support/summary-reporter.ts');
const VITEST = path.join(root, 'node_modules/vitest/vitest.mjs');

const WRITE_REPORT = `import { writeFileSync } from 'node:fs';
const report = (value) => writeFileSync(process.env.TEST_REPORT, JSON.stringify(value));
console.log('not shown');`;

const SCRIPTS = {
  'good.mjs': `${WRITE_REPORT} report({ passed: 40, failures: [] });`,
  'silent.mjs': '',
  'bad.mjs': `${WRITE_REPORT}
    const message = ['wanted 1', 'y'.repeat(9000), ...Array(100).fill('and more')].join('\\n');
    report({ passed: 2, failures: [{ name: 'sort.test.ts › sorts', message }] });
    process.exit(1);`,
  'crash.mjs': `console.log('halfway'); throw new Error('out of luck');`,
  'killed.mjs': `${WRITE_REPORT} report({ passed: 5, failures: [] }); process.kill(process.pid, 'SIGKILL');`,
};

test('prints one line per part that passed, and one for all', async () => {
  const { code, stdout } = await runParts('good', 'silent');
  expect(code).toBe(0);
  expect(stdout).not.toContain('not shown');
  expect(stdout.trim().split('\n').slice(-4)).toEqual([
    'Summary',
    expect.stringMatching(/^✓ good .* 40 passed, 0 failed$/),
    expect.stringMatching(/^✓ silent .* 1 passed, 0 failed$/),
    '41 passed, 0 failed',
  ]);
});

test('names failures, and counts crashes as failures', async () => {
  const { code, stdout } = await runParts('good', 'bad', 'crash', 'killed');
  expect(code).toBe(1);
  expect(stdout).toContain('\n✗ bad: sort.test.ts › sorts\n    wanted 1\n    yyy');
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThan(400);
  expect(stdout).toContain('✗ crash: exited with 1\n');
  expect(stdout).toContain('Error: out of luck');
  expect(stdout.trim().split('\n').slice(-9)).toEqual([
    'Summary',
    expect.stringMatching(/^✓ good .* 40 passed, 0 failed$/),
    expect.stringMatching(/^✗ bad .* 2 passed, 1 failed$/),
    expect.stringMatching(/^✗ crash .* 0 passed, 1 failed$/),
    expect.stringMatching(/^✗ killed .* 5 passed, 1 failed$/),
    '  failed: bad: sort.test.ts › sorts',
    '  failed: crash: exited with 1',
    '  failed: killed: exited with SIGKILL',
    '47 passed, 3 failed',
  ]);
  expect(stdout.split('\n').length).toBeLessThan(80);
});

test('skips all parts after the first one fails', async () => {
  const { stdout } = await runParts('crash', 'good');
  expect(stdout).not.toContain('good');
  expect(stdout.trim().split('\n').at(-1)).toBe('0 passed, 1 failed');
});

test('reports failed tests, hooks, files and errors', async () => {
  const head = `import { beforeAll, describe, expect, test } from 'vitest';`;
  const folder = makeProject({
    'fine.test.js': `${head} test('one', () => {}); test('two', () => {});`,
    'wrong.test.js': `${head} describe('sums', () => { test('add up', () => expect(1 + 1).toBe(3)); });`,
    'hook.test.js': `${head} describe('after it', () => { beforeAll(() => { throw new Error('no hook'); }); test('x', () => {}); });`,
    'file.test.js': `${head} throw new Error('no file');`,
    'loose.test.js': `${head} test('three', () => { void Promise.reject(new Error('it was not caught')); });`,
    'report.mjs': `
      import { spawnSync } from 'node:child_process';
      import { readFileSync } from 'node:fs';
      const env = { ...process.env, TEST_REPORT: 'report.json' };
      spawnSync(process.execPath, process.argv.slice(2), { env });
      console.log(readFileSync('report.json', 'utf8'));`,
  });
  const args = [VITEST, 'run', '--root', folder, `--reporter=${REPORTER}`];
  const { stdout } = await runNode(folder, 'report.mjs', ...args);
  const report = JSON.parse(stdout) as { readonly passed: number; readonly failures: object[] };
  expect(report.passed).toBe(3);
  expect(report.failures).toHaveLength(4);
  expect(report.failures).toEqual(
    expect.arrayContaining([
      failure('wrong.test.js › sums › add up', 'expected 2 to be 3'),
      failure('hook.test.js › after it', 'no hook'),
      failure('file.test.js', 'no file'),
      failure('an error outside of the tests', 'it was not caught'),
    ]),
  );
});

function failure(name: string, message: string): object {
  return {
    name: expect.stringMatching(new RegExp(`(^| › )${name}$`)),
    message: expect.stringContaining(message),
  };
}

function runParts(...names: readonly string[]): Promise<Outcome> {
  const folder = makeProject(SCRIPTS);
  const parts = names.map((name) => ({ name, command: [path.join(folder, `${name}.mjs`)] }));
  const code = `import { runParts } from ${JSON.stringify(new URL('../../scripts/parts.mjs', import.meta.url).href)};
    await runParts(${JSON.stringify(parts)});`;
  return runNode(folder, '--input-type=module', '--eval', code);
}
