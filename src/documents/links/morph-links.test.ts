// Links to several types, written through HTTP on project pantry and read through both of their sides, and the rows
// of their tables (docs/strapi/differences.md, D2, D12 to D14).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestResponse } from '../../../test/support/app.ts';
import { changeDatabase, readRows, readValue } from '../../../test/support/app-database.ts';
import { findOrphans } from '../../../test/support/orphans.ts';
import { sqlMoment } from '../../../test/support/test-database.ts';

interface Entry {
  readonly id: number;
  readonly documentId: string;
  readonly [key: string]: unknown;
}

const [SHELF, JAR, GROCER] = ['api::shelf.shelf', 'api::jar.jar', 'api::grocer.grocer'];
/** A document with a draft and a published row. */
const JAM = 'jamjamjamjamjamjamjamjam';

let app: TestApp;
let a: Entry;
let b: Entry;
let c: Entry;
let grocer: Entry;

beforeAll(async () => {
  app = await openTestApp({ project: 'pantry' });
});

afterAll(() => app.close());

beforeEach(async () => {
  const types = ['shelves', 'marks', 'notes', 'grocers', 'jars', 'badges'];
  const tables = [...types, 'marks_items_mph', 'badges_wearers_mph'];
  await changeDatabase(app, tables.map((table) => `delete from ${table}`).join(';'));
  [a, b, c] = [await shelf('A'), await shelf('B'), await shelf('C')];
  grocer = await create('grocers', { name: 'G' });
  await changeDatabase(
    app,
    `insert into jars (document_id, name, published_at) values ('${JAM}', 'J', null), ('${JAM}', 'J', ${sqlMoment(1)})`,
  );
});

async function send(method: 'POST' | 'PUT' | 'DELETE', url: string, data?: object) {
  const headers = { 'content-type': 'application/json' };
  const body = data ? { headers, body: JSON.stringify({ data }) } : {};
  return app.request(`/api/${url}`, { method, ...body });
}

async function create(type: string, data: object): Promise<Entry> {
  return entryOf(await send('POST', `${type}?populate=*`, data), 201);
}

async function update(type: string, { documentId }: Entry, data: object): Promise<Entry> {
  return entryOf(await send('PUT', `${type}/${documentId}?populate=*`, data), 200);
}

function entryOf(response: TestResponse, status: number): Entry {
  expect([response.status, response.text]).toEqual([status, expect.anything()]);
  return response.json<{ data: Entry }>().data;
}

const shelf = (name: string, data: object = {}) => create('shelves', { name, ...data });
const mark = (title: string, data: object = {}) => create('marks', { title, ...data });

async function read(type: string, { documentId }: Entry): Promise<Entry> {
  return entryOf(await app.request(`/api/${type}/${documentId}?populate=*`), 200);
}

/** Names of a list, or of one. */
function names(value: unknown): readonly unknown[] {
  const list = Array.isArray(value) ? (value as readonly Entry[]) : [value as Entry | null];
  return list.map((entry) => entry && (entry['name'] ?? entry['title'] ?? entry['text']));
}

const target = (type: string, { documentId }: Pick<Entry, 'documentId'>, more: object = {}) => ({
  __type: type,
  documentId,
  ...more,
});

/** The rows of the link table: owner, row, type, field and order. */
function stored(): Promise<unknown> {
  return readRows(
    app,
    'select mark_id, items_id, items_type, field, "order" from marks_items_mph order by id',
  );
}

