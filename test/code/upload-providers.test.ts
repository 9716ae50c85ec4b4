// Upload providers of a project: modules in the shapes of Strapi's for S3 (streams) and Cloudinary (metadata).
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import type { Callable } from '../../src/code/strapi/code-values.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';
import { NOTE, PICTURE, upload, uploaded } from '../support/uploads.ts';

/** What providers have been called with. */
interface Calls {
  readonly options: unknown;
  readonly stored: Map<string, string>;
  readonly log: { readonly call: string; readonly key: string; readonly options?: unknown }[];
}

/** Keys are built of the file, as in Strapi's provider for S3. */
const STREAMS = `module.exports = { init(options) {
  const calls = globalThis.providerCalls = { options, stored: new Map(), log: [] };
  const keyOf = (file) => (options.folder ?? '') + file.hash + file.ext;
  const put = async (file, given) => {
    if (file.hash.startsWith('rejected')) {
      throw new (require('@strapi/utils').errors.ApplicationError)('No such files here');
    }
    if (file.hash.startsWith('broken')) throw new Error('secret words');
    const chunks = [];
    for await (const chunk of file.stream) chunks.push(chunk);
    calls.stored.set(keyOf(file), Buffer.concat(chunks).toString('latin1'));
    calls.log.push({ call: 'upload', key: keyOf(file), options: given });
    file.url = 'https://files.example/' + keyOf(file);
  };
  return {
    uploadStream: put,
    upload: put,
    async delete(file) {
      calls.log.push({ call: 'delete', key: keyOf(file) });
      calls.stored.delete(keyOf(file));
    },
    isPrivate: () => options.private === true,
    getSignedUrl: async (file) => ({ url: file.url + '?signed' }),
  };
} };`;

/** Files have ids of the provider, which its removal needs. */
const METADATA = `let last = 0;
module.exports = { init(options) {
  const calls = globalThis.providerCalls = { options, stored: new Map(), log: [] };
  return {
    async upload(file) {
      const id = 'id-' + ++last;
      calls.stored.set(id, file.buffer.toString('latin1'));
      calls.log.push({ call: 'upload', key: id });
      file.url = 'https://cloud.example/' + id + file.ext;
      file.provider_metadata = { public_id: id, resource_type: 'image' };
    },
    async delete(file) {
      const { public_id: id } = file.provider_metadata;
      calls.log.push({ call: 'delete', key: id });
      calls.stored.delete(id);
    },
  };
} };`;

const project = (provider: string, config: object = {}): ProjectFiles => ({
  [schemaOf('post')]: collectionType('post', {
    title: { type: 'string' },
    picture: { type: 'media', multiple: false },
    pictures: { type: 'media', multiple: true },
  }),
  'node_modules/provider-under-test/package.json': {
    name: 'provider-under-test',
    main: 'index.js',
  },
  'node_modules/provider-under-test/index.js': provider,
  'config/plugins.json': { upload: { config: { provider: 'provider-under-test', ...config } } },
});

const open = (...args: Parameters<typeof project>): Promise<TestApp> =>
  openTestApp({ project: makeProject(project(...args)) });

const callsOf = (): Calls => Reflect.get(globalThis, 'providerCalls') as Calls;
const strapiOf = (): Strapi => Reflect.get(globalThis, 'strapi') as Strapi;

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'providerCalls');
});

const rowOf = async (id: number): Promise<Record<string, unknown>> => ({
  ...(await strapiOf().db.query('plugin::upload.file').findOne({ where: { id } })),
});

test('a provider with streams receives its options', async () => {
  const actionOptions = { uploadStream: { ACL: 'x' } };
  await using app = await open(STREAMS, { providerOptions: { folder: 'own/' }, actionOptions });
  const file = await uploaded(app, PICTURE);
  const { stored, log, options } = callsOf();
  expect(options).toEqual({ folder: 'own/' });
  expect(file.url).toBe(`https://files.example/own/${file.hash}.jpg`);
  const formats = Object.values(file.formats ?? {});
  expect(formats.length).toBeGreaterThan(0);
  for (const { url } of formats) expect(url).toMatch(/^https:\/\/files\.example\/own\/\w+_/);
  expect(stored.size).toBe(formats.length + 1);
  expect(log.every((each) => JSON.stringify(each.options) === '{"ACL":"x"}')).toBe(true);
  expect(await rowOf(file.id)).toMatchObject({
    provider: 'provider-under-test',
    provider_metadata: null,
    url: file.url,
  });
  const removed = await app.request(`/api/upload/files/${file.id}`, { method: 'DELETE' });
  expect(removed.status).toBe(200);
  expect(stored.size).toBe(0);
});

