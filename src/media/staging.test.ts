// Staging folders that are kept for the next start.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { Staging } from './staging.ts';

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
