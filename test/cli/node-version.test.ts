// The Node version check of the program and of the scripts.
import { createRequire } from 'node:module';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeProject } from '../support/project-folder.ts';
import { runNode } from '../support/program.ts';

const root = path.resolve(import.meta.dirname, '../..');
const check = path.join(root, 'bin/node-version.js');

const { describeOldNode } = createRequire(import.meta.url)(check) as {
  describeOldNode(version: string): string | undefined;
};

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

test.each([
  ['20.19.0', false],
  ['20.20.2', false],
  ['22.0.0', false],
  ['24.1.0', false],
  ['100.0.0', false],
  ['20.18.3', true],
  ['20.9.0', true],
  ['18.20.8', true],
  ['9.11.2', true],
])('Node %s', (version, isOld) => {
  const problem = describeOldNode(version);
  if (isOld)
    expect(problem).toContain(`Quoin needs Node 20.19 or newer, and this is Node ${version}.`);
  else expect(problem).toBeUndefined();
});

/** Code that runs a file as an older Node does, which the file learns from `process.versions`. */
function asNode16(file: string): string {
  return `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '16.20.2' } });
process.argv[1] = ${JSON.stringify(file)};
import(${JSON.stringify(new URL(`file://${file}`).href)});`;
}

test.each([
  'bin/quoin.js',
  'scripts/setup.mjs',
  'scripts/start.mjs',
  'scripts/test.mjs',
  'scripts/check.mjs',
])('%s reports an old Node and does nothing else', async (file) => {
  const code = asNode16(path.join(root, file));
  const outcome = await runNode(makeProject({}), '--eval', code);
  expect(outcome).toEqual({ code: 1, stdout: '', stderr: `${describeOldNode('16.20.2')}\n` });
});

test('npm scripts check the version before they load files that an old Node cannot parse', () => {
  const own = Object.values(scripts).filter((command) => /^node |\.mjs/.test(command));
  expect(own.length).toBeGreaterThan(4);
  for (const command of own) expect(command).toMatch(/^node --require \.\/bin\/node-version\.js /);
});
