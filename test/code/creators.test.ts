// `createdBy` and `updatedBy` in the data of document calls.
import { expect, test } from 'vitest';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import { openTestApp } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const UID = 'api::post.post';

test('accepts an administrator by row id or as an object', async () => {
  await using _app = await openTestApp({
    project: makeProject({
      [schemaOf('post')]: collectionType('post'),
      'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
    }),
  });
  const strapi = Reflect.get(globalThis, 'strapi') as Strapi;
  const admin = async (email: string): Promise<number> =>
    (await strapi.db.query('admin::user').create({ data: { email, firstname: email } })).id;
  const [ada, bob] = [await admin('ada@example.com'), await admin('bob@example.com')];
  const posts = strapi.documents(UID);
  const { documentId } = await posts.create({ data: { createdBy: ada, updatedBy: ada } });
  await posts.update({ documentId, data: { updatedBy: { id: bob } } });
  const populate = ['createdBy', 'updatedBy'];
  expect(await posts.findOne({ documentId, populate })).toMatchObject({
    createdBy: { id: ada },
    updatedBy: { id: bob },
  });
});
