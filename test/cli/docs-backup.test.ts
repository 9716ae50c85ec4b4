// Runs the commands of docs/backup.md, the first ones with a running server, and compares their output.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MAX_LOG } from '../../src/storage/sqlite/wal.ts';
import { blocksOf } from '../support/documented.ts';
import { quoinProgram, startQuoin } from '../support/program.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { openShell } from '../support/shell.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/backup.md'), 'utf8');

test('runs the commands in order', { timeout: 120_000 }, async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
  mkdirSync(path.join(folder, 'bin'));
  symlinkSync(quoinProgram, path.join(folder, 'bin/quoin'));
  const server = await startQuoin(folder);
  const PATH = [path.join(folder, 'bin'), path.dirname(process.execPath), process.env['PATH']];
  const shell = openShell(folder, { PATH: PATH.join(path.delimiter), NO_COLOR: '1' });
  const blocks = blocksOf(text);
  let compared = 0;
  let restores = 0;
  for (const [i, { language, body }] of blocks.entries()) {
    if (language !== 'sh') continue;
    const isRestore = body === 'quoin restore backup.db\n';
    if (isRestore) restores += 1;
    if (restores === 2) {
      server.signal('SIGTERM');
      await server.ended();
    }
    // The first restore fails, because the server is running.
    const fails = isRestore && restores === 1;
    const printed = await shell.run(fails ? `! ${body}` : body);
    const next = blocks[i + 1];
    if (next?.language !== 'text') continue;
    expect(normalize(printed.replaceAll(folder, '/srv/site')), body).toBe(normalize(next.body));
    compared += 1;
  }
  expect(compared).toBe(3);
});

test('contains the limits of the code', () => {
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`truncates it to ${MAX_LOG / 2 ** 20} MB`);
});

function normalize(printed: string): string {
  return printed.replaceAll(/\d{8}T\d{9}Z/g, 'a time');
}
