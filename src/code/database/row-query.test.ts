// Queries of rows: results, writes, errors and hooks.
import { beforeAll, describe, expect, test } from 'vitest';
import { CLIENT, CRATE, JOB, shareWorkshop } from '../../../test/support/workshop.ts';
import type { LifecycleEvent } from '../lifecycles/lifecycles.ts';
import type { Fields, Row } from '../strapi/code-values.ts';

const workshop = await shareWorkshop();
let client: Row;

const jobs = () => workshop.query(JOB);
const clients = () => workshop.query(CLIENT);
const crates = () => workshop.query(CRATE);

const ID = expect.any(Number) as number;
const TEXT = expect.any(String) as string;

beforeAll(async () => {
  client = await workshop.documents(CLIENT).create({ data: { name: 'First client', pin: '1234' } });
  await workshop.documents(JOB).create({
    data: { title: 'Opening', slug: 'opening', hours: 2, client: client.documentId },
    status: 'published',
  });
});

describe('reads', () => {
  test('returns drafts and published rows, with all columns', async () => {
    const rows = await jobs().findMany({ orderBy: 'id' });
    expect(rows).toMatchObject([
      { title: 'Opening', publishedAt: null, locale: null, secret: null },
      { title: 'Opening', publishedAt: TEXT },
    ]);
    expect(await jobs().count()).toBe(2);
  });

  test('accepts `filters` of documents, and finds nothing for a missing value', async () => {
    const filters = { title: 'Opening' };
    expect(await jobs().count({ filters })).toBe(2);
    expect(await jobs().count({ filters, where: { publishedAt: null } })).toBe(1);
    expect(await jobs().findMany({ filters: { title: 'x' } })).toEqual([]);
    expect(await jobs().findMany({ where: { title: undefined } })).toEqual([]);
    for (const id of [
      Number.NaN,
      { $eq: Number.NaN },
      { $gt: Number.NaN },
      { $in: [Number.NaN] },
      { $between: [0, Number.NaN] },
      [Number.NaN],
    ]) {
      expect(await jobs().findOne({ where: { id } })).toBeNull();
    }
    expect(await jobs().updateMany({ filters: { title: 'x' }, data: { hours: 9 } })).toEqual({
      count: 0,
    });
    await expect(jobs().findOne({ where: { id: undefined } })).rejects.toThrow('filters.id');
  });

  test('loads several relations, pages of one relation, and relations of a copied row', async () => {
    const job = (await jobs().findOne({ where: { publishedAt: null } })) ?? {};
    expect(await jobs().load(job, ['client', 'parts'])).toMatchObject({
      client: { name: 'First client' },
      parts: [],
    });
    const loaded = await clients().loadPages(client, 'jobs', {
      select: ['publishedAt'],
      orderBy: { id: 'asc' },
      page: 2,
      pageSize: 1,
    });
    expect(loaded).toEqual({
      results: [{ id: ID, publishedAt: TEXT }],
      pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 },
    });
    const populated = await jobs().populate(job, { client: { select: ['name'] } });
    expect(populated).toMatchObject({ title: 'Opening', client: { name: 'First client' } });
  });

  test('returns only the selected columns, and ids with populated relations', async () => {
    expect(
      await clients().findOne({
        where: { name: 'First client' },
        select: ['name', 'visits'],
        populate: { jobs: { select: ['title', 'publishedAt'], orderBy: { id: 'asc' } } },
      }),
    ).toEqual({
      id: ID,
      name: 'First client',
      visits: 0,
      jobs: [
        { id: ID, title: 'Opening', publishedAt: null },
        { id: ID, title: 'Opening', publishedAt: TEXT },
      ],
    });
    const named = await jobs().findMany({ where: { hours: 2 }, select: 'title', limit: 1 });
    expect(named).toEqual([{ title: 'Opening' }]);
    const related = { where: { client: { name: 'First client' } }, select: ['title'], limit: 1 };
    expect(await jobs().findMany(related)).toEqual([{ id: ID, title: 'Opening' }]);
  });

  test.each<Fields>([
    { title: 'Opening' },
    { title: ['Opening', 'x'] },
    { title: { $in: ['Opening'] } },
    { title: { $containsi: 'OPEN' } },
    { title: { $startsWith: 'Op' }, hours: { $between: [1, 3] } },
    { $or: [{ title: 'x' }, { hours: { $gte: 2 } }], $not: { stage: 'done' } },
    { slug: { $ne: 'x' }, secret: null },
    { secret: { $null: true }, slug: { $notNull: true } },
    { client: { name: 'First client' } },
    { client: 1 },
    { client: [1, 99] },
    { client: { $notNull: true } },
    { id: { $in: [1, 2, null] } },
    { client: { id: { $in: [1] } } },
    { createdAt: { $lt: new Date(Date.now() + 60_000) } },
  ])('where %j', async (where) => {
    expect(await jobs().count({ where })).toBe(2);
  });

  test('compares and returns a password as it is stored', async () => {
    const pin = (await clients().findOne({ select: ['pin'] }))?.['pin'];
    expect(pin).toMatch(/^\$2/);
    expect(await clients().count({ where: { pin } })).toBe(1);
  });

  test('populates everything, a list and nested relations, and ignores unknown names', async () => {
    const all = await jobs().findOne({ populate: true });
    expect(all).toMatchObject({ parts: [], client: { name: 'First client' }, createdBy: null });
    const listed = await jobs().findOne({ populate: ['client', 'nothing'] });
    expect(listed?.['client']).toMatchObject({ documentId: client.documentId, pin: TEXT });
    const nested = await jobs().findOne({
      select: ['title'],
      populate: { client: { select: ['name'], populate: { jobs: { limit: 1 } } } },
    });
    expect(nested?.['client']).toMatchObject({ id: ID, jobs: [{ title: 'Opening' }] });
    const path = await jobs().findOne({ populate: ['client.jobs'], select: ['title'] });
    expect(path?.['client']).toMatchObject({ name: 'First client', jobs: [{}, {}] });
    const counted = await jobs().findOne({ populate: { client: { count: true } } });
    expect(counted?.['client']).toEqual({ count: 1 });
    await expect(jobs().findOne({ populate: 'client' })).rejects.toThrow(
      'Populate must be an object',
    );
  });

  test('limits: 0 and -1 mean no limit; pages have ten rows', async () => {
    expect(await jobs().findMany({ limit: 0 })).toHaveLength(2);
    expect(await jobs().findMany({ limit: -1 })).toHaveLength(2);
    expect(await jobs().findMany({ limit: '1', offset: '1' })).toHaveLength(1);
    expect(await jobs().findWithCount({ limit: 1, select: ['title'] })).toEqual([
      [{ title: 'Opening' }],
      2,
    ]);
    expect((await clients().findPage()).pagination).toEqual({
      page: 1,
      pageSize: 10,
      pageCount: 1,
      total: 1,
    });
    const page = { page: 2, pageSize: 1, select: ['title'] };
    expect(await jobs().findPage(page)).toEqual({
      results: [{ title: 'Opening' }],
      pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 },
    });
    expect(await clients().findMany({ _q: 'first', select: ['name'] })).toHaveLength(1);
  });

  test('loads a relation of a row', async () => {
    const row = await clients().findOne();
    const params = { select: ['title'], orderBy: 'id' };
    expect(await clients().load(row ?? {}, 'jobs', params)).toEqual([
      { id: ID, title: 'Opening' },
      { id: ID, title: 'Opening' },
    ]);
    const job = await jobs().findOne();
    expect(await jobs().load(job ?? {}, 'client', { select: ['name'] })).toEqual({
      name: 'First client',
    });
  });

  test('rejects unknown names', async () => {
    expect(() => workshop.query('api::ghost.ghost')).toThrow('Model api::ghost.ghost not found');
    await expect(jobs().findMany({ where: { nothing: 1 } })).rejects.toThrow('nothing');
    await expect(jobs().findMany({ where: { id: undefined } })).rejects.toThrow('filters.id');
    await expect(jobs().findMany({ orderBy: ['title:desc'] })).rejects.toThrow('title:desc');
  });

  test('reads rows of components, built-in types and stored settings', async () => {
    expect(await workshop.query('work.part').findMany()).toEqual([]);
    expect(await workshop.query('admin::user').count()).toBe(0);
    const roles = await workshop.query('plugin::users-permissions.role').findMany({
      where: { type: 'public' },
      select: ['type'],
      populate: { permissions: { select: ['action'] } },
    });
    expect(roles).toMatchObject([{ type: 'public', id: ID }]);
    const settings = workshop.query('strapi::core-store');
    const keys = await settings.findMany({ select: ['key'], limit: 1 });
    expect(keys).toEqual([{ key: TEXT }]);
  });
});

