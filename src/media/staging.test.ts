// Staging folders that are kept for the next start.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { machineName, Staging, type PendingUpload } from './staging.ts';

test('logs the first store error of a folder that it keeps', async () => {
  const folder = path.join(makeProject({}), 'incoming');
  const staging = new Staging(folder);
  const logged: unknown[] = [];
  staging.logTo({ error: (...details) => logged.push(details) });
  const first = new Error('the store is unavailable');
  await staging.use(async (each) => {
    each.keep(first);
    each.keep(new Error('still unavailable'));
  });
  const message =
    'Files were left in the store after this error; they are deleted at the next start.';
  expect(logged).toEqual([[{ err: first }, message]]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test.each<[string, unknown, readonly PendingUpload[]]>([
  [
    'a journal',
    [
      { hash: 'h', name: 'h.png', row: { id: 1 } },
      { hash: 'i', name: 'i.png', before: { path: '1', updatedAt: 5 } },
    ],
    [
      { hash: 'h', name: 'h.png', row: { id: 1 } },
      { hash: 'i', name: 'i.png', before: { path: '1', updatedAt: 5 } },
    ],
  ],
  [
    'valid entries only',
    [
      null,
      [],
      { hash: 'h' },
      { hash: 1, name: 'h.png' },
      { hash: 'h', name: 'h.png', before: { updatedAt: 5 } },
      { hash: 'h', name: 'h.png', before: { path: '1', updatedAt: 'x' } },
      { hash: 'j', name: 'j.png', before: { path: '2', updatedAt: null } },
    ],
    [{ hash: 'j', name: 'j.png', before: { path: '2', updatedAt: null } }],
  ],
  ['nothing from a journal that is not a list', { hash: 'h', name: 'h.png' }, []],
])('recovers %s', async (_name, journal, expected) => {
  const folder = path.join(makeProject({}), 'incoming');
  const left = path.join(folder, `${machineName}-${process.pid}-${'0'.repeat(12)}-1`);
  mkdirSync(left, { recursive: true });
  writeFileSync(path.join(left, 'unsettled.json'), JSON.stringify(journal));
  const recovered: PendingUpload[] = [];
  await new Staging(folder).sweep(async (uploads) => void recovered.push(...uploads));
  expect(recovered).toEqual(
    expected.map(({ before, ...upload }) =>
      before ? { ...upload, before: { ...before, path: path.join(left, before.path) } } : upload,
    ),
  );
  expect(readdirSync(folder)).toEqual([]);
});
