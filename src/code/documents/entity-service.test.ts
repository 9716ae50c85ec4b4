// The entity service: document calls by row ids.
import { expect, test } from 'vitest';
import { CLIENT, CRATE, JOB, LETTER, shareWorkshop } from '../../../test/support/workshop.ts';
import type { EntityMethods } from '../strapi/database-types.ts';
import type { Params, Row } from '../strapi/code-values.ts';

const workshop = await shareWorkshop();

test('creates, finds, updates and deletes a row by its id', async () => {
  const { entityService } = workshop;
  const created = (await entityService.create(CRATE, { data: { name: 'e' } })) as Row;
  expect(created).toMatchObject({ id: expect.any(Number), name: 'e', locale: null });
  const found = await entityService.findMany(CRATE, { filters: { name: 'e' }, fields: ['name'] });
  expect(found).toEqual([{ id: created.id, documentId: created.documentId, name: 'e' }]);
  expect(
    await entityService.findOne(CRATE, String(created.id), { fields: ['name'] }),
  ).toMatchObject({
    name: 'e',
  });
  expect(await entityService.update(CRATE, created.id, { data: { weight: 3 } })).toMatchObject({
    id: created.id,
    weight: 3,
  });
  expect(await entityService.count(CRATE, { filters: { name: 'e' } })).toBe(1);
  expect(await entityService.delete(CRATE, created.id)).toMatchObject({
    id: created.id,
    weight: 3,
  });
});

test('returns null for a missing id', async () => {
  const { entityService } = workshop;
  expect(await entityService.findOne(CRATE, 999)).toBeNull();
  expect(await entityService.update(CRATE, 999, { data: { weight: 3 } })).toBeNull();
  expect(await entityService.delete(CRATE, 999)).toBeNull();
});

test('lists drafts, and creates published rows by default', async () => {
  const { entityService } = workshop;
  const client = await workshop.documents(CLIENT).create({ data: { name: 'c' } });
  const data = { title: 'p', publishedAt: '2026-01-01T00:00:00.000Z', client: client.id };
  const created = await entityService.create(JOB, { data });
  expect(created).toMatchObject({ title: 'p', publishedAt: expect.any(String) });
  expect(await entityService.findMany(JOB, { populate: ['client'], sort: 'id' })).toMatchObject([
    { title: 'p', publishedAt: null, client: { name: 'c' } },
  ]);
  const draft = await entityService.create(JOB, { data: { title: 'd', publishedAt: null } });
  expect(draft).toMatchObject({ title: 'd', publishedAt: null });
  await entityService.delete(JOB, (draft as Row).id);
  // A row id names a document; the parameters name its version.
  const { id } = created as Row;
  const fields = ['title', 'publishedAt'];
  expect(await entityService.findOne(JOB, id, { fields })).toMatchObject({ publishedAt: null });
  expect(await entityService.findOne(JOB, id, { fields, status: 'published' })).toMatchObject({
    publishedAt: expect.any(String),
  });
});

test('findPage returns rows of any status, without document middlewares', async () => {
  const { entityService } = workshop;
  const seen: string[] = [];
  const end = workshop.documents.use(({ action }, next) => {
    seen.push(action);
    return next();
  });
  const titles = async (params: Params) => {
    const { results } = (await entityService.findPage(JOB, params)) as { results: Row[] };
    return results.map((row) => [row['title'], row['publishedAt'] === null]);
  };
  const sort = 'id';
  expect(await titles({ sort })).toEqual([
    ['p', true],
    ['p', false],
  ]);
  expect(await titles({ sort: 'publishedAt:desc,id', filters: { title: 'p' } })).toHaveLength(2);
  expect(await titles({ filters: { title: 'x' } })).toEqual([]);
  expect(await titles({ status: 'draft' })).toEqual([['p', true]]);
  expect(await titles({ status: 'published' })).toEqual([['p', false]]);
  expect(
    await entityService.findPage(JOB, {
      page: '2',
      pageSize: 1,
      fields: 'title',
      sort,
      populate: { client: { fields: ['name'] } },
    }),
  ).toEqual({
    results: [
      {
        id: expect.any(Number),
        documentId: expect.any(String),
        title: 'p',
        client: { id: expect.any(Number), documentId: expect.any(String), name: 'c' },
      },
    ],
    pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 },
  });
  const noNumber = { toString: 1, valueOf: 1 };
  for (const params of [
    { page: 0 },
    { pageSize: 'x' },
    { page: noNumber },
    { pageSize: [noNumber] },
  ]) {
    await expect(entityService.findPage(JOB, params)).rejects.toMatchObject({
      name: 'PaginationError',
    });
  }
  for (const [params, message] of [
    [{ page: 1, start: 0 }, 'must be in the pagination object'],
    [{ start: -1 }, 'convertStartQueryParams expected a positive integer got -1'],
    [{ limit: -2 }, 'convertLimitQueryParams expected a positive integer got -2'],
    [{ populate: 5 }, 'Invalid populate parameter.'],
    [{ populate: { client: 5 } }, "Invalid nested populate. Expected '*' or an object"],
    [{ populate: { client: { populate: 5 } } }, 'Invalid populate parameter.'],
    [{ populate: { client: { start: -1 } } }, 'convertStartQueryParams'],
    [{ populate: { client: { on: {} } } }, 'Using fragments is not permitted'],
    [{ filters: 'x' }, 'The filters parameter must be an object or an array'],
    [{ fields: 5 }, 'Invalid fields parameter.'],
  ] as const) {
    await expect(entityService.findPage(JOB, params)).rejects.toThrow(message);
  }
  await expect(
    entityService.findPage(JOB, { sort: `title${'.a'.repeat(30_000)}` }),
  ).rejects.toMatchObject({ name: 'ValidationError' });
  expect(seen).toEqual([]);
  end();
});

