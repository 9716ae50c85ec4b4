// `createdBy` and `updatedBy` in the data of document calls.
import { expect, test } from 'vitest';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import type { Row } from '../../src/code/strapi/code-values.ts';
import { openTestApp } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const UID = 'api::post.post';

const open = async () => {
  const app = await openTestApp({
    project: makeProject({
      [schemaOf('post')]: collectionType('post'),
      'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
    }),
  });
  const strapi = Reflect.get(globalThis, 'strapi') as Strapi;
  const admin = async (email: string): Promise<number> =>
    (await strapi.db.query('admin::user').create({ data: { email, firstname: email } })).id;
  const [ada, bob] = [await admin('ada@example.com'), await admin('bob@example.com')];
  return { app, strapi, ada, bob };
};

test('accepts an administrator by row id or as an object', async () => {
  const { app: _app, strapi, ada, bob } = await open();
  await using _ = _app;
  const posts = strapi.documents(UID);
  const { documentId } = await posts.create({ data: { createdBy: ada, updatedBy: ada } });
  await posts.update({ documentId, data: { updatedBy: { id: bob } } });
  const populate = ['createdBy', 'updatedBy'];
  expect(await posts.findOne({ documentId, populate })).toMatchObject({
    createdBy: { id: ada },
    updatedBy: { id: bob },
  });
});

test('stores each administrator in its own column', async () => {
  const { app, strapi, ada, bob } = await open();
  await using _ = app;
  const posts = strapi.documents(UID);
  const populate = ['createdBy', 'updatedBy'];
  const idsOf = (row: Row | null): unknown[] =>
    populate.map((name) => (row?.[name] as Row | null | undefined)?.id ?? null);
  for (const [data, ids] of [
    [{ createdBy: ada }, [ada, null]],
    [{ updatedBy: bob }, [null, bob]],
    [{ createdBy: ada, updatedBy: bob }, [ada, bob]],
    [{ createdBy: null, updatedBy: bob }, [null, bob]],
    [{ createdBy: String(ada) }, [ada, null]],
    [{ createdBy: { set: [ada] } }, [ada, null]],
  ] as const) {
    expect(idsOf(await posts.create({ data, populate }))).toEqual(ids);
  }
  const data = { createdBy: ada, updatedBy: ada };
  const { documentId } = await posts.create({ data, status: 'published' });
  for (const [change, ids] of [
    [{ updatedBy: bob }, [ada, bob]],
    [{ createdBy: bob }, [bob, bob]],
    [{}, [bob, bob]],
    [{ createdBy: null }, [null, bob]],
    [{ updatedBy: null }, [null, null]],
  ] as const) {
    expect(idsOf(await posts.update({ documentId, data: change, populate }))).toEqual(ids);
  }
});

test('clones have the administrators of their source, or those in data', async () => {
  const { app, strapi, ada, bob } = await open();
  await using _ = app;
  const posts = strapi.documents(UID);
  const { documentId } = await posts.create({ data: { createdBy: ada, updatedBy: bob } });
  const populate = ['createdBy', 'updatedBy'];
  const cloned = await posts.clone({ documentId, populate });
  expect(cloned.entries).toMatchObject([{ createdBy: { id: ada }, updatedBy: { id: bob } }]);
  const changed = await posts.clone({ documentId, data: { createdBy: null }, populate });
  expect(changed.entries).toMatchObject([{ createdBy: null, updatedBy: { id: bob } }]);
});

test('rejects a value that is not an administrator', async () => {
  const { app, strapi, ada } = await open();
  await using _ = app;
  const posts = strapi.documents(UID);
  for (const createdBy of ['x', 2 ** 40, -1, 9999]) {
    await expect(posts.create({ data: { createdBy } })).rejects.toMatchObject({
      name: 'ValidationError',
      message: '1 relation(s) of type admin::user associated with this entity do not exist',
    });
  }
  for (const createdBy of [[ada], { connect: [{ id: ada }] }, true]) {
    await expect(posts.create({ data: { createdBy } })).rejects.toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining('Invalid id, expected a string or integer, got'),
    });
  }
  await expect(
    posts.create({ data: { createdBy: 9998, updatedBy: { id: 9999 } } }),
  ).rejects.toThrow('2 relation(s) of type admin::user');
  expect(await posts.count()).toBe(0);
  const { documentId } = await posts.create({ data: { createdBy: ada, updatedBy: ada } });
  await expect(posts.update({ documentId, data: { updatedBy: 9999 } })).rejects.toThrow(
    '1 relation(s) of type admin::user',
  );
});
