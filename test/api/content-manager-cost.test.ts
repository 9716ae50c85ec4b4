// The number of statements of the content-manager depends on the type, never on how many entries there are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allDefinitions } from '../../src/app/definitions.ts';
import { createEngine, type Engine } from '../../src/app/engine.ts';
import { FullAbility } from '../../src/auth/admin/ability.ts';
import type { AdminPrincipal } from '../../src/auth/admin/admin-authenticator.ts';
import {
  createContentManager,
  type ContentManager,
} from '../../src/content-manager/content-manager.ts';
import type { EntrySubject } from '../../src/content-manager/entry-access.ts';
import type { IfMatch } from '../../src/documents/entry-tags.ts';
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

test('reads of one entry and of many, and of few links and many', async () => {
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

  const counts = (documentId: string) => (): Promise<unknown> =>
    manager.draftRelations.ofOne(subject, documentId, {});
  expect(await cost(counts(many))).toBe(await cost(counts(few)));
});

test('writes of few links and many', async () => {
  const target = await create('target', []);
  const others = [target, await create('a', []), await create('b', []), await create('c', [])];
  const write = (documentIds: readonly string[]) => (): Promise<unknown> =>
    create('written', documentIds);
  expect(await cost(write(others))).toBe(await cost(write([target])));
});

test('entity tags: one statement for each read, two more for a condition', async () => {
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
    const query = reader.parse('status=draft&populate=*');
    const request = { type, one, paging: 'none', query, access: fullAccess } as const;
    expect(await cost(() => readEntryTag({ reader, tags }, request))).toBe(2);
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
