// Files that are replaced while the database becomes unavailable or the process ends: bytes and rows are consistent
// after the next start, whatever the outcome.
import { readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { machineName } from '../../src/media/staging.ts';
import { UnavailableError } from '../../src/storage/errors.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  incomingNames,
  bytesAt,
  PICTURE,
  storedNames,
  upload,
  uploaded,
  type UploadedFile,
} from '../support/uploads.ts';

let app: TestApp;
let file: UploadedFile;
let before: { readonly names: readonly string[]; readonly bytes: readonly Buffer[] };

beforeEach(async () => {
  app = await openTestApp();
  file = await uploaded(app, ['files', { file: 'small.png' }]);
  before = lying(app);
});

afterEach(() => app.close());

function lying(server: TestApp): { readonly names: readonly string[]; readonly bytes: Buffer[] } {
  const names = storedNames(server).toSorted();
  return { names, bytes: names.map((name) => bytesAt(server, `/uploads/${name}`)) };
}

/** The commit of a replacement is lost, so that its outcome is unknown. */
async function replaceWithoutResult(isCommitted: boolean): Promise<void> {
  const { database } = app.store;
  const transact = database.transact.bind(database);
  const unconfirmed = vi.spyOn(database, 'transact').mockImplementationOnce(async (steps) => {
    if (isCommitted) await transact(steps);
    throw new UnavailableError('unreachable', { cause: new Error('connection lost') });
  });
  const response = await upload(app, [PICTURE], { query: `?id=${file.id}` });
  expect(unconfirmed).toHaveBeenCalledOnce();
  expect(response.status).toBe(503);
  const [folder = ''] = incomingNames(app);
  expect(folder).not.toBe('');
  const arriving = path.join(app.folder, 'public', 'uploads', '.incoming');
  // As the folder of a process that has ended.
  renameSync(
    path.join(arriving, folder),
    path.join(arriving, `${machineName}-999999-abcdefabcdef-1`),
  );
}

/** A start on the same database and a copy of the folder. */
async function startAgain(): Promise<TestApp> {
  const next = await openTestApp({ project: app.folder, beside: app });
  const arriving = path.join(next.folder, 'public', 'uploads', '.incoming');
  await expect.poll(() => readdirSync(arriving)).toEqual([]);
  return next;
}

test('a crash before the row changes restores the previous bytes', async () => {
  await replaceWithoutResult(false);
  expect(bytesAt(app, file.url)).not.toEqual(
    before.bytes[before.names.indexOf(path.basename(file.url))],
  );
  await using next = await startAgain();
  expect(lying(next)).toEqual(before);
});

test('a crash after the row changes keeps only the new bytes', async () => {
  await replaceWithoutResult(true);
  await using next = await startAgain();
  const response = await next.request(`/api/upload/files/${file.id}`);
  const stored = response.json<UploadedFile>();
  const formats = Object.values(stored.formats ?? {});
  expect(bytesAt(next, stored.url).length).toBeGreaterThan(0);
  expect(Math.round(bytesAt(next, stored.url).length / 10) / 100).toBe(stored.size);
  for (const { url, sizeInBytes } of formats) expect(bytesAt(next, url).length).toBe(sizeInBytes);
  const names = [stored.url, ...formats.map(({ url }) => url)].map((url) => path.basename(url));
  expect(lying(next).names).toEqual(names.toSorted());
});
