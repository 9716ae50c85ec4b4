// `quoin schema plan`, `log`, `undo` and `pull` (docs/model-changes.md).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { JsonClient, type JsonResponse } from '../support/json-client.ts';
import { changedNote, newNote } from '../support/note-elements.ts';
import { makeProject } from '../support/project-folder.ts';
import { runQuoin, startQuoin } from '../support/program.ts';

const text = { type: 'text' };

test('plans, applies, lists and reverts a change that a running server follows', async () => {
  const folder = makeProject({ 'config/quoin.json': { schema: { live: true } } });
  expect((await runQuoin(folder, 'schema', 'log')).stdout).toBe(
    'The content model has not been changed on a running server.\n',
  );
  const server = await startQuoin(folder);
  const anyone = new JsonClient(server, null);
  const ada = { email: 'ada@example.com', firstname: 'Ada', password: 'Passw0rd!' };
  const registered = await anyone.send('POST', '/admin/register-admin', ada);
  const { token } = (registered.body as { data: { token: string } }).data;
  const admin = new JsonClient(server, token);
  const update = (element: unknown): Promise<JsonResponse> =>
    admin.send('POST', '/content-type-builder/update-schema', {
      data: { contentTypes: [element] },
    });
  expect(await update(newNote({ body: text }))).toMatchObject({ status: 200 });
  const manager = '/content-manager/collection-types/api::note.note';
  await admin.send('POST', manager, { body: 'long work' });

  const words = changedNote({ words: { ...text, renamedFrom: 'body' } });
  writeFileSync(
    path.join(folder, 'change.json'),
    JSON.stringify({ data: { contentTypes: [words] } }),
  );
  const planned = await runQuoin(folder, 'schema', 'plan', 'change.json');
  expect(planned).toMatchObject({ code: 0, stderr: '' });
  expect(planned.stdout).toContain(
    'instant  api::note.note words: its values move from column body of table notes to column words of table notes.\n',
  );
  expect(await update(words)).toMatchObject({ status: 200 });

  const incompatible = { data: { contentTypes: [changedNote({ words: { type: 'integer' } })] } };
  writeFileSync(path.join(folder, 'incompatible.json'), JSON.stringify(incompatible));
  expect(await runQuoin(folder, 'schema', 'plan', 'incompatible.json')).toMatchObject({
    code: 1,
    stderr: 'This change would be rejected.\n',
  });

  const [latest = ''] = (await runQuoin(folder, 'schema', 'log')).stdout.split('\n');
  expect(latest).toMatch(/^[0-9a-f]{8} {2}\S+Z {2}by administrator 1$/);
  const key = latest.slice(0, 8);
  const shown = await runQuoin(folder, 'schema', 'undo');
  expect(shown.stdout).toContain(`schema undo ${key} --yes`);
  expect((await runQuoin(folder, 'schema', 'undo', key, '--yes')).stdout).toBe(
    `Change ${key} was undone.\n`,
  );
  const file = path.join(folder, 'src/api/note/content-types/note/schema.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ attributes: { body: text } });
  await expect
    .poll(async () => (await admin.send('GET', manager)).body)
    .toMatchObject({ results: [{ body: 'long work' }] });
  const [undo = ''] = (await runQuoin(folder, 'schema', 'log')).stdout.split('\n');
  expect(undo).toContain(`from the command line, undoes ${key}`);

  // The first change is the last one that was not undone: its file has been changed by hand.
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n`);
  expect(await runQuoin(folder, 'schema', 'undo', '--yes')).toMatchObject({
    code: 1,
    stderr:
      'The change cannot be undone, because these files were changed since: src/api/note/content-types/note/schema.json.\n',
  });
});

test('stores changes in the database, and pulls them into a checkout', async () => {
  const config = { schema: { live: true, store: 'database' } };
  const folder = makeProject({ 'config/quoin.json': config });
  const schema = 'src/api/note/content-types/note/schema.json';
  const first = await startQuoin(folder);
  const anyone = new JsonClient(first, null);
  const ada = { email: 'ada@example.com', firstname: 'Ada', password: 'Passw0rd!' };
  const registered = await anyone.send('POST', '/admin/register-admin', ada);
  const { token } = (registered.body as { data: { token: string } }).data;
  const admin = new JsonClient(first, token);
  const manager = '/content-manager/collection-types/api::note.note';
  const body = { data: { contentTypes: [newNote({ body: text })] } };
  expect(await admin.send('POST', '/content-type-builder/update-schema', body)).toMatchObject({
    status: 200,
  });
  expect(await admin.send('POST', manager, { body: 'kept' })).toMatchObject({ status: 201 });
  first.signal('SIGTERM');
  await first.ended();
  expect(existsSync(path.join(folder, schema))).toBe(false);

  const second = await startQuoin(folder);
  const again = new JsonClient(second, token);
  expect((await again.send('GET', manager)).body).toMatchObject({ results: [{ body: 'kept' }] });
  const pulled = await runQuoin(folder, 'schema', 'pull');
  expect(pulled).toMatchObject({ code: 0, stderr: '' });
  expect(pulled.stdout).toContain(`Wrote ${schema}\n`);
  expect(JSON.parse(readFileSync(path.join(folder, schema), 'utf8'))).toMatchObject({
    attributes: { body: text },
  });
  expect((await runQuoin(folder, 'schema', 'pull')).stdout).toBe(
    'The project’s files contain all recorded changes.\n',
  );
  const file = path.join(folder, schema);
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n`);
  const rejected = await runQuoin(folder, 'schema', 'pull');
  expect(rejected.code).toBe(1);
  expect(rejected.stderr).toContain(
    `These files were changed here and in the database: ${schema}.`,
  );
  expect(await runQuoin(folder, 'schema', 'pull', '--force')).toMatchObject({ code: 0 });
});
