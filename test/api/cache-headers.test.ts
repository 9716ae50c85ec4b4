// Headers for caches in front of the server, configured in config/quoin.
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';
import { grantPublic } from '../support/stored-token.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

function projectWith(cache: object): string {
  return makeProject({
    [schemaOf('post')]: collectionType('post'),
    'config/quoin.json': { cache },
  });
}

test('sends no Cache-Control by default', async () => {
  await using app = await openTestApp({ project: projectWith({}) });
  const { headers } = await app.request('/api/posts');
  expect(headers).toHaveProperty('etag');
  expect(headers).not.toHaveProperty('cache-control');
});

test('sends cache control and surrogate keys', async () => {
  const control = { public: 'public, s-maxage=600', private: 'private, no-cache' };
  await using app = await openTestApp({ project: projectWith({ control, keys: 'Surrogate-Key' }) });
  await grantPublic(app, 'api::post.post.find');
  const known = await app.request('/api/posts');
  expect(known.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'surrogate-key': 'api::post.post',
  });
  const unknown = await app.request('/api/posts', { authorization: null });
  expect(unknown.headers['cache-control']).toBe('public, s-maxage=600');
  const missing = await app.request('/api/posts/nothing');
  expect(missing.headers).not.toHaveProperty('cache-control');
});

test('separates tags with commas', async () => {
  const author = { type: 'relation', relation: 'manyToOne', target: 'api::author.author' };
  const project = makeProject({
    [schemaOf('post')]: collectionType('post', { author }),
    [schemaOf('author')]: collectionType('author'),
    'config/quoin.json': { cache: { keys: 'Cache-Tag' } },
  });
  await using app = await openTestApp({ project });
  const { headers } = await app.request('/api/posts?populate=author');
  expect(headers['cache-tag']).toBe('api::post.post,api::author.author');
});

test('stores no responses and sends no validators if disabled', async () => {
  await using app = await openTestApp({ project: projectWith({ memory: 0 }) });
  expect(app.responseCache).toBeNull();
  expect((await app.request('/api/posts')).headers).not.toHaveProperty('etag');
});

test.each([
  [{ memory: 'much' }, 'cache.memory'],
  [{ keys: 'X-Key' }, 'cache.keys'],
  [{ control: { public: 'public\r\nx: y' } }, 'cache.control.public'],
])('stops the start with %j', async (cache, path) => {
  await expect(openTestApp({ project: projectWith(cache) })).rejects.toMatchObject({
    issues: [expect.objectContaining({ path })],
  });
});