describe('writes', () => {
  test('creates a published row with defaults and without a draft, dropping unknown keys', async () => {
    const row = await jobs().create({
      data: {
        title: 'by query',
        stage: 'bad',
        nothing: 1,
        client: { connect: [{ id: client.id }] },
      },
      populate: { client: { select: ['name'] } },
    });
    expect(row).toEqual({
      id: ID,
      documentId: TEXT,
      title: 'by query',
      slug: null,
      hours: null,
      stage: 'bad',
      secret: null,
      due: null,
      marks: null,
      createdAt: TEXT,
      updatedAt: TEXT,
      publishedAt: TEXT,
      locale: null,
      client: { name: 'First client' },
    });
    expect(await jobs().delete({ where: { id: row.id }, select: ['title'] })).toEqual({
      id: row.id,
      title: 'by query',
    });
  });

  test('stores values unchanged: a plain password, times, a documentId, components', async () => {
    const part = await workshop.query('work.part').create({ data: { name: 'lone' } });
    expect(part).toEqual({ id: ID, name: 'lone', count: 1 });
    const row = await jobs().create({
      data: {
        title: 'given',
        documentId: 'given',
        createdAt: '2020-01-01T00:00:00.000Z',
        publishedAt: null,
        hours: '2.5',
        marks: { a: [1] },
        parts: [{ id: part.id }],
      },
      populate: ['parts'],
    });
    expect(row).toMatchObject({
      documentId: 'given',
      createdAt: '2020-01-01T00:00:00.000Z',
      publishedAt: null,
      hours: 2.5,
      marks: { a: [1] },
      parts: [{ id: part.id, name: 'lone', count: 1 }],
    });
    await jobs().delete({ where: { documentId: 'given' } });
    const plain = await clients().create({ data: { name: 'p', pin: 'x' }, select: ['pin'] });
    expect(plain).toEqual({ pin: 'x' });
    await clients().delete({ where: { name: 'p' } });
  });

  test('creates several rows at once, without links', async () => {
    const data = [{ name: 'm1', weight: 1 }, { name: 'm2' }];
    expect(await crates().createMany({ data })).toEqual({ count: 2, ids: [ID, ID] });
    const where = { name: { $in: ['m1', 'm2'] } };
    expect(await crates().updateMany({ where, data: { weight: 7 } })).toEqual({ count: 2 });
    expect(await crates().count({ where: { weight: 7 } })).toBe(2);
    expect(await crates().deleteMany({ where: { weight: 7 } })).toEqual({ count: 2 });
    expect(await crates().deleteMany({ where: { weight: 7 } })).toEqual({ count: 0 });
    await expect(crates().createMany({ data: [] })).rejects.toThrow('Nothing to insert');
    await expect(crates().createMany({})).rejects.toThrow('CreateMany expects data to be an array');
    await expect(crates().updateMany({ where, data: {} })).rejects.toThrow('Update requires data');
  });

  test('finds and writes several rows in one transaction', async () => {
    await crates().createMany({ data: ['c1', 'c2'].map((name) => ({ name, weight: 1 })) });
    const [where, write] = [{ weight: 1 }, { where: { weight: 1 }, data: { weight: 2 } }];
    const both = await Promise.all([crates().updateMany(write), crates().updateMany(write)]);
    expect(both.map(({ count }) => count).sort((a, b) => a - b)).toEqual([0, 2]);
    expect(await crates().count({ where })).toBe(0);
    const rows = { where: { weight: 2 } };
    const removals = await Promise.all([crates().deleteMany(rows), crates().deleteMany(rows)]);
    expect(removals.map(({ count }) => count).sort((a, b) => a - b)).toEqual([0, 2]);
  });

  test('updates the rows that a search finds, and none if the conditions are not an object', async () => {
    await crates().createMany({ data: [{ name: 'searched' }, { name: 'other' }] });
    expect(await crates().updateMany({ _q: 'searched', data: { weight: 5 } })).toEqual({
      count: 1,
    });
    expect(await crates().deleteMany({ _q: 'searched', limit: 0 })).toEqual({ count: 1 });
    for (const where of [[], 'other', 1]) {
      await expect(crates().deleteMany({ where })).rejects.toThrow('Where must be an object');
      await expect(crates().count({ where })).rejects.toThrow('Where must be an object');
    }
    await expect(crates().deleteMany({ filters: () => ({}) })).rejects.toThrow('filters');
    expect(await crates().findMany({ select: ['name', 'weight'] })).toEqual([
      { name: 'other', weight: null },
    ]);
    expect(await crates().deleteMany({ where: { name: 'other' } })).toEqual({ count: 1 });
  });

  test('updates the first matching row, with its links', async () => {
    const [job] = await jobs().findMany({ limit: 1, orderBy: 'id' });
    const row = await clients().update({
      where: { name: 'First client' },
      data: { visits: 3, jobs: { set: [job?.id] } },
      select: ['name', 'visits'],
      populate: { jobs: { select: ['title'] } },
    });
    expect(row).toEqual({ id: ID, name: 'First client', visits: 3, jobs: [{ title: 'Opening' }] });
    const update = { where: { name: 'nobody' }, data: { visits: 1 } };
    expect(await clients().update(update)).toBeNull();
    await expect(clients().update({ where: {}, data: {} })).rejects.toThrow(
      'Update requires a where parameter',
    );
    expect(await clients().delete({ where: { name: 'nobody' } })).toBeNull();
    await expect(clients().delete({})).rejects.toThrow('Delete requires a where parameter');
  });

  test('turns a published row into a draft, and updates totals', async () => {
    const row = await jobs().create({ data: { title: 'turned' } });
    const drafts = () => workshop.documents(JOB).count({ filters: {} });
    const before = await drafts();
    await jobs().update({ where: { id: row.id }, data: { publishedAt: null } });
    expect(await drafts()).toBe(before + 1);
    await jobs().delete({ where: { id: row.id } });
    expect(await drafts()).toBe(before);
  });
});

