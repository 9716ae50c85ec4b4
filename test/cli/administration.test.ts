// Runs the commands of docs/administration.md on a copy of `examples/blog`, one after the other.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf } from '../support/documented.ts';
import { makeProject } from '../support/project-folder.ts';
import { runQuoin } from '../support/program.ts';
import { copyBlog } from '../support/blog-copy.ts';

const text = readFileSync(
  path.resolve(import.meta.dirname, '../../docs/administration.md'),
  'utf8',
);

test('every command works as documented', async () => {
  const folder = makeProject({});
  copyBlog(folder);
  const lines = blocksOf(text)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ body }) => body.trim().split('\n'));
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    const [program, ...words] = line.split(' ');
    expect(program).toBe('quoin');
    const { code, stderr } = await runQuoin(folder, ...words);
    expect([line, code, stderr]).toEqual([line, 0, '']);
  }
});
