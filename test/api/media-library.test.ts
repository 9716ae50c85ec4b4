// The media library over the admin API (docs/strapi/media.md, "Administrators" and "Folders"), beyond the recorded
// cases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildServices } from '../../src/app/build-services.ts';
import { deleteEntries } from '../../src/media/library/delete-entries.ts';
import { call, invite, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';
import { multipartBody } from '../support/multipart.ts';
import { storedNames } from '../support/uploads.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
});

afterAll(() => app.close());

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly folderPath: string;
}

type Parts = Parameters<typeof multipartBody>[0];

function send(method: 'POST' | 'PUT' | 'GET' | 'DELETE', path: string, body?: unknown) {
  return call(app, `/upload/${path}`, { method, token, body });
}

function sendForm(path: string, parts: Parts, who: string = token): Promise<TestResponse> {
  const { body, contentType } = multipartBody(parts);
  return app.request(`/upload${path}`, {
    method: 'POST',
    authorization: `Bearer ${who}`,
    headers: { 'content-type': contentType },
    body,
  });
}

let names = 0;

async function makeFolder(parent: number | null = null, name?: string): Promise<Entry> {
  names += 1;
  const response = await send('POST', 'folders', { name: name ?? `folder ${names}`, parent });
  expect(response.status, response.text).toBe(201);
  return response.json<{ data: Entry }>().data;
}

async function addFile(folder: number | null = null, who?: string): Promise<Entry> {
  const parts: Parts = [
    ['files', { file: 'tiny.png' }],
    ['fileInfo', { name: 'tiny.png', folder }],
  ];
  const response = await sendForm('', parts, who);
  expect(response.status, response.text).toBe(201);
  return response.json<readonly Entry[]>()[0] as Entry;
}

async function fileOf(id: number): Promise<Entry & { readonly folder: Entry | null }> {
  return (await send('GET', `files/${id}`)).json();
}

async function folderOf(id: number): Promise<Entry> {
  return (await send('GET', `folders/${id}`)).json<{ data: Entry }>().data;
}

/** All rows of the library, as text. */
async function everything(): Promise<string> {
  const files = (await send('GET', 'files?pageSize=1000')).text;
  return `${files} ${(await send('GET', 'folders?populate=parent')).text}`;
}

describe('moving a folder', () => {
  test('updates the paths of all folders and files below it, and of no others', async () => {
    const [from, to] = [await makeFolder(), await makeFolder()];
    const inner = await makeFolder(from.id);
    const deep = await makeFolder(inner.id);
    const file = await addFile(deep.id);
    // A path that begins with the same digits.
    await changeDatabase(
      app,
      `update files set folder_path = '${inner.path}0' where id = ${(await addFile()).id}`,
    );
    await send('PUT', `folders/${inner.id}`, { parent: to.id });
    expect((await folderOf(deep.id)).path).toBe(`${to.path}/${idOf(inner)}/${idOf(deep)}`);
    expect((await fileOf(file.id)).folderPath).toBe(`${to.path}/${idOf(inner)}/${idOf(deep)}`);
    const others = await readValue(
      app,
      `select count(*) from files where folder_path = '${inner.path}0'`,
    );
    expect(Number(others)).toBe(1);
  });

  test('works together with moving one of its subfolders', async () => {
    const to = await makeFolder();
    const outer = await makeFolder();
    const inner = await makeFolder(outer.id);
    const file = await addFile(inner.id);
    const ids = { folderIds: [outer.id, inner.id], destinationFolderId: to.id };
    expect((await send('POST', 'actions/bulk-move', ids)).status).toBe(200);
    expect((await folderOf(outer.id)).path).toBe(`${to.path}/${idOf(outer)}`);
    expect((await folderOf(inner.id)).path).toBe(`${to.path}/${idOf(inner)}`);
    expect((await fileOf(file.id)).folderPath).toBe(`${to.path}/${idOf(inner)}`);
  });

  test('rejects a name that exists in the new parent', async () => {
    const [a, b] = [await makeFolder(), await makeFolder()];
    const same = await makeFolder(a.id, 'same');
    await makeFolder(b.id, 'same');
    const before = await everything();
    const rejected = await send('PUT', `folders/${same.id}`, { parent: b.id });
    expect(rejected.json()).toMatchObject({
      error: { message: 'A folder with this name already exists' },
    });
    expect(await everything()).toBe(before);
  });

  function idOf({ path }: Entry): string {
    return path.slice(path.lastIndexOf('/') + 1);
  }
});

