// Updates of types with passwords: each password is hashed once, and the data is checked once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestResponse } from '../../../test/support/app.ts';
import { readRows } from '../../../test/support/app-database.ts';
import { hashCount, verify } from '../../../test/support/fast-bcrypt.ts';
import { collectionType, schemaOf, writeFiles } from '../../../test/support/project-folder.ts';
import { createEngine } from '../../app/engine.ts';
import { fullAccess } from '../../query/access.ts';
import { readParams } from '../../query/params.ts';

const single = (name: string, attributes: object): object => ({
  ...collectionType(name, attributes),
  options: { draftAndPublish: false },
  kind: 'singleType',
});

const FILES = {
  [schemaOf('home')]: single('home', { title: { type: 'string' } }),
  [schemaOf('vault')]: single('vault', {
    title: { type: 'string' },
    code: { type: 'password' },
    locks: { type: 'component', repeatable: true, component: 'parts.lock' },
  }),
  'src/components/parts/lock.json': {
    collectionName: 'components_parts_locks',
    info: { displayName: 'lock' },
    attributes: { code: { type: 'password' }, kind: { type: 'string', default: 'bolt' } },
  },
};

let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quoin-hashes-'));
  writeFiles(folder, FILES);
  app = await openTestApp({ project: folder });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function put(name: string, data: object): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ data });
  return app.request(`/api/${name}`, { method: 'PUT', headers, body });
}

test('hashes each password once, whether the document exists or not', async () => {
  const codes = async (): Promise<readonly unknown[]> =>
    (
      await readRows(
        app,
        'select code from vaults union all select code from components_parts_locks order by 1',
      )
    ).map(([code]) => code);
  const data = { code: 'first', locks: [{ code: 'second' }, { kind: 'none' }, { code: 'third' }] };
  for (const action of ['creates', 'updates']) {
    const before = hashCount();
    expect((await put('vault', data)).status).toBe(200);
    expect([action, hashCount() - before]).toEqual([action, 3]);
    const stored = await codes();
    const hashes = stored.filter((code) => code !== null);
    expect(hashes).toHaveLength(3);
    for (const plainText of ['first', 'second', 'third']) {
      const matches = await Promise.all(hashes.map((hash) => verify(plainText, String(hash))));
      expect(matches.filter(Boolean)).toHaveLength(1);
    }
  }
});

test('checks an update once, with passwords or without', async () => {
  const { project, store } = app;
  const { writer, reader } = await createEngine(project, store);
  const readsOf = async (name: string): Promise<number> => {
    expect((await put(name, { title: 'a' })).status).toBe(200);
    const type = store.registry.contentType(`api::${name}.${name}`);
    const params = readParams();
    const read = reader.prepare({ type, one: { by: 'row' }, params, access: fullAccess });
    const response = reader.textResponse(read, 'v5');
    let reads = 0;
    const data = {
      get title() {
        reads += 1;
        return 'b';
      },
    };
    await writer.update({ type, documentId: null, data, response });
    return reads;
  };
  expect(await readsOf('vault')).toBe(await readsOf('home'));
});
