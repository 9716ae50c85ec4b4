// Names that every JavaScript object inherits, in requests that project code handles: they get the responses of other
// unknown names.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { multipartBody } from '../support/multipart.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';

/** An accessor, a class and methods; all names are in the tests of `strapi-utils`. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

/** A name that nothing has, and that no object inherits. */
const UNKNOWN = 'unheardOf';

const CONTROLLER = `module.exports = require('@strapi/strapi').factories.createCoreController('api::post.post', ({ strapi }) => ({
  find(ctx) { return super.find(ctx); },
  findOne(ctx) { return super.findOne(ctx); },
  create(ctx) { return super.create(ctx); },
  update(ctx) { return super.update(ctx); },
  async clean(ctx) {
    const query = await this.sanitizeQuery(ctx);
    const data = await this.sanitizeInput(ctx.request.body?.data ?? {}, ctx);
    const [output] = await this.sanitizeOutput([{ ...data, title: 'a' }], ctx);
    const files = Object.entries(ctx.request.files ?? {}).map(([name, list]) => [name, [list].flat().length]);
    ctx.body = { query, data, output, files };
  },
  models(ctx) {
    const { name } = ctx.params;
    const found = ['contentType', 'getModel', 'api', 'plugin', 'controller', 'service', 'policy', 'middleware'];
    ctx.body = { found: found.filter((member) => strapi[member](name) !== undefined), inner: strapi.plugin('i18n').service(name) ?? null };
  },
}));`;

const FILES = {
  [schemaOf('post')]: collectionType('post', {
    title: { type: 'string' },
    author: { type: 'relation', relation: 'oneToOne', target: 'api::author.author' },
    seo: { type: 'component', component: 'post.seo' },
    sections: { type: 'dynamiczone', components: ['post.seo'] },
    cover: { type: 'media', multiple: false },
  }),
  [schemaOf('author')]: collectionType('author', { name: { type: 'string' } }),
  'src/components/post/seo.json': {
    collectionName: 'components_post_seos',
    info: { displayName: 'seo' },
    attributes: { text: { type: 'string' } },
  },
  'src/api/post/controllers/post.js': CONTROLLER,
  'src/api/post/services/post.js':
    "module.exports = require('@strapi/strapi').factories.createCoreService('api::post.post');",
  'src/api/post/routes/01-own.js': `module.exports = { routes: [
    { method: 'POST', path: '/clean', handler: 'post.clean' },
    { method: 'GET', path: '/models/:name', handler: 'post.models' },
  ] };`,
  'src/api/post/routes/post.js':
    "module.exports = require('@strapi/strapi').factories.createCoreRouter('api::post.post');",
  'src/index.js':
    'module.exports = { register: ({ strapi }) => strapi.documents.use((context, next) => next()) };',
};

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-names-')));
  writeFiles(folder, FILES);
  app = await openTestApp({ project: folder });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Sent extends TestRequest {
  readonly url: string;
}

/** The status and the text of a response, with the unknown name instead of the given one. */
async function outcome(sent: (name: string) => Sent, name: string): Promise<[number, string]> {
  const { url, ...options } = sent(name);
  const { status, text } = await app.request(url, options);
  return [
    status,
    text
      .replaceAll(name, UNKNOWN)
      .replaceAll(/"(?:documentId|\w+At)":"[^"]*"/g, '')
      .replaceAll(/"id":\d+/g, ''),
  ];
}

const unknown = new Map<string, [number, string]>();

async function expectUnknown(sent: (name: string) => Sent, name: string): Promise<void> {
  const key = JSON.stringify(sent(UNKNOWN));
  const expected = unknown.get(key) ?? (await outcome(sent, UNKNOWN));
  unknown.set(key, expected);
  expect(expected[0]).toBeLessThan(500);
  expect(await outcome(sent, name)).toEqual(expected);
}

const QUERIES = [
  'filters[NAME]=x',
  'filters[NAME][$eq]=x',
  'filters[title][NAME]=x',
  'filters[author][NAME]=x',
  'filters[$or][0][NAME]=x',
  'filters[$and][0][$not][NAME]=x',
  'fields=NAME',
  'fields[0]=title&fields[1]=NAME',
  'populate=NAME',
  'populate=author.NAME',
  'populate[0]=sections.NAME',
  'populate[NAME]=true',
  'populate[NAME][fields]=title',
  'populate[author][NAME]=x',
  'populate[author][populate][NAME]=true',
  'populate[author][fields]=NAME',
  'populate[sections][on][NAME]=true',
  'NAME=x',
  'NAME[filters][title]=x',
];

const SORTS = ['sort=NAME', 'sort[0]=title&sort[1]=NAME:asc', 'sort[NAME]=asc', 'sort=author.NAME'];

const BODIES = [
  '{"data":{"title":"a","NAME":1}}',
  '{"data":{"title":"a","seo":{"NAME":1}}}',
  '{"data":{"title":"a","seo":{"__component":"NAME"}}}',
  '{"data":{"title":"a","author":{"NAME":1}}}',
  '{"data":{"title":"a","author":{"connect":[{"NAME":1}]}}}',
  '{"data":{"title":"a","author":"NAME"}}',
  '{"data":{"title":"a","sections":[{"__component":"NAME"}]}}',
  '{"data":{"sections":[{"__component":"NAME","text":"a"}]}}',
  '{"data":{"title":"a","sections":[{"__component":"post.seo","NAME":1}]}}',
  '{"data":{"title":"a","cover":{"NAME":1}}}',
];

describe.each(NAMES)('%s', (name) => {
  const json = { 'content-type': 'application/json' };

  test.each(QUERIES)('in a query: %s', async (query) => {
    const of =
      (url: string, method: 'GET' | 'POST') =>
      (word: string): Sent => ({
        method,
        url: `${url}?${query.replaceAll('NAME', word)}`,
      });
    await expectUnknown(of('/api/posts', 'GET'), name);
    await expectUnknown(of('/api/clean', 'POST'), name);
  });

  test.each(SORTS)('in a sort: %s', async (query) => {
    const response = await app.request(`/api/posts?${query.replaceAll('NAME', name)}`);
    expect([response.status, response.text]).toEqual([400, expect.stringMatching(/Invalid/)]);
    const of = (word: string): Sent => ({
      method: 'POST',
      url: `/api/clean?${query.replaceAll('NAME', word)}`,
    });
    await expectUnknown(of, name);
  });

  // A body with the key `__proto__` is rejected before code runs.
  const bodies = name === '__proto__' ? BODIES.filter((body) => !body.includes('"NAME":')) : BODIES;

  test.each(bodies)('in a body: %s', async (template) => {
    for (const url of ['/api/posts', '/api/clean']) {
      const of = (word: string): Sent => ({
        method: 'POST',
        url,
        headers: json,
        body: template.replaceAll('NAME', word),
      });
      await expectUnknown(of, name);
    }
  });

  test('in the name of a file', async () => {
    const sent = (word: string): Sent => {
      const file = [word, { file: 'note.txt' }] as const;
      const { body, contentType } = multipartBody([file, file, ['data[title]', 'a']]);
      return { method: 'POST', url: '/api/clean', headers: { 'content-type': contentType }, body };
    };
    expect(await outcome(sent, name)).toEqual([
      200,
      expect.stringContaining(`"files":[["${UNKNOWN}",2]]`),
    ]);
  });

  test('%s does not name a model, plugin or service', async () => {
    const { status, text } = await app.request(`/api/models/${name}`);
    expect([status, text]).toEqual([200, '{"found":[],"inner":null}']);
  });
});
