// The entity service: document calls by row ids.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT, CRATE, JOB, openWorkshop, type Workshop } from '../../../test/support/workshop.ts';
import type { Row } from '../strapi/strapi.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await openWorkshop();
});

afterAll(() => workshop[Symbol.asyncDispose]());

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
  expect(await entityService.findPage(JOB, { pageSize: 1, fields: ['title'] })).toMatchObject({
    results: [{ title: 'p' }],
    pagination: { page: 1, pageSize: 1, pageCount: 2, total: 2 },
  });
  expect(await entityService.findOne(JOB, (created as Row).id)).toMatchObject({
    publishedAt: expect.any(String),
  });
});
