// `If-Match` with the ETag of a read: whether it counts depends on the permissions of the read route, as its router
// declares them.
import { expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { grantPublic } from '../support/stored-token.ts';

const routed = (config: object): Readonly<Record<string, object | string>> => ({
  [schemaOf('post')]: collectionType('post'),
  'src/api/post/routes/post.js': `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::post.post', ${JSON.stringify({ config })});`,
});

/** The status of an update by the public with the ETag of a read by a full-access token. */
async function updateWithEtag(app: TestApp): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ data: { title: 'a' } });
  const created = await app.request('/api/posts', { method: 'POST', headers, body });
  const url = `/api/posts/${created.json<{ data: { documentId: string } }>().data.documentId}`;
  const etag = String((await app.request(url)).headers['etag']);
  const written = await app.request(url, {
    method: 'PUT',
    authorization: null,
    headers: { ...headers, 'if-match': etag },
    body,
  });
  return written.status;
}

test.each([
  ['that is public', { findOne: { auth: false } }, 'api::post.post.count', 200],
  ['with a granted scope', { findOne: { auth: { scope: ['a.b.c'] } } }, 'a.b.c', 200],
  [
    'with another scope',
    { findOne: { auth: { scope: ['a.b.c'] } } },
    'api::post.post.findOne',
    412,
  ],
  ['without a configuration', {}, 'api::post.post.findOne', 200],
  ['that is not allowed', {}, 'api::post.post.find', 412],
])('a read route %s', async (_, config, granted, status) => {
  await using app = await openTestApp({ project: makeProject(routed(config)) });
  for (const action of ['api::post.post.update', granted]) await grantPublic(app, action);
  expect(await updateWithEtag(app)).toBe(status);
});