test('updates and deletes in the locale of the row, or of the parameters', async () => {
  const { entityService } = workshop;
  const { documentId } = await workshop.documents(LETTER).create({ data: { subject: 'en' } });
  const fr = await workshop
    .documents(LETTER)
    .update({ documentId, locale: 'fr', data: { subject: 'fr' } });
  const subjects = async () => {
    const rows = await workshop.query(LETTER).findMany({ where: { documentId }, orderBy: 'id' });
    return rows.map(({ locale, subject }) => `${String(locale)} ${String(subject)}`);
  };
  // Like any read, in the default locale.
  expect(await entityService.findOne(LETTER, fr?.id)).toMatchObject({ locale: 'en' });
  await entityService.update(LETTER, fr?.id, { data: { subject: 'changed' } });
  expect(await subjects()).toEqual(['en en', 'fr changed']);
  await entityService.update(LETTER, fr?.id, { data: { subject: 'too' }, locale: 'en' });
  expect(await subjects()).toEqual(['en too', 'fr changed']);
  // All columns, whatever is selected.
  expect(await entityService.delete(LETTER, fr?.id, { fields: ['id'] })).toMatchObject({
    subject: 'changed',
    locale: 'fr',
  });
  expect(await subjects()).toEqual(['en too']);
});

test('loads relations with the parameters of documents', async () => {
  const { entityService } = workshop;
  const client = (await workshop.query(CLIENT).findOne({ where: { name: 'c' } })) ?? {};
  const ids = { id: expect.any(Number), documentId: expect.any(String) };
  const params = {
    fields: ['title'],
    filters: { publishedAt: { $null: true } },
    sort: 'title:desc',
  };
  expect(await entityService.load(CLIENT, client, 'jobs', params)).toEqual([
    { ...ids, title: 'p' },
  ]);
  const populate = { client: { fields: ['name'] } };
  expect(
    await entityService.load(CLIENT, client, 'jobs', { fields: 'title', populate, limit: 1 }),
  ).toEqual([{ ...ids, title: 'p', client: { ...ids, name: 'c' } }]);
  const page = { page: 2, pageSize: 1 };
  expect(
    await entityService.loadPages(CLIENT, client, 'jobs', { fields: ['title'], sort: 'id' }, page),
  ).toEqual({
    results: [{ ...ids, title: 'p' }],
    pagination: { ...page, pageCount: 2, total: 2 },
  });
  await expect(entityService.loadPages(CLIENT, client, 'name')).rejects.toThrow('anyToMany');
  await expect(entityService.load(CLIENT, client, ['jobs'] as unknown as string)).rejects.toThrow(
    'to be a string',
  );
});

test('decorators replace methods, which call the replacements', async () => {
  const { entityService } = workshop;
  const seen: unknown[] = [];
  const decorated = entityService.decorate((old: EntityMethods): Partial<EntityMethods> => ({
    async findMany(uid, params) {
      return [await old.findMany.call(this as EntityMethods, uid, params), 'wrapped'];
    },
    async wrapParams(params, call) {
      seen.push(call);
      return { ...params, fields: ['name'] };
    },
  }));
  expect(decorated).toBe(entityService);
  expect(await entityService.findMany(CLIENT, { filters: { name: 'c' } })).toEqual([
    [{ id: expect.any(Number), documentId: expect.any(String), name: 'c' }],
    'wrapped',
  ]);
  expect(seen).toEqual([{ uid: CLIENT, action: 'findMany' }]);
  expect(() => entityService.decorate(5)).toThrow('Decorator must be a function, received number');
});
