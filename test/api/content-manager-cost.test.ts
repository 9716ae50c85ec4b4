// The number of statements of the content-manager depends on the type, never on how many entries there are.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createBootstrap } from '../../src/app/bootstrap.ts';
import { allDefinitions } from '../../src/app/content-model.ts';
import { createEngine, createLocales, type Engine } from '../../src/app/engine.ts';
import { tablesOf } from '../../src/app/store.ts';
import { FullAbility } from '../../src/auth/admin/ability.ts';
import { readPermissions } from '../../src/auth/admin/permission-rows.ts';
import type { AdminPrincipal } from '../../src/auth/admin/admin-authenticator.ts';
import {
  createContentManager,
  type ContentManager,
} from '../../src/content-manager/content-manager.ts';
import type { EntrySubject } from '../../src/content-manager/entry-access.ts';
import type { IfMatch } from '../../src/documents/preconditions/entry-tags.ts';
import { readEntryTag } from '../../src/http/content/conditional-write.ts';
import { fullAccess } from '../../src/query/access.ts';
import { registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { CountingDatabase } from '../support/counting-database.ts';

const ARTICLE = 'api::article.article';

let app: TestApp;
let engine: Engine;
let database: CountingDatabase;
let manager: ContentManager;
let subject: EntrySubject;

beforeAll(async () => {
  app = await openTestApp();
  await registerAdmin(app);
  database = new CountingDatabase(app.store.database);
  engine = await createEngine(app.project, { ...app.store, database });
  const { adminReader: reader, writer, tags, context, locale } = engine;
  const { registry } = reader;
  manager = createContentManager({
    registry,
    reader,
    writer,
    tags,
    context,
    database,
    locale,
    definitions: () => allDefinitions(app.project),
    preview: null,
    messages: null,
    readMiddleware: null,
  });
  const ability = new FullAbility(new Set(registry.contentTypes.keys()));
  const admin = { admin: { id: 1, roles: [] }, ability, sessionId: null };
  subject = {
    admin: admin as unknown as AdminPrincipal,
    type: registry.contentType(ARTICLE),
  };
});
afterAll(() => app.close());

/** Statements of a request. */
async function cost(run: () => Promise<unknown>): Promise<number> {
  database.count = 0;
  await run();
  return database.count;
}

async function create(title: string, related: readonly string[]): Promise<string> {
  const body = {
    title,
    seo: { metaTitle: title, links: related.map((label) => ({ label })) },
    related: { connect: related.map((documentId) => ({ documentId })) },
  };
  const { data } = await manager.writes.create(
    subject,
    { body, query: {}, ifMatch: null },
    'draft',
  );
  return String(data['documentId']);
}

test('reads cost the same for one entry or many, and for few links or many', async () => {
  const first = await create('first', []);
  const few = await create('few', [first]);
  const list = (pageSize: string) => (): Promise<unknown> =>
    manager.entries.list(subject, { pageSize });
  await manager.writes.publish(subject, {
    documentId: first,
    body: {},
    query: {},
    ifMatch: null,
  });
  // The total is counted once, and known from then on.
  await list('2')();
  const ofTwo = await cost(list('2'));
  const others: string[] = [];
  for (let i = 0; i < 12; i += 1) others.push(await create(`other ${i}`, [first]));
  const many = await create('many', others);
  expect(await cost(list('50'))).toBe(ofTwo);

  const one = (documentId: string) => (): Promise<unknown> =>
    manager.entries.one(subject, documentId, {});
  expect(await cost(one(many))).toBe(await cost(one(few)));

  const links = (id: string) => (): Promise<unknown> =>
    manager.relations.existing(
      { admin: subject.admin, model: ARTICLE, field: 'related', query: {} },
      id,
    );
  expect(await cost(links(many))).toBe(await cost(links(few)));

  const firstOfAll = (documentId: string) => (): Promise<unknown> =>
    manager.relations.ofEntry(subject, documentId, { query: {}, size: 25 });
  expect(await cost(firstOfAll(many))).toBe(await cost(firstOfAll(few)));

  const counts = (documentId: string) => (): Promise<unknown> =>
    manager.draftRelations.ofOne(subject, documentId, {});
  expect(await cost(counts(many))).toBe(await cost(counts(few)));
});

test('entries that can be related are counted once for all entries, without those that are already linked', async () => {
  const linked = [await create('choice a', []), await create('choice b', [])];
  await create('choice c', []);
  const one = await create('with one', linked.slice(0, 1));
  const two = await create('with two', linked);
  const { admin } = subject;
  const totalOf = async (id: string, _q: string): Promise<number> => {
    const query = { id, _q, pageSize: '2' };
    const requested = { admin, model: ARTICLE, field: 'related', query };
    return (await manager.relations.candidates(requested)).pagination.total;
  };
  expect(await totalOf(one, 'choice')).toBe(2);
  expect(await totalOf(two, 'choice')).toBe(1);
  expect(await totalOf(two, 'choice A')).toBe(0);
  expect(await cost(() => totalOf(two, 'choice'))).toBe(await cost(() => totalOf(one, 'choice')));
  const page = (more: object) => () =>
    manager.relations.candidates({ admin, model: ARTICLE, field: 'related', query: { ...more } });
  const plain = await cost(page({}));
  const chosen = { sort: 'title:desc', filters: { title: { $contains: 'c' } }, fields: ['title'] };
  expect(await cost(page(chosen))).toBe(plain);
  const all = await totalOf(two, '');
  await create('one more', []);
  expect(await totalOf(two, '')).toBe(all + 1);
});

test('writes cost the same for few links and many', async () => {
  const target = await create('target', []);
  const others = [target, await create('a', []), await create('b', []), await create('c', [])];
  const write = (documentIds: readonly string[]) => (): Promise<unknown> =>
    create('written', documentIds);
  expect(await cost(write(others))).toBe(await cost(write([target])));
});

test('entity tags cost one statement per read, and two more for a condition', async () => {
  const first = await create('tagged', []);
  const few = await create('few', [first]);
  const many = await create('many', [first, few, await create('c', []), await create('d', [])]);
  const tags = await engine.tags();
  const rowOf = async (documentId: string): Promise<number> => {
    const { data } = await manager.entries.one(subject, documentId, {});
    return Number(data['id']);
  };
  for (const documentId of [few, many]) {
    const row = await rowOf(documentId);
    expect(await cost(() => tags.read(ARTICLE, row))).toBe(1);
    const one = { by: 'documentId', value: documentId } as const;
    const { type } = subject;
    const { reader } = engine;
    const query = 'status=draft&populate=*';
    const request = { type, one, paging: 'none', query, access: fullAccess } as const;
    const read = { type, one, access: fullAccess, params: reader.paramsOf(request) };
    expect(await cost(() => readEntryTag({ reader, tags }, read))).toBe(2);
  }
  const update = (ifMatch: IfMatch | null) => (): Promise<unknown> =>
    manager.writes.update(subject, {
      documentId: many,
      body: { title: 'changed' },
      query: {},
      ifMatch,
    });
  const plain = await cost(update(null));
  const { tag } = await manager.entries.one(subject, many, {});
  expect(await cost(update(new Set([String(tag)])))).toBe(plain + 2);
});

test('a search takes one statement for each type, and one for the main fields', async () => {
  const { registry } = engine.adminReader;
  const types = [...registry.contentTypes.values()].filter(
    ({ origin, kind }) => origin === 'api' && kind === 'collectionType',
  );
  const search = (q: string) => (): Promise<unknown> => manager.search.find(subject.admin, { q });
  const rare = await cost(search('zzz'));
  expect(rare).toBeLessThanOrEqual(types.length + 1);
  expect(await cost(search('e'))).toBe(rare);
});

test('bootstrap of the admin interface costs the same for any number of types', async () => {
  const { context, locale, feed } = engine;
  const store = { ...app.store, database };
  const tables = tablesOf(app.store);
  const bootstrap = createBootstrap({
    context,
    database,
    definitions: allDefinitions(app.project),
    restPrefix: '/api',
    permissions: {
      ofUser: ({ roles }) =>
        database.read(
          readPermissions(
            tables,
            roles.map(({ id }) => id),
          ),
        ),
    },
    locales: createLocales(app.project, store, { context, locale, feed }),
  });
  const { admin } = subject.admin;
  const role = { id: 1, code: 'strapi-super-admin', name: 'Super Admin', description: null };
  const caller = { ...subject.admin, admin: { ...admin, roles: [role] } };
  // PostgreSQL looks up the default locale, which another server may have changed.
  expect(await cost(() => bootstrap(caller))).toBe(inject('client') === 'postgres' ? 7 : 6);
});

test('a saved view costs one statement to list, and three to save, change or remove', async () => {
  const { savedViews } = manager;
  const { admin } = subject;
  const view = { type: ARTICLE, name: 'First', query: '', isShared: false };
  await savedViews.add(admin, view);
  let id = '';
  expect(await cost(async () => void ({ id } = await savedViews.add(admin, view)))).toBe(3);
  expect(await cost(() => savedViews.list(admin))).toBe(1);
  expect(await cost(() => savedViews.change(admin, id, view))).toBe(3);
  expect(await cost(() => savedViews.remove(admin, id))).toBe(3);
});
