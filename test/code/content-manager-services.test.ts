// Services of the plugin `content-manager`, `strapi.entityValidator` and `strapi.webhookStore` for project code.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Model, Strapi } from '../../src/code/strapi/strapi.ts';
import type { Callable, Fields, Row } from '../../src/code/strapi/code-values.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  collectionType,
  schemaOf,
  writeFiles,
  type ProjectFiles,
} from '../support/project-folder.ts';

const POST = 'api::post.post';
const TAG = 'api::tag.tag';
const LETTER = 'api::letter.letter';

const files: ProjectFiles = {
  [schemaOf('post')]: collectionType('post', {
    title: { type: 'string', required: true, maxLength: 20 },
    slug: { type: 'uid', targetField: 'title' },
    code: { type: 'string', unique: true },
    views: { type: 'integer', min: 0 },
    part: { type: 'component', component: 'base.part' },
    tags: { type: 'relation', relation: 'manyToMany', target: TAG },
  }),
  [schemaOf('tag')]: {
    ...collectionType('tag', { name: { type: 'string' } }),
    options: { draftAndPublish: false },
  },
  [schemaOf('letter')]: {
    ...collectionType('letter', {
      text: { type: 'string', pluginOptions: { i18n: { localized: true } } },
    }),
    pluginOptions: { i18n: { localized: true } },
  },
  'src/components/base/part.json': {
    collectionName: 'components_base_parts',
    info: { displayName: 'part' },
    attributes: { name: { type: 'string', required: true }, count: { type: 'integer', max: 5 } },
  },
  'src/index.js': 'module.exports = { register() { return 1; } };',
};

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-content-manager-services-'));
let app: TestApp;

