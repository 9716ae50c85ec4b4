// Row queries: ids that code chooses, values that can be stored, related rows, and errors.
import { expect, test } from 'vitest';
import { CLIENT, CRATE, JOB, shareWorkshop } from '../../../test/support/workshop.ts';
import type { Fields } from '../strapi/code-values.ts';

const workshop = await shareWorkshop();

const jobs = () => workshop.query(JOB);
const clients = () => workshop.query(CLIENT);
const crates = () => workshop.query(CRATE);

test('stores explicit ids of new rows, and numbers later rows after them', async () => {
  const row = await crates().create({ data: { id: 77, name: 'chosen', parts: [] } });
  expect(row).toMatchObject({ id: 77, name: 'chosen' });
  expect(await crates().findOne({ where: { id: 77 } })).toMatchObject({ name: 'chosen' });
  const { ids } = await crates().createMany({
    data: [{ name: 'a' }, { id: '90', name: 'b' }, { id: null, name: 'c' }],
  });
  const names = await Promise.all(
    ids.map(async (id) => (await crates().findOne({ where: { id } }))?.['name']),
  );
  expect([names, ids[1]]).toEqual([['a', 'b', 'c'], 90]);
  const next = await crates().create({ data: { name: 'next' } });
  expect(next.id).toBeGreaterThan(90);
  for (const id of ['x', 0, -5, 1.5, 2 ** 31, { a: 1 }]) {
    await expect(crates().create({ data: { id } })).rejects.toThrow('Invalid id.');
  }
  await expect(crates().create({ data: { id: 77 } })).rejects.toThrow();
  expect(await crates().update({ where: { id: 77 }, data: { id: 78 } })).toMatchObject({ id: 77 });
});

test('inserts many rows with ids in as few statements as one row', async () => {
  const statements = (first: number, count: number): Promise<number> => {
    const data = Array.from({ length: count }, (_, i) => ({
      id: first + count - i,
      name: `n${i}`,
    }));
    return workshop.project.statements(() => crates().createMany({ data }));
  };
  expect(await statements(200, 50)).toBe(await statements(300, 1));
  const next = await crates().create({ data: { name: 'next' } });
  expect(next.id).toBe(302);
});

test('updateMany requires a value for a column', async () => {
  await crates().createMany({ data: [{ name: 'many' }, { name: 'many' }] });
  const where = { name: 'many' };
  for (const data of [{ nothing: 1 }, { parts: [1] }, {}, { label: undefined }]) {
    await expect(crates().updateMany({ where, data })).rejects.toThrow('Update requires data');
  }
  await expect(crates().updateMany({ where })).rejects.toThrow('Update requires data');
  await expect(crates().update({})).rejects.toThrow('Update requires a data object');
  await expect(crates().update({ data: {} })).rejects.toThrow('Update requires a where parameter');
  const data = { label: 'k', nothing: 1 };
  expect(await crates().updateMany({ where, data })).toEqual({ count: 2 });
});

test.each<[string, string, Fields, string]>([
  [
    CRATE,
    'weight',
    { abc: 'abc', empty: '', flag: true, list: [] },
    'Expected a valid Number, got ',
  ],
  [
    JOB,
    'hours',
    { empty: ' ', date: new Date(), nan: Number.NaN },
    'Expected a valid Number, got ',
  ],
  [
    JOB,
    'due',
    { text: 'nonsense', empty: '', flag: true, words: 'Jan 1, 2020' },
    'Invalid format, expected a timestamp or an ISO date',
  ],
])('%s rejects invalid values of %s', async (uid, name, values, message) => {
  const { id } = await workshop.query(uid).create({ data: {} });
  for (const value of Object.values(values)) {
    const data = { [name]: value };
    const error = { name: 'ValidationError', message: expect.stringContaining(message) };
    await expect(workshop.query(uid).create({ data })).rejects.toMatchObject(error);
    await expect(workshop.query(uid).update({ where: { id }, data })).rejects.toMatchObject(error);
  }
});

test('rejects an item without an id as a related row, and changes nothing for `set: null`', async () => {
  const client = await clients().create({ data: { name: 'Related' } });
  const { id } = await jobs().create({ data: { title: 'J', client: client.id } });
  const change = async (value: unknown): Promise<unknown> => {
    const data = { client: value };
    return (await jobs().update({ where: { id }, data, populate: ['client'] }))?.['client'];
  };
  const related = { id: client.id, name: 'Related' };
  for (const value of [{ set: null }, {}, true, { connect: null }, String(client.id)]) {
    expect(await change(value), JSON.stringify(value)).toMatchObject(related);
  }
  for (const value of [
    { connect: [{ documentId: 'x' }] },
    [{ name: 'x' }],
    { set: [{ name: 'x' }] },
    { disconnect: true },
    'x',
    { id: null },
  ]) {
    await expect(change(value), JSON.stringify(value)).rejects.toThrow('Invalid id, expected');
  }
  expect(await jobs().findOne({ where: { id }, populate: ['client'] })).toMatchObject({
    client: related,
  });
  expect(await change([client.id, null])).toMatchObject(related);
  expect(await change({ set: [] })).toBeNull();
});

test('loads nothing for a row that no longer exists, and pages only lists of related rows', async () => {
  const gone = { id: 987_654 };
  expect(await jobs().load(gone, ['client', 'helpers'])).toBeNull();
  expect(await jobs().load(gone, 'client')).toBeNull();
  await expect(jobs().load(gone, 5 as never)).rejects.toThrow('Expected 5 to be a relational');
  for (const name of ['client', 'title', 'nothing', 'parts', 'zone']) {
    await expect(jobs().loadPages(gone, name), name).rejects.toThrow(
      `Invalid load. Expected ${name} to be an anyToMany relational attribute`,
    );
  }
});

test('accepts pages beyond the end of a list, and pages of any size', async () => {
  const where = { name: { $startsWith: 'page' } };
  await crates().createMany({ data: [{ name: 'page1' }, { name: 'page2' }, { name: 'page3' }] });
  for (const [params, count, pagination] of [
    [{ page: 0, pageSize: 2 }, 2, { page: 0, pageSize: 2, pageCount: 2 }],
    [{ page: 2, pageSize: '2' }, 1, { page: 2, pageSize: 2, pageCount: 2 }],
    [{ pageSize: -1 }, 3, { page: 1, pageSize: -1, pageCount: -3 }],
    [{ page: 9 }, 0, { page: 9, pageSize: 10, pageCount: 1 }],
  ] as const) {
    const page = await crates().findPage({ ...params, where });
    expect(page.results).toHaveLength(count);
    expect(page.pagination).toEqual({ ...pagination, total: 3 });
  }
});

test.each<[Fields, string]>([
  [{ where: { title: { $foo: 1 } } }, 'Undefined attribute level operator $foo'],
  [{ where: { client: { name: { $foo: 1 } } } }, 'Undefined attribute level operator $foo'],
  [
    { where: { $eq: 1 } },
    'Only $and, $or and $not can only be used as root level operators. Found $eq.',
  ],
  [{ where: { $or: {} } }, 'Operator $or must be an array'],
  [{ where: { $not: 1 } }, 'Where must be an array or an object'],
  [{ where: { hours: 'abc' } }, 'Expected a valid Number, got abc'],
  [{ orderBy: 'nothing' }, `Attribute nothing not found on model ${JOB}`],
  [{ where: { nothing: 1 } }, 'Invalid key nothing'],
])('the error for %o does not name a location in a request', async (params, message) => {
  const error = await jobs()
    .findMany(params)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ValidationError', message });
  expect((error as { details?: object }).details).not.toHaveProperty('source');
});