describe('bulk actions', () => {
  test.each([
    ['two folders of one name', 'some folders already exists: twin'],
    ['a folder that goes into itself', 'folders cannot be moved inside themselves'],
  ])('reject %s, and move nothing', async (what, message) => {
    const [a, b] = [await makeFolder(), await makeFolder()];
    const file = await addFile();
    const twins = [await makeFolder(a.id, 'twin'), await makeFolder(b.id, 'twin')];
    const body = what.startsWith('two')
      ? { folderIds: twins.map(({ id }) => id), fileIds: [file.id], destinationFolderId: null }
      : { folderIds: [a.id], fileIds: [file.id], destinationFolderId: twins[0]?.id };
    const before = await everything();
    const rejected = await send('POST', 'actions/bulk-move', body);
    expect([rejected.status, rejected.text.includes(message)]).toEqual([400, true]);
    expect(await everything()).toBe(before);
  });

  test.each([
    [{ id: 99_999, fileInfo: { name: 'x' } }, 404],
    [{ fileInfo: { folder: 99_999 } }, 400],
  ])('change nothing if they fail: %j', async (second, status) => {
    const [one, two] = [await addFile(), await addFile()];
    const before = await everything();
    const updates = [
      { id: one.id, fileInfo: { name: 'changed' } },
      { id: two.id, ...second },
    ];
    expect((await send('POST', 'actions/bulk-update', { updates })).status).toBe(status);
    expect(await everything()).toBe(before);
  });

  test('delete a folder and the bytes of all its files', async () => {
    const outer = await makeFolder();
    const inner = await makeFolder(outer.id);
    const kept = await addFile();
    await addFile(outer.id);
    await addFile(inner.id);
    const before = storedNames(app).length;
    const response = await send('POST', 'actions/bulk-delete', { folderIds: [outer.id] });
    expect(response.json()).toMatchObject({ data: { files: [], folders: [{ id: outer.id }] } });
    expect(storedNames(app)).toHaveLength(before - 2);
    expect((await send('GET', `folders/${inner.id}`)).status).toBe(404);
    expect((await send('GET', `files/${kept.id}`)).status).toBe(200);
  });

  test('delete nothing if the files keep changing: 409', async () => {
    const { id } = await makeFolder();
    const added = [await addFile(id)];
    const before = storedNames(app).length;
    const { store, engine, media } = await buildServices(app.project, app.store);
    const { library, staging } = media;
    const deletion = staging.use((folder) =>
      deleteEntries(
        { context: engine.context, database: store.database, library },
        {
          fileIds: [],
          folderIds: [id],
          by: 1,
          folder,
          check: async () => void added.push(await addFile(id)),
        },
      ),
    );
    await expect(deletion).rejects.toMatchObject({ status: 409, name: 'ConflictError' });
    expect(added).toHaveLength(6);
    expect(storedNames(app)).toHaveLength(before + 5);
    expect((await send('POST', 'actions/bulk-delete', { folderIds: [id] })).status).toBe(200);
    expect(storedNames(app)).toHaveLength(before - 1);
  });

  test.each([
    ['bulk-move', { destinationFolderId: {} }],
    ['bulk-move', { destinationFolderId: null, fileIds: 'x' }],
    ['bulk-delete', { fileIds: [{}] }],
    ['bulk-delete', null],
    ['bulk-update', { updates: [{ id: 1, fileInfo: 'x' }] }],
    ['bulk-update', { updates: 'x' }],
    ['bulk-update', null],
    ['upload-from-urls', null],
  ])('reject an invalid body of %s: %j', async (action, body) => {
    const before = await everything();
    expect((await send('POST', `actions/${action}`, body)).status).toBe(400);
    expect(await everything()).toBe(before);
  });
});

