import { join } from 'node:path';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { envWarnings } from './env-warnings.ts';

function warningsOf(text: string): readonly string[] {
  const file = join(makeProject({ '.env': text }), '.env');
  return envWarnings(file, { label: '.env', variables: parse(text) });
}

test('reports the numbers of lines that dotenv ignores', () => {
  expect(warningsOf('A=1\nPORT 1337\n')).toEqual([
    '.env, line 2: ignored. Use the form NAME=value.',
  ]);
  expect(warningsOf('secret\r\nA=1\r\n=x\r\n')).toEqual([
    '.env, lines 1, 3: ignored. Use the form NAME=value.',
  ]);
});

test.each([
  ['every form of an assignment', '# note\n\nA=1\n  export B = "2" # note\nC.d-e=\nF: yes\n'],
  ['values of several lines', 'KEY="-----BEGIN\nabc\n\nEND-----" # note\nA=1\n'],
  ['an empty file', ''],
])('does not warn about %s', (_what, text) => {
  expect(warningsOf(text)).toEqual([]);
});
