// The number of statements of a bulk action of the media library does not depend on how many files and folders there are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, type Engine } from '../src/app/engine.ts';
import { Folders } from '../src/media/library/folders.ts';
import { moveEntries } from '../src/media/library/move-entries.ts';
import { FILE } from '../src/schema/built-in/uids.ts';
import type { WriteSteps } from '../src/storage/session.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { CountingDatabase } from './support/counting-database.ts';

let app: TestApp;
let engine: Engine;
let database: CountingDatabase;
let folders: Folders;

beforeAll(async () => {
  app = await openTestApp();
  database = new CountingDatabase(app.store.database);
  engine = await createEngine(app.project, { ...app.store, database });
  folders = new Folders({ context: engine.context, database });
});

afterAll(() => app.close());

/** Statements that some work takes. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  database.count = 0;
  await work();
  return database.count;
}

let made = 0;

function makeFolder(parent: number | null = null): Promise<number> {
  made += 1;
  return folders.create({ name: `folder ${made}`, parent }, null);
}

async function makeFiles(count: number): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i += 1) {
    made += 1;
    const hash = `hash_${made}`;
    const data = {
      name: `file ${made}`,
      hash,
      ext: '.txt',
      mime: 'text/plain',
      size: 1,
      url: `/uploads/${hash}.txt`,
      provider: 'local',
      folderPath: '/',
    };
    ids.push((await engine.documents(FILE).create({ data })).id);
  }
  return ids;
}

async function move(count: number): Promise<number> {
  const destination = await makeFolder();
  const folderIds: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const folder = await makeFolder();
    await makeFolder(folder);
    folderIds.push(folder);
  }
  const fileIds = await makeFiles(count);
  const request = { destination, folderIds, fileIds, body: {}, by: null };
  return costOf(() => database.transact(moveEntries(engine.context, request)));
}

test('moving files has a constant cost', async () => {
  expect(await move(5)).toBe(await move(2));
});

test('deleting files has a constant cost', async () => {
  const type = app.store.registry.contentType(FILE);
  const remove = async (count: number): Promise<number> => {
    const ids = await makeFiles(count);
    const { statements, layout } = engine.context;
    const rows = function* (): WriteSteps<readonly number[]> {
      const where = [{ column: 'id', in: ids }];
      const found = yield* statements.select(layout.table(FILE), { columns: ['id'], where });
      return found.map(([id]) => Number(id));
    };
    return costOf(() => engine.writer.deleteRows({ type, rows }));
  };
  expect(await remove(5)).toBe(await remove(2));
});

test('the cost of moving a folder does not depend on its content', async () => {
  const moveOne = async (inside: number): Promise<number> => {
    const [folder, parent] = [await makeFolder(), await makeFolder()];
    for (let i = 0; i < inside; i += 1) await makeFolder(folder);
    return costOf(() => folders.update(folder, { parent }, null));
  };
  expect(await moveOne(6)).toBe(await moveOne(1));
});