describe('queries', () => {
  test.each([
    'page=0',
    'page=x',
    'pageSize=-1',
    'sort=id',
    'sort[0]=nope:asc',
    'sort[id]=asc',
    'filters[folder][nope]=1',
    'filters[mime][$nope]=1',
    'filters=x%00',
  ])('%s is rejected or ignored, but never fails', async (query) => {
    for (const path of ['files', 'folders']) {
      expect((await send('GET', `${path}?${query}`)).status).toBeLessThan(500);
    }
  });

  test('cannot filter or sort by the creator of a file or folder', async () => {
    await addFile((await makeFolder()).id);
    const all = (await send('GET', 'files')).text;
    for (const path of [
      '[createdBy]',
      '[$and][0][0][createdBy]',
      '[folder][createdBy]',
      '[folder][$and][0][files][createdBy]',
    ]) {
      const { text } = await send('GET', `files?filters${path}[email][$startsWith]=x`);
      expect(text, path).toBe(all);
    }
    for (const sort of ['createdBy.nope', 'folder.createdBy.nope', 'folder.files.createdBy.nope']) {
      expect((await send('GET', `files?sort=${sort}`)).text, sort).toBe(all);
    }
    expect((await send('GET', 'files?sort=folder.name')).status).toBe(200);
    expect((await send('GET', 'files?sort=folder.nope')).status).toBe(400);
    expect((await send('GET', 'files?populate=createdBy')).text).not.toContain('ada@');
  });

  test('return the number of children and files of a folder', async () => {
    const folder = await makeFolder();
    await makeFolder(folder.id);
    await addFile(folder.id);
    expect(await folderOf(folder.id)).toMatchObject({
      children: { count: 1 },
      files: { count: 1 },
    });
  });
});

describe('an author', () => {
  let author: string;
  let own: Entry;
  let other: Entry;

  beforeAll(async () => {
    author = (await invite(app, token, { email: 'author@example.com', roles: [3] })).token;
  });

  beforeEach(async () => {
    own = await addFile(null, author);
    other = await addFile();
  });

  const asAuthor = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    call(app, `/upload/${path}`, { method, token: author, body });

  test('sees only own files', async () => {
    const { results } = (await asAuthor('GET', 'files?pageSize=1000')).json<{
      results: readonly Entry[];
    }>();
    const ids = results.map(({ id }) => id);
    expect([ids.includes(own.id), ids.includes(other.id)]).toEqual([true, false]);
    expect((await asAuthor('GET', `files/${own.id}`)).status).toBe(200);
    expect((await asAuthor('GET', `files/${other.id}`)).status).toBe(403);
    expect((await asAuthor('GET', 'files/99999')).status).toBe(404);
  });

  test('changes, moves and deletes only own files', async () => {
    const folder = await makeFolder();
    const inside = await addFile(folder.id);
    const before = await everything();
    const attempts = [
      await asAuthor('PUT', `files/${other.id}`, { fileInfo: { name: 'x' } }),
      await asAuthor('DELETE', `files/${other.id}`),
      await asAuthor('POST', 'actions/bulk-update', {
        updates: [own, other].map(({ id }) => ({ id, fileInfo: { name: 'x' } })),
      }),
      await asAuthor('POST', 'actions/bulk-move', {
        fileIds: [own.id, other.id],
        destinationFolderId: folder.id,
      }),
      await asAuthor('POST', 'actions/bulk-delete', { fileIds: [own.id, other.id] }),
      await asAuthor('POST', 'actions/bulk-delete', { folderIds: [folder.id] }),
      await sendForm(`/files/${other.id}/replace`, [['files', { file: 'tiny.png' }]], author),
      await sendForm(`?id=${inside.id}`, [['files', { file: 'tiny.png' }]], author),
    ];
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 403));
    expect(await everything()).toBe(before);
    const changed = await asAuthor('PUT', `files/${own.id}`, { fileInfo: { name: 'mine' } });
    expect(changed.json()).toMatchObject({ name: 'mine' });
    expect((await asAuthor('DELETE', `files/${own.id}`)).status).toBe(200);
  });

  test('cannot change the settings of the library', async () => {
    expect((await asAuthor('PUT', 'settings', {})).status).toBe(403);
  });
});
