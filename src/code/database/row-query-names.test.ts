// Row queries: column names instead of attribute names, and the offset of related rows.
import { beforeAll, expect, test } from 'vitest';
import { CLIENT, JOB, shareWorkshop } from '../../../test/support/workshop.ts';
import type { Fields, Row } from '../strapi/code-values.ts';

const workshop = await shareWorkshop();
let client: Row;
let documentId: string;

const jobs = () => workshop.query(JOB);
const clients = () => workshop.query(CLIENT);

beforeAll(async () => {
  client = await workshop.documents(CLIENT).create({ data: { name: 'First' } });
  const jobs = workshop.documents(JOB);
  for (const title of ['A', 'B', 'C']) {
    const data = { title, client: client.documentId };
    ({ documentId = '' } = await jobs.create({
      data,
      status: title === 'A' ? 'published' : 'draft',
    }));
  }
});

test('conditions accept column names, at all levels', async () => {
  const now = new Date();
  for (const [where, count] of [
    [{ published_at: null }, 3],
    [{ published_at: { $notNull: true } }, 1],
    [{ published_at: null, publishedAt: { $notNull: true } }, 0],
    [{ document_id: documentId }, 1],
    [{ document_id: [documentId, 'x'], title: 'C' }, 1],
    [{ $or: [{ document_id: documentId }, { title: 'B' }] }, 2],
    [{ $not: { document_id: documentId } }, 3],
    [{ created_at: { $lte: now } }, 4],
    [{ created_at: undefined }, 0],
    [{ client: { document_id: client.documentId } }, 4],
    [{ created_by_id: null }, 4],
    [{ created_by_id: { $notNull: true } }, 0],
  ] satisfies readonly (readonly [Fields, number])[]) {
    expect([where, await jobs().count({ where })]).toEqual([where, count]);
  }
  for (const where of [{ nothing: 1 }, { client_id: 1 }, { client: { visitor_count: 1 } }]) {
    await expect(jobs().count({ where })).rejects.toThrow('Invalid key');
  }
  expect(
    await jobs().updateMany({ where: { document_id: documentId }, data: { hours: 7 } }),
  ).toEqual({ count: 1 });
  expect(await jobs().deleteMany({ where: { document_id: 'nobody' } })).toEqual({ count: 0 });
});

test('columns are selected by attribute or column name', async () => {
  const select = ['document_id', 'published_at', 'title'];
  expect(await jobs().findOne({ where: { document_id: documentId }, select })).toEqual({
    documentId,
    publishedAt: null,
    title: 'C',
  });
});

test('related rows have an offset and a limit', async () => {
  const orderBy = { id: 'asc' };
  const page = { select: ['title'], where: { published_at: null }, orderBy, offset: 1, limit: 1 };
  const one = [{ id: expect.any(Number), title: 'B' }];
  expect(await clients().load(client, 'jobs', page)).toEqual(one);
  const populated = await clients().findOne({ populate: { jobs: page } });
  expect(populated?.['jobs']).toEqual(one);
  const [job] = await jobs().findMany({ populate: { client: { offset: 1 } } });
  expect(job?.['client']).toBeNull();
  const pages = { select: ['title'], orderBy, where: { publishedAt: null }, page: 2, pageSize: 2 };
  expect(await clients().loadPages(client, 'jobs', { ...pages, limit: 1, offset: 9 })).toEqual({
    results: [{ id: expect.any(Number), title: 'C' }],
    pagination: { page: 2, pageSize: 2, pageCount: 2, total: 3 },
  });
});