describe('a list of rows of several types', () => {
  test('links by documentId and by row id, in the specified order, each target once', async () => {
    const items = [
      target(SHELF, a),
      target(JAR, { documentId: JAM }),
      { __type: GROCER, id: grocer.id },
      { __type: SHELF, id: a.id },
    ];
    const made = await mark('m', { items });
    expect(made['items']).toMatchObject([
      { name: 'A', __type: SHELF },
      { name: 'J', __type: JAR },
      { name: 'G', __type: GROCER },
    ]);
    const [draft, published] = (await readRows(app, 'select id from jars order by id')).flat();
    expect(await stored()).toEqual([
      [made.id, a.id, SHELF, null, 1],
      [made.id, draft, JAR, null, 2],
      [made.id, published, JAR, null, 3],
      [made.id, grocer.id, GROCER, null, 4],
    ]);
  });

  test('moves targets of any type to positions', async () => {
    const made = await mark('m', { items: [target(SHELF, a), target(GROCER, grocer)] });
    const connect = [
      target(SHELF, b, { position: { before: grocer.documentId, __type: GROCER } }),
      target(SHELF, c, { position: { start: true } }),
    ];
    expect(names((await update('marks', made, { items: { connect } }))['items'])).toEqual([
      'C',
      'A',
      'B',
      'G',
    ]);
    const moved = {
      connect: [target(SHELF, c, { position: { after: b.documentId } })],
      disconnect: [{ __type: SHELF, id: a.id }, target(GROCER, grocer)],
    };
    expect(names((await update('marks', made, { items: moved }))['items'])).toEqual(['B', 'C']);
  });

  test('replaces links, keeps them if the key is missing, and removes them with an empty list', async () => {
    const made = await mark('m', { items: [target(SHELF, a)] });
    const items = { set: [target(SHELF, b), target(SHELF, a)] };
    expect(names((await update('marks', made, { items }))['items'])).toEqual(['B', 'A']);
    expect(await stored()).toEqual([
      [made.id, a.id, SHELF, null, 2],
      [made.id, b.id, SHELF, 'items', 1],
    ]);
    for (const idle of [true, { connect: [] }, { set: null }, { options: {} }]) {
      expect(names((await update('marks', made, { items: idle }))['items'])).toEqual(['B', 'A']);
    }
    expect((await update('marks', made, { items: [] }))['items']).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  test('changes some links without renumbering the others', async () => {
    const made = await mark('m', { items: [target(SHELF, a), target(SHELF, b)] });
    const before = { before: b.documentId };
    const connect = [target(SHELF, c, { position: before }), target(GROCER, grocer)];
    const changed = await update('marks', made, { items: { connect } });
    expect(names(changed['items'])).toEqual(['A', 'C', 'B', 'G']);
    const numbers = () => readRows(app, 'select "order" from marks_items_mph order by "order"');
    const [between, behind] = [1.745, 2.745].map((number): unknown => expect.closeTo(number));
    expect(await numbers()).toEqual([[1], [between], [2], [behind]]);
    await update('marks', made, { items: { disconnect: [target(SHELF, a)] } });
    expect(await numbers()).toEqual([[between], [2], [behind]]);
  });

  test.each<[string, (entry: Entry) => unknown, string]>([
    ['an unknown row', () => [{ __type: SHELF, id: 99_999 }], '1 relation(s) of type'],
    ['an unknown document', () => [{ __type: SHELF, documentId: 'none' }], 'Document with id'],
    ['no id', () => [{ __type: SHELF }], 'Invalid relations'],
    ['no type', ({ id }) => [{ id }], 'Invalid key items'],
    ['an unknown type', ({ id }) => [{ __type: 'nope', id }], 'Invalid key items'],
    [
      'one target twice',
      ({ id }) => ({ connect: [id, id].map((each) => ({ __type: SHELF, id: each })) }),
      'The relation with id ',
    ],
  ])('rejects %s and changes nothing', async (_, itemsOf, message) => {
    const made = await mark('m', { items: [target(SHELF, b)] });
    const before = await stored();
    const rejected = await send('PUT', `marks/${made.documentId}`, { items: itemsOf(a) });
    expect(rejected.json()).toMatchObject({
      error: { status: 400, message: expect.stringContaining(message) as string },
    });
    expect(await stored()).toEqual(before);
  });
});

describe('its inverse sides', () => {
  test('link rows of their own attribute, which appear in the list', async () => {
    const [m1, m2] = [await mark('m1'), await mark('m2')];
    const d = await shelf('D', { markMany: [m1.documentId, m2.id], markOne: m2.documentId });
    expect([names(d['markMany']), names(d['markOne'])]).toEqual([['m1', 'm2'], ['m2']]);
    expect(await stored()).toEqual([
      [m2.id, d.id, SHELF, 'markOne', 1],
      [m1.id, d.id, SHELF, 'markMany', 1],
      [m2.id, d.id, SHELF, 'markMany', 2],
    ]);
    expect(names((await read('marks', m1))['items'])).toEqual(['D']);
  });

  test('keep an order, without links that exist only in the list', async () => {
    const [m1, m2, m3] = [await mark('m1'), await mark('m2'), await mark('m3')];
    const d = await shelf('D', { markMany: { connect: [m1.documentId, m2.documentId] } });
    const first = { documentId: m3.documentId, position: { start: true } };
    const markMany = { connect: [first], disconnect: [m1.documentId] };
    expect(names((await update('shelves', d, { markMany }))['markMany'])).toEqual(['m3', 'm2']);
    await update('marks', m1, { items: { connect: [target(SHELF, d)] } });
    expect(names((await read('shelves', d))['markMany'])).toEqual(['m3', 'm2']);
    for (const idle of [{}, { connect: [] }, { set: null }]) {
      const kept = await update('shelves', d, { markMany: idle });
      expect(names(kept['markMany'])).toEqual(['m3', 'm2']);
    }
    expect((await update('shelves', d, { markMany: null }))['markMany']).toEqual([]);
    expect(names((await read('marks', m1))['items'])).toEqual(['D']);
  });

  test('append after all links of their row, in whatever attribute', async () => {
    const d = await shelf('D');
    const items = [a, b, c].map((each) => target(SHELF, each));
    await mark('m1', { items: [...items, target(GROCER, grocer), target(SHELF, d)] });
    const m2 = await mark('m2', { items: [...items, target(GROCER, grocer)] });
    await update('shelves', d, { markMany: { connect: [m2.documentId] } });
    expect(names((await read('marks', m2))['items'])).toEqual(['A', 'B', 'C', 'G', 'D']);
    expect((await stored()) as unknown[]).toContainEqual([m2.id, d.id, SHELF, 'markMany', 6]);
    await update('shelves', d, { markMany: { connect: [m2.documentId] } });
    expect((await stored()) as unknown[]).toContainEqual([m2.id, d.id, SHELF, 'markMany', 6]);
  });

  test('show a draft in the order of its links from both sides', async () => {
    const draft = async (type: string, data: object): Promise<Entry> =>
      entryOf(await send('POST', `${type}?status=draft`, data), 201);
    const [one, two] = [await draft('jars', { name: 'one' }), await draft('jars', { name: 'two' })];
    await draft('badges', { title: 'x', wearers: [target(SHELF, a), target(JAR, one)] });
    const badge = await draft('badges', {
      title: 'y',
      wearers: [target(JAR, two), target(SHELF, b)],
    });
    const connect = { badgeMany: { connect: [badge.id] } };
    entryOf(await send('PUT', `jars/${one.documentId}?status=draft`, connect), 200);
    const url = `/api/badges/${badge.documentId}?status=draft&populate=wearers`;
    expect(names(entryOf(await app.request(url), 200)['wearers'])).toEqual(['two', 'B', 'one']);
  });

  test('keep the links of other attributes that remain in a changed list', async () => {
    const m1 = await mark('m1');
    const d = await shelf('D', { markMany: [m1.id], markOne: m1.id });
    await update('marks', m1, {
      items: { connect: [target(SHELF, a, { position: { start: true } })] },
    });
    const after = await read('shelves', d);
    expect([names(after['markMany']), names(after['markOne'])]).toEqual([['m1'], ['m1']]);
    await update('marks', m1, { items: { disconnect: [target(SHELF, d)] } });
    const gone = await read('shelves', d);
    expect([gone['markMany'], gone['markOne']]).toEqual([[], null]);
  });

  test('to one: show the first of several, which a connected one replaces', async () => {
    const [m1, m2, m3] = [await mark('m1'), await mark('m2'), await mark('m3')];
    const d = await shelf('D', { markOne: [m2.documentId, m1.documentId] });
    expect(names(d['markOne'])).toEqual(['m2']);
    const connected = await update('shelves', d, { markOne: { connect: [m3.documentId] } });
    expect(names(connected['markOne'])).toEqual(['m3']);
    expect((await read('marks', m1))['items']).toEqual([]);
  });
});

describe('a link to one row of any type', () => {
  const columns = () => readRows(app, 'select target_id, target_type from notes order by id');

  test('is set by a list, whose last item wins, and cleared by an empty one', async () => {
    const note = await create('notes', { text: 'n', about: [target(SHELF, a)] });
    expect(note['about']).toMatchObject({ name: 'A', __type: SHELF });
    const about = { connect: [target(SHELF, b), { __type: GROCER, id: grocer.id }] };
    expect((await update('notes', note, { about }))['about']).toMatchObject({ name: 'G' });
    expect(await columns()).toEqual([[grocer.id, GROCER]]);
    expect(names((await read('grocers', grocer))['noteMany'])).toEqual(['n']);
    const other = { disconnect: [target(SHELF, b)] };
    expect((await update('notes', note, { about: other }))['about']).toMatchObject({ name: 'G' });
    expect((await update('notes', note, { about: [] }))['about']).toBeNull();
    expect(await columns()).toEqual([[null, null]]);
  });

  test('references the published row of a document', async () => {
    await create('notes', { text: 'n', about: [target(JAR, { documentId: JAM })] });
    const published = await readValue(app, 'select id from jars where published_at is not null');
    expect(await columns()).toEqual([[published, JAR]]);
  });

  test('from its inverse sides: links all named rows, and moves them from others', async () => {
    const [n1, n2] = [await create('notes', { text: 'n1' }), await create('notes', { text: 'n2' })];
    const many = await update('shelves', a, { noteMany: [n2.documentId, n1.id] });
    expect(new Set(names(many['noteMany']))).toEqual(new Set(['n1', 'n2']));
    expect(await columns()).toEqual([
      [a.id, SHELF],
      [a.id, SHELF],
    ]);
    await update('shelves', b, { noteMany: { connect: [n2.documentId] } });
    expect(names((await read('shelves', a))['noteMany'])).toEqual(['n1']);
    const one = await update('shelves', b, { noteOne: n1.documentId });
    expect(names(one['noteOne'])).toEqual(['n1']);
    expect(await columns()).toEqual([
      [b.id, SHELF],
      [null, null],
    ]);
    await update('shelves', b, { noteOne: null });
    expect(await columns()).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});

test('no links to a deleted document remain', async () => {
  const all = { items: [target(SHELF, a), target(SHELF, b), target(JAR, { documentId: JAM })] };
  const made = await mark('m', all);
  await create('notes', { text: 'n', about: [target(SHELF, a)] });
  await send('DELETE', `shelves/${a.documentId}`);
  expect(names((await read('marks', made))['items'])).toEqual(['B', 'J']);
  expect(await findOrphans(app.project.config.database, app.store)).toEqual([]);
  await send('DELETE', `marks/${made.documentId}`);
  expect(await stored()).toEqual([]);
});