describe('hooks', () => {
  async function seen(work: () => Promise<unknown>): Promise<readonly string[]> {
    const actions: string[] = [];
    const end = workshop.db.lifecycles.subscribe((event: LifecycleEvent) => {
      actions.push(event.action);
    });
    await work();
    end();
    return actions;
  }

  test('run for each method', async () => {
    const around = (...actions: string[]) => actions.flatMap((a) => [`before${a}`, `after${a}`]);
    expect(await seen(() => crates().create({ data: { name: 'h' } }))).toEqual(around('Create'));
    expect(await seen(() => crates().createMany({ data: [{ name: 'h1' }] }))).toEqual(
      around('CreateMany'),
    );
    const change = { where: { name: 'h' }, data: { weight: 1 } };
    expect(await seen(() => crates().update(change))).toEqual(around('Update'));
    const nobody = { where: { name: 'nobody' }, data: { weight: 1 } };
    expect(await seen(() => crates().update(nobody))).toEqual(['beforeUpdate']);
    expect(await seen(() => crates().updateMany(change))).toEqual(around('UpdateMany'));
    expect(await seen(() => crates().findOne())).toEqual(around('FindOne'));
    expect(await seen(() => crates().findWithCount())).toEqual(around('FindMany', 'Count'));
    expect(await seen(() => crates().delete({ where: { name: 'h' } }))).toEqual(around('Delete'));
    expect(await seen(() => crates().delete(nobody))).toEqual(['beforeDelete']);
    expect(await seen(() => crates().deleteMany({ where: { name: 'h1' } }))).toEqual(
      around('DeleteMany'),
    );
  });

  test('read and change the parameters and the result', async () => {
    const end = workshop.db.lifecycles.subscribe({
      models: [CRATE],
      beforeCreate: ({ params }: LifecycleEvent) => {
        const data = params['data'] as Fields;
        data['label'] = `${data['createdAt'] instanceof Date}`;
      },
      afterCreate: ({ result }: LifecycleEvent) => {
        (result as Fields)['label'] = 'after';
      },
      beforeFindMany: ({ params }: LifecycleEvent) => {
        params['where'] = { name: 'nobody' };
      },
    });
    expect(await crates().create({ data: { name: 'x' } })).toMatchObject({ label: 'after' });
    expect(await crates().findMany({ where: { name: 'x' } })).toEqual([]);
    expect(await crates().findOne({ where: { name: 'x' } })).toMatchObject({ label: 'true' });
    end();
  });
});
