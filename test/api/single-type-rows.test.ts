// Single types with rows of another program: the document is that of the first row, if this row has a documentId.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase, readRows } from '../support/app-database.ts';
import { sqlMoment } from '../support/test-database.ts';

const [FIRST, SECOND] = ['a'.repeat(24), 'b'.repeat(24)];

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ project: 'pantry' });
});

afterAll(() => app.close());

beforeEach(() => changeDatabase(app, 'delete from counters; delete from menus'));

interface Stored {
  readonly documentId: string | null;
  readonly published?: boolean;
  readonly locale?: string;
}

/** Writes rows as another program does, each with its place as its value. */
async function store(table: 'counters' | 'menus', ...rows: readonly Stored[]): Promise<void> {
  const column = table === 'counters' ? 'count' : 'heading';
  const text = (value: string | null | undefined) => (value ? `'${value}'` : 'null');
  const values = rows.map(({ documentId, published = true, locale }, i) => {
    const moment = published ? sqlMoment(1) : 'null';
    return `(${text(documentId)}, '${i}', ${moment}, ${text(locale)})`;
  });
  await changeDatabase(
    app,
    `insert into ${table} (document_id, ${column}, published_at, locale) values ${values.join(', ')}`,
  );
}

function send(method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, data?: object) {
  const headers = { 'content-type': 'application/json' };
  const body = data ? { headers, body: JSON.stringify({ data }) } : {};
  return app.request(`/api/${url}`, { method, ...body });
}

interface Entry {
  readonly documentId: string | null;
  readonly [key: string]: unknown;
}

function entryOf(response: TestResponse): Entry {
  expect([response.status, response.text]).toEqual([200, expect.anything()]);
  return response.json<{ data: Entry }>().data;
}

const counters = () => readRows(app, 'select document_id, count from counters order by id');

describe('a first row without documentId', () => {
  test('is returned, but each write creates a new document', async () => {
    await store('counters', { documentId: null }, { documentId: FIRST });
    const made = entryOf(await send('PUT', 'counter', { count: 7 }));
    expect(made).toMatchObject({ count: 7, documentId: expect.stringMatching(/^[a-z0-9]{24}$/) });
    expect(await counters()).toEqual([
      [null, 0],
      [FIRST, 1],
      [made.documentId, 7],
    ]);
    expect(entryOf(await send('GET', 'counter'))).toMatchObject({ documentId: null, count: 0 });
    expect(entryOf(await send('PUT', 'counter', { count: 8 }))).toMatchObject({ count: 8 });
    expect(await counters()).toHaveLength(4);
  });

  test('is not deleted', async () => {
    await store('counters', { documentId: null }, { documentId: FIRST });
    expect((await send('DELETE', 'counter')).status).toBe(204);
    expect(await counters()).toHaveLength(2);
  });

  test('has no versions to publish', async () => {
    await store('menus', { documentId: null, published: false, locale: 'en' });
    for (const action of ['publish', 'unpublish', 'discard-draft']) {
      expect((await send('POST', `menu/actions/${action}`)).status).toBe(404);
    }
    const draft = entryOf(await send('PUT', 'menu?status=draft', { heading: 'x' }));
    expect(draft).toMatchObject({ heading: 'x', documentId: expect.any(String) as string });
    expect(await readRows(app, 'select heading from menus order by id')).toEqual([['0'], ['x']]);
  });
});

describe('the first row', () => {
  test('determines the document to write and delete', async () => {
    await store('counters', { documentId: FIRST }, { documentId: null }, { documentId: SECOND });
    const written = entryOf(await send('PUT', 'counter', { count: 7 }));
    expect(written).toMatchObject({ documentId: FIRST, count: 7 });
    await send('DELETE', 'counter');
    expect(await counters()).toEqual([
      [null, 1],
      [SECOND, 2],
    ]);
  });

  test('identifies the document, whose requested version and locale is created if it is missing', async () => {
    await store(
      'menus',
      { documentId: FIRST, locale: 'fr' },
      { documentId: SECOND, published: false, locale: 'en' },
    );
    const draft = entryOf(await send('PUT', 'menu?status=draft', { heading: 'x' }));
    expect(draft).toMatchObject({ documentId: FIRST, locale: 'en', heading: 'x' });
    expect(await readRows(app, 'select document_id, heading from menus order by id')).toEqual([
      [FIRST, '0'],
      [SECOND, '1'],
      [FIRST, 'x'],
    ]);
  });
});