test('a provider with buffers sets metadata, which is passed on removal', async () => {
  await using app = await open(METADATA);
  const file = await uploaded(app, PICTURE);
  const row = await rowOf(file.id);
  const { public_id: id } = row['provider_metadata'] as { readonly public_id: string };
  expect(file.url).toBe(`https://cloud.example/${id}.jpg`);
  const formats = Object.values(row['formats'] as Record<string, Record<string, unknown>>);
  for (const { provider_metadata: metadata, url } of formats) {
    expect(url).toBe(`https://cloud.example/${(metadata as { public_id: string }).public_id}.jpg`);
  }
  const { stored, log } = callsOf();
  const ids = [...stored.keys()];
  expect(ids).toHaveLength(formats.length + 1);
  await app.request(`/api/upload/files/${file.id}`, { method: 'DELETE' });
  expect(stored.size).toBe(0);
  expect(log.flatMap(({ call, key }) => (call === 'delete' ? [key] : [])).sort()).toEqual(
    ids.sort(),
  );
});

test('replacing a file removes its old bytes first', async () => {
  await using app = await open(METADATA);
  const file = await uploaded(app, NOTE);
  const first = [...callsOf().stored.keys()];
  const response = await upload(app, [NOTE], { query: `?id=${file.id}` });
  expect(response.status, response.text).toBe(200);
  const { stored } = callsOf();
  expect(stored.size).toBe(1);
  expect([...stored.keys()]).not.toEqual(first);
  const row = await rowOf(file.id);
  expect(row['provider_metadata']).toMatchObject({ public_id: [...stored.keys()][0] });
});

test.each([
  ['rejected', 400, 'No such files here'],
  ['broken', 503, 'File storage is unavailable. Try again shortly.'],
])('a provider that throws: %s', async (name, status, message) => {
  await using app = await open(STREAMS);
  const response = await upload(app, [NOTE, ['fileInfo', { name: `${name}.txt` }]]);
  expect([response.status, response.json<{ error: { message: string } }>().error.message]).toEqual([
    status,
    message,
  ]);
  expect(callsOf().stored.size).toBe(0);
  expect(await strapiOf().db.query('plugin::upload.file').count()).toBe(0);
  const service = strapiOf().service('plugin::upload.provider');
  const file = { hash: name, ext: '.txt', getStream: () => Readable.from(['a']) };
  const stored = Reflect.apply(service?.['upload'] as Callable, service, [file]) as Promise<void>;
  await expect(stored).rejects.toThrow();
  expect(file).not.toHaveProperty('stream');
});

test('files are removed if their row cannot be written', async () => {
  const index = `module.exports = { register({ strapi }) {
    strapi.db.lifecycles.subscribe({ models: ['plugin::upload.file'],
      beforeCreate() { throw new (require('@strapi/utils').errors.ApplicationError)('not this one'); } });
  } };`;
  const files = { ...project(METADATA), 'src/index.js': index };
  await using app = await openTestApp({ project: makeProject(files) });
  expect((await upload(app, [PICTURE])).status).toBe(400);
  expect(callsOf().log.length).toBeGreaterThan(0);
  expect(callsOf().stored.size).toBe(0);
});

test('URLs of a private provider are signed in documents', async () => {
  await using app = await open(STREAMS, { providerOptions: { private: true } });
  const { id, hash } = await uploaded(app, PICTURE);
  const data = { title: 'A', picture: id, pictures: [id] };
  await strapiOf().documents('api::post.post').create({ data, status: 'published' });
  const response = await app.request('/api/posts?populate=*');
  const [post] = response.json<{ data: Record<string, never>[] }>().data;
  const signed = {
    url: `https://files.example/${hash}.jpg?signed`,
    formats: { thumbnail: { url: `https://files.example/thumbnail_${hash}.jpg?signed` } },
  };
  expect(post).toMatchObject({ title: 'A', picture: signed, pictures: [signed] });
  // What is stored is not.
  expect((await rowOf(id))['url']).toBe(`https://files.example/${hash}.jpg`);
});

test('code can change the provider, and upload with its service', async () => {
  const index = `module.exports = { register({ strapi }) {
    const { provider } = strapi.plugin('upload');
    const { uploadStream } = provider;
    provider.uploadStream = async (file) => {
      await uploadStream(file);
      file.url += '#own';
    };
  } };`;
  const files = { ...project(STREAMS), 'src/index.js': index };
  await using app = await openTestApp({ project: makeProject(files) });
  expect((await uploaded(app, NOTE)).url).toMatch(/\.txt#own$/);
});

test('the server starts with read-only files if a provider is missing', async () => {
  const files: ProjectFiles = {
    ...project(STREAMS),
    'config/plugins.json': { upload: { config: { provider: 'nowhere' } } },
  };
  await using app = await openTestApp({ project: makeProject(files) });
  const response = await upload(app, [NOTE]);
  expect(response.status).toBe(400);
  expect(response.text).toContain('The upload provider \\"nowhere\\" cannot be used');
  expect((await app.request('/api/upload/files')).status).toBe(200);
});