beforeAll(async () => {
  writeFiles(folder, files);
  app = await openTestApp({ project: folder });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function strapi(): Strapi {
  return Reflect.get(globalThis, 'strapi') as Strapi;
}

async function call(service: string, name: string, ...args: readonly unknown[]): Promise<unknown> {
  const found = strapi().plugin('content-manager')?.service(service);
  return Reflect.apply(found?.[name] as Callable, found, args) as unknown;
}

describe('the service uid', () => {
  const field = { contentTypeUID: POST, field: 'slug' };

  test('generates available values and checks others', async () => {
    await strapi()
      .documents(POST)
      .create({ data: { title: 'x', slug: 'hallo' } });
    const generate = (title: string) =>
      call('uid', 'generateUIDField', { ...field, data: { title } });
    expect(await generate('Hällo World & co')).toBe('haello-world-and-co');
    expect(await generate('Hallo')).toBe('hallo-1');
    expect(await call('uid', 'checkUIDAvailability', { ...field, value: 'hallo' })).toBe(false);
    expect(await call('uid', 'checkUIDAvailability', { ...field, value: 'other' })).toBe(true);
    expect(await call('uid', 'findUniqueUID', { ...field, value: 'hallo' })).toBe('hallo-1');
    expect(await call('uid', 'findUniqueUID', { ...field, value: 'other' })).toBe('other');
  });
});

describe('views', () => {
  test('list content-types and components, and read and store configurations', async () => {
    const uids = async (service: string, name: string, ...args: readonly unknown[]) =>
      ((await call(service, name, ...args)) as { uid: string }[]).map(({ uid }) => uid);
    expect(await uids('content-types', 'findDisplayedContentTypes')).toEqual([
      'plugin::users-permissions.user',
      LETTER,
      POST,
      TAG,
    ]);
    expect(await uids('content-types', 'findContentTypesByKind', 'singleType')).toEqual([]);
    expect(await uids('components', 'findAllComponents')).toEqual(['base.part']);
    const type = (await call('content-types', 'findContentType', TAG)) as Row;
    expect(type).toMatchObject({ uid: TAG, apiID: 'tag', isDisplayed: true, modelName: 'tag' });
    const found = (await call('content-types', 'findConfiguration', type)) as Fields;
    expect(found).toMatchObject({ uid: TAG, settings: { mainField: 'name', pageSize: 10 } });
    const settings = { ...(found['settings'] as object), pageSize: 50 };
    await call('content-types', 'updateConfiguration', type, { ...found, settings });
    expect(await call('content-types', 'findConfiguration', type)).toMatchObject({
      settings: { pageSize: 50 },
    });
    expect(await call('field-sizes', 'getFieldSize', 'json')).toEqual({
      default: 12,
      isResizable: false,
    });
    await expect(call('field-sizes', 'getFieldSize', 'nope')).rejects.toThrow(
      'Could not find field size for type nope',
    );
  });
});

test('the service document-manager writes documents and returns their content', async () => {
  const created = (await call('document-manager', 'create', POST, {
    data: { title: 'a', part: { name: 'p' } },
  })) as Row;
  expect(created).toMatchObject({ title: 'a', part: { name: 'p' }, tags: [] });
  const id = created.documentId;
  expect(await call('document-manager', 'update', id, POST, { data: { views: 5 } })).toMatchObject({
    views: 5,
    part: { name: 'p' },
  });
  expect(await call('document-manager', 'publish', id, POST)).toMatchObject([
    { views: 5, publishedAt: expect.any(String) },
  ]);
  const page = await call('document-manager', 'findPage', { filters: { title: 'a' } }, POST);
  expect(page).toMatchObject({ results: [{ title: 'a' }], pagination: { page: 1, total: 1 } });
  const copy = (await call('document-manager', 'clone', id, { title: 'b' }, POST)) as Row;
  expect(copy).toMatchObject({ title: 'b', views: 5 });
  const ids = [id, copy.documentId];
  expect(await call('document-manager', 'publishMany', POST, ids)).toBe(2);
  const all = [...ids, 'unknown'];
  expect(await call('document-manager', 'deleteMany', all, POST)).toEqual({ count: 3 });
  expect(await call('document-manager', 'exists', POST, id)).toBe(false);
  await expect(call('document-manager', 'countDraftRelations', id, POST)).rejects.toThrow(
    'Use strapi.documents(uid) instead.',
  );
});

test('writes of the service document-manager never publish', async () => {
  const status = 'published';
  const created = (await call('document-manager', 'create', POST, {
    data: { title: 'draft' },
    status,
  })) as Row;
  const id = created.documentId;
  const data = { id: 999, title: 'changed', publishedAt: new Date().toISOString() };
  expect(await call('document-manager', 'update', id, POST, { data, status })).toMatchObject({
    id: created.id,
    title: 'changed',
    publishedAt: null,
  });
  expect(await strapi().documents(POST).findOne({ documentId: id, status })).toBe(null);
  const tag = { data: { name: 'plain' } };
  expect(await call('document-manager', 'create', TAG, tag)).toMatchObject({ name: 'plain' });
  await call('document-manager', 'delete', id, POST);
});

test('pages of the service document-manager have at most 1000 entries', async () => {
  const page = await call('document-manager', 'findPage', { pageSize: 5000 }, TAG);
  expect(page).toMatchObject({ pagination: { page: 1, pageSize: 1000 } });
});

test('a clone has the locale in the body', async () => {
  const locales = strapi().plugin('i18n')?.service('locales') ?? {};
  await Reflect.apply(locales['create'] as Callable, locales, [{ code: 'fr', name: 'French' }]);
  const letter = strapi().documents(LETTER);
  const { documentId } = await letter.create({ data: { text: 'en' } });
  await letter.update({ documentId, locale: 'fr', data: { text: 'fr' } });
  const body = { id: 999, documentId, locale: 'fr', text: 'copy' };
  const copy = (await call('document-manager', 'clone', documentId, body, LETTER)) as Row;
  expect(copy).toMatchObject({ locale: 'fr', text: 'copy' });
  expect(copy.documentId).not.toBe(documentId);
  expect(await letter.findOne({ documentId: copy.documentId, locale: 'en' })).toBe(null);
});

describe('strapi.entityValidator', () => {
  const model = (): Model => strapi().getModel(POST) as Model;
  const create = (data: unknown, options?: object): Promise<Fields> =>
    strapi().entityValidator.validateEntityCreation(model(), data, options);
  const update = (data: unknown, entity?: Fields): Promise<Fields> =>
    strapi().entityValidator.validateEntityUpdate(model(), data, {}, entity);

  test('returns the data with defaults and converted values', async () => {
    expect(await create({ title: 'a', views: '5', extra: 1 })).toEqual({
      title: 'a',
      views: 5,
      extra: 1,
      publishedAt: expect.any(Date),
    });
    expect(await update({ views: 4 })).toEqual({ views: 4 });
    expect(await create({ views: 1 }, { isDraft: true })).toMatchObject({ views: 1 });
  });

  test('reports all errors, including components and relations', async () => {
    await expect(create({ views: -1, part: { count: 9 } })).rejects.toMatchObject({
      name: 'ValidationError',
      details: {
        errors: [
          { path: ['title'], message: 'title must be defined.' },
          { path: ['views'] },
          { path: ['part', 'name'] },
          { path: ['part', 'count'] },
        ],
      },
    });
    await expect(create({ title: 'a', tags: { connect: [{ id: 999 }] } })).rejects.toThrow(
      '1 relation(s) of type api::tag.tag associated with this entity do not exist',
    );
    const named = { uid: POST, info: { displayName: 'Post' } };
    await expect(strapi().entityValidator.validateEntityCreation(named, 'x')).rejects.toThrow(
      'creation of an entity of type Post. Expected an object, but got string',
    );
    await expect(create(null)).rejects.toThrow('Expected an object, but got object');
    await expect(update({ title: null })).rejects.toThrow('title must be a `string` type');
  });

  test('values must be unique among published entries', async () => {
    const entry = await strapi()
      .documents(POST)
      .create({ data: { title: 'a', code: 'one' }, status: 'published' });
    await expect(create({ title: 'b', code: 'one' })).rejects.toThrow('must be unique');
    expect(await create({ title: 'b', code: 'one' }, { isDraft: true })).toMatchObject({
      code: 'one',
    });
    expect(await update({ code: 'one' }, entry)).toEqual({ code: 'one' });
  });
});

test('strapi.webhookStore stores webhooks for known events', async () => {
  const store = strapi().webhookStore;
  expect(store).toBe(strapi().get('webhookStore'));
  expect(store.listAllowedEvents()).toContain('ENTRY_DRAFT_DISCARD');
  const webhook = { name: 'a', url: 'https://a.example/x', events: ['shop.sold'] };
  await expect(store.createWebhook(webhook)).rejects.toThrow(
    'Webhook event shop.sold is not supported',
  );
  store.addAllowedEvent('SHOP_SOLD', 'shop.sold');
  const created = await store.createWebhook({ ...webhook, isEnabled: false });
  expect(created).toEqual({ id: expect.any(String), ...webhook, headers: null, isEnabled: true });
  const { id } = created;
  const changed = { ...created, name: 'b', isEnabled: false };
  expect(await store.updateWebhook(id, { name: 'b', isEnabled: false })).toEqual(changed);
  expect(await store.findWebhooks()).toEqual([changed]);
  expect(await store.deleteWebhook(id)).toEqual(changed);
  expect(await store.findWebhook(id)).toBe(null);
  expect(await store.updateWebhook(id, { name: 'c' })).toBe(null);
});

describe('members of strapi', () => {
  test('log has the functions of winston that code calls', () => {
    const { log } = strapi();
    expect([log.level, log.child({ a: 1 })]).toEqual(['http', log]);
    expect(() => log.log('debug', 'not printed')).not.toThrow();
  });

  test('hooks call their functions in order', async () => {
    const seen: unknown[] = [];
    const hook = strapi().hook('own');
    const first = (context: unknown): void => void seen.push(['first', context]);
    hook.register(first).register(async () => void seen.push('second'));
    await hook.call(5);
    expect(seen).toEqual([['first', 5], 'second']);
    expect(hook.delete(first).getHandlers()).toHaveLength(1);
    expect(Object.keys(strapi().hooks)).toContain('strapi::content-types.afterSync');
  });

  test('`get` returns services by name and throws for unknown ones', () => {
    expect(strapi().get('logger')).toBe(strapi().log);
    expect(['coreStore', 'store', 'nope'].map((name) => strapi().has(name))).toEqual([
      true,
      true,
      false,
    ]);
    expect(() => strapi().get('nope')).toThrow('Could not resolve service nope');
    expect(strapi().db.metadata.has(POST)).toBe(true);
  });

  test('the entity service loads relations', async () => {
    const tag = await strapi()
      .documents(TAG)
      .create({ data: { name: 't' } });
    const post = await strapi()
      .documents(POST)
      .create({ data: { title: 'tagged', tags: [tag.documentId] } });
    expect(await strapi().entityService.load(POST, post, 'tags')).toMatchObject([{ name: 't' }]);
  });
});
