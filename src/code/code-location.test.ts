import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { locationIn } from './code-location.ts';

const root = join(sep, 'srv', 'node_modules', 'site');

function stackOf(...files: readonly string[]): string {
  return ['Error: x', ...files.map((file) => `    at run (${file}:2:10)`)].join('\n');
}

test.each([
  [[join(root, 'src/index.js')], 'src/index.js:2:10'],
  [[`file://${root}/src/index.mjs`], 'src/index.mjs:2:10'],
  [['node:events', join(root, 'node_modules/quoin/dist/chunks/a.cjs')], null],
  [
    [join(root, 'node_modules/quoin/dist/chunks/a.cjs'), join(root, 'src/index.js')],
    'src/index.js:2:10',
  ],
  [[join(root, 'src/plugins/own/node_modules/a/index.js')], null],
  [[join(`${root}-other`, 'src/index.js')], null],
  [[], null],
])('the first line of project code in %j is %s', (files, expected) => {
  expect(locationIn(root, stackOf(...files))).toBe(expected);
});

test('Quoin’s own code is not project code, even if the project folder contains it', () => {
  const own = join(import.meta.dirname, 'code-location.ts');
  expect(locationIn(join(import.meta.dirname, '../..'), stackOf(own))).toBeNull();
});
