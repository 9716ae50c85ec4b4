// Relations of data with documentIds, converted to row ids, and data without components.
import { beforeAll, expect, test } from 'vitest';
import { CLIENT, JOB, shareWorkshop } from '../../../test/support/workshop.ts';
import type { Fields, Row } from '../strapi/code-values.ts';

const workshop = await shareWorkshop();
let client: Row;
let job: string;

beforeAll(async () => {
  client = await workshop.documents(CLIENT).create({ data: { name: 'c' } });
  const data = { title: 'j' };
  job = String((await workshop.documents(JOB).create({ data, status: 'published' })).documentId);
});

test('documentIds become row ids of the requested version, at all levels', async () => {
  const { transformData } = workshop.documents.utils;
  const { id, documentId } = client;
  const draft = { uid: JOB, status: 'draft' } as const;
  expect(await transformData({ title: 'x', client: documentId, nothing: 1 }, draft)).toEqual({
    title: 'x',
    client: { set: [{ id }] },
    nothing: 1,
  });
  const connect = [{ documentId, position: { start: true } }];
  const parts = [{ name: 'p' }];
  expect(await transformData({ helpers: { connect }, parts, client: null }, draft)).toEqual({
    helpers: { connect: [{ id, position: { start: true } }] },
    parts,
    client: null,
  });
  expect(await transformData({ client: id, helpers: [{ id }, '12'] }, draft)).toEqual({
    client: { set: [{ id }] },
    helpers: { set: [{ id }, { id: '12' }] },
  });
  // The last one of several counts.
  expect(await transformData({ client: ['nobody', documentId] }, draft)).toEqual({
    client: { set: [{ id }] },
  });
  const rows = await workshop.query(JOB).findMany({ where: { documentId: job }, orderBy: 'id' });
  const ids = rows.map((row) => ({ id: row.id }));
  // An entry without drafts is linked to both versions.
  expect(await transformData({ jobs: [job] }, { uid: CLIENT })).toEqual({ jobs: { set: ids } });
  const published = [{ documentId: job, status: 'published' }];
  expect(await transformData({ jobs: published }, { uid: CLIENT })).toEqual({
    jobs: { set: ids.slice(1) },
  });
});

test('documents that do not exist are errors or, on request, omitted', async () => {
  const { transformData } = workshop.documents.utils;
  const data = { client: { connect: [{ documentId: 'nobody' }] } };
  await expect(transformData(data, { uid: JOB })).rejects.toMatchObject({
    name: 'ValidationError',
    message: 'Document with id "nobody", locale "null" not found',
  });
  expect(await transformData(data, { uid: JOB, allowMissingId: true })).toEqual({
    client: { connect: [] },
  });
});

test('documents of one type are read together, and property names are preserved', async () => {
  const { transformData } = workshop.documents.utils;
  const { id, documentId } = client;
  const reads: unknown[] = [];
  const end = workshop.db.lifecycles.subscribe({
    models: [CLIENT],
    beforeFindMany: () => reads.push(1),
  });
  const other = await workshop.documents(CLIENT).create({ data: { name: 'o' } });
  reads.length = 0;
  const data: unknown = JSON.parse('{"__proto__": 1}');
  const helpers = [documentId, other.documentId];
  const result = await transformData(
    Object.assign(data as Fields, { helpers, client: documentId }),
    { uid: JOB, status: 'draft' },
  );
  end();
  expect(Object.entries(result)).toEqual([
    ['__proto__', 1],
    ['helpers', { set: [{ id }, { id: other.id }] }],
    ['client', { set: [{ id }] }],
  ]);
  // One for each attribute.
  expect(reads).toHaveLength(2);
});

test('omitComponentData omits components and zones', () => {
  const data = { title: 'a', parts: [{ name: 'x' }], zone: [], other: 1 };
  expect(workshop.documents(JOB).omitComponentData(data)).toEqual({ title: 'a', other: 1 });
});
