// Keyset pagination: the pages in either direction add up to the whole list, whatever it is sorted by.
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';
import { onClient, type OtherProgram } from '../support/test-database.ts';
import type { SqlValue } from '../../src/storage/session.ts';

/** Random lists. KEYSET_RUNS plays more. */
const RUNS = Number(process.env['KEYSET_RUNS'] ?? onClient({ sqlite: 15, postgres: 6 }));

/** Possible values of each column, including those that only other programs write: few values, so that many tie. */
const VALUES: Readonly<
  Record<string, { readonly type: string; readonly of: readonly SqlValue[] }>
> = {
  name: {
    type: 'string',
    of: ['', ' ', 'a', 'A', 'á', 'a\nb', '10', '9', '🎉', `"'\\%_`, '\u2028', '\ufffd'],
  },
  text: { type: 'text', of: ['null', 'undefined', 'x'.repeat(2000)] },
  kind: { type: 'enumeration', of: ['first', 'second'] },
  views: { type: 'integer', of: [-1, 0, 1, 2_147_483_647] },
  big: {
    type: 'biginteger',
    of: [9_007_199_254_740_992n, 9_007_199_254_740_993n, -9_223_372_036_854_775_808n, 5],
  },
  price: {
    type: 'decimal',
    of: [0.1, 0.3, 99_999_999.99, -1, ...onClient({ sqlite: [], postgres: ['NaN'] })],
  },
  ratio: {
    type: 'float',
    of: onClient<readonly SqlValue[]>({
      sqlite: [0.1 + 0.2, 0.3, 5e-324, 1.797_693_134_862_315_7e308, -0],
      postgres: [0.1 + 0.2, 0.3, 5e-324, -0, 'NaN', 'Infinity', '-Infinity'],
    }),
  },
  open: {
    type: 'boolean',
    of: onClient<readonly SqlValue[]>({ sqlite: [0, 1], postgres: ['f', 't'] }),
  },
  day: { type: 'date', of: ['2024-02-29', '0001-01-01', '9999-12-31'] },
  clock: { type: 'time', of: ['00:00:00.000', '23:59:59.999'] },
  moment: {
    type: 'datetime',
    of: onClient<readonly SqlValue[]>({
      sqlite: [0, 2024, 1_700_000_000_000, '2024-01-01 10:00:00', 9_007_199_254_740_993n],
      postgres: [
        '2024-01-01 10:00:00.123456',
        '2024-01-01 10:00:00.123',
        'infinity',
        '0044-01-01 BC',
      ],
    }),
  },
  data: {
    type: 'json',
    of: onClient<readonly SqlValue[]>({
      sqlite: [1, 1.5, 'a text', '{"a":1}', '[1]'],
      postgres: ['1', '1.5', '"a text"', '{"a":1}', '[1]', 'null'],
    }),
  },
};
const NAMES = Object.keys(VALUES);

const attributes = Object.fromEntries(
  NAMES.map((name) => {
    const type = VALUES[name]?.type;
    return [name, type === 'enumeration' ? { type, enum: ['first', 'second'] } : { type }];
  }),
);
const FILES = {
  [schemaOf('stone')]: {
    ...collectionType('stone', {
      ...attributes,
      parent: { type: 'relation', relation: 'manyToOne', target: 'api::stone.stone' },
    }),
    options: { draftAndPublish: false },
  },
  'config/api.json': { rest: { maxLimit: 100 } },
};

let folder: string;
let app: TestApp;
let other: OtherProgram;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quoin-keyset-'));
  writeFiles(folder, FILES);
  app = await openTestApp({ project: folder });
  other = await app.other();
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

type Stone = readonly (SqlValue | undefined)[];

/** Puts rows into the table, in place of those that are there. */
async function lay(stones: readonly Stone[]): Promise<void> {
  await other.script('delete from stones');
  const columns = NAMES.map((name) => `"${name}"`).join();
  const places = NAMES.map((_, i) => `$${i + 2}`).join();
  for (const [i, stone] of stones.entries()) {
    const values = NAMES.map((_, at) => stone[at] ?? null);
    await other.sql(`insert into stones (document_id, ${columns}) values ($1, ${places})`, [
      `d${i}`,
      ...values,
    ]);
  }
}

interface Page {
  readonly ids: readonly number[];
  readonly meta: {
    readonly pageSize: number;
    readonly total?: number;
    readonly before: string | null;
    readonly after: string | null;
  };
}

async function pageOf(query: string): Promise<Page> {
  const response = await app.request(`/api/stones?fields=views&${query}`);
  expect([response.status, query, response.text]).toEqual([200, query, expect.any(String)]);
  const body = response.json<{
    data: readonly { id: number }[];
    meta: { pagination: Page['meta'] };
  }>();
  return { ids: body.data.map(({ id }) => id), meta: body.meta.pagination };
}

/** All pages from one end of a list to the other. */
async function walk(query: string, side: 'after' | 'before'): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page = await pageOf(`${query}&pagination[${side}]=${cursor}`);
    pages.push(page);
    cursor = page.meta[side];
    if (pages.length > 200) throw new Error('it goes round in circles');
  }
  return side === 'after' ? pages : pages.toReversed();
}

/** The status and the message of a rejection. */
async function errorOf(query: string): Promise<readonly unknown[]> {
  const response = await app.request(`/api/stones?${query}`);
  const { error } = response.json<{ error?: { name: string; message: string } }>();
  return [response.status, error?.name, error?.message];
}

/** A forged cursor. */
function forged(...parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

const stone: fc.Arbitrary<Stone> = fc.tuple(
  ...NAMES.map((name) => fc.option(fc.constantFrom(...(VALUES[name]?.of ?? [])), { nil: null })),
);
const sort = fc
  .uniqueArray(fc.constantFrom('id', 'documentId', 'createdAt', ...NAMES), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) => fc.constantFrom('asc', 'desc').map((word) => `${name}:${word}`)),
    ),
  )
  .map((terms) => terms.join());

test('pages in either direction cover the whole list', { timeout: 60_000 + RUNS * 2000 }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(stone, { maxLength: 40 }),
      fc.array(fc.tuple(sort, fc.integer({ min: 1, max: 12 })), { minLength: 4, maxLength: 4 }),
      async (stones, lists) => {
        await lay(stones);
        for (const [by, size] of lists) {
          const { ids } = await pageOf(`sort=${by}&pagination[limit]=100`);
          expect(ids).toHaveLength(stones.length);
          const query = `sort=${by}&pagination[pageSize]=${size}`;
          for (const side of ['after', 'before'] as const) {
            const pages = await walk(query, side);
            expect([query, side, pages.flatMap((page) => page.ids)]).toEqual([query, side, ids]);
            expect(pages.map(({ meta }) => meta.total)).toEqual(pages.map(() => stones.length));
            await assertWayBack(query, pages);
          }
        }
      },
    ),
    { numRuns: RUNS },
  ),
);

/** From each page one comes to those beside it, whole ones, as far as the walk had whole ones. */
async function assertWayBack(query: string, pages: readonly Page[]): Promise<void> {
  const [first, last] = [pages[0], pages.at(-1)];
  expect([first?.meta.before, last?.meta.after]).toEqual([null, null]);
  for (const [i, page] of pages.entries()) {
    const [previous, next] = [pages[i - 1], pages[i + 1]];
    if (previous) {
      const given = await pageOf(`${query}&pagination[before]=${page.meta.before}`);
      expect(given.ids.slice(-previous.ids.length)).toEqual(previous.ids);
    }
    if (next) {
      const given = await pageOf(`${query}&pagination[after]=${page.meta.after}`);
      expect(given.ids.slice(0, next.ids.length)).toEqual(next.ids);
    }
  }
}

describe('meta.pagination', () => {
  const tenStones = (): Promise<void> => lay(Array.from({ length: 10 }, () => []));

  test('returns the cursors of the adjacent pages', async () => {
    await tenStones();
    const first = await pageOf('pagination[after]=&pagination[pageSize]=4');
    expect(first.meta).toEqual({ pageSize: 4, total: 10, before: null, after: expect.any(String) });
    const second = await pageOf(`pagination[after]=${first.meta.after}&pagination[limit]=4`);
    expect(second.meta).toMatchObject({
      pageSize: 4,
      before: expect.any(String),
      after: expect.any(String),
    });
    const back = await pageOf(`pagination[before]=${second.meta.before}&pagination[limit]=4`);
    expect(back).toEqual(first);
  });

  test('has the same limits and total as other pages', async () => {
    await tenStones();
    expect((await pageOf('pagination[before]=')).meta).toMatchObject({ pageSize: 25, after: null });
    expect((await pageOf('pagination[after]=&pagination[pageSize]=1000')).meta.pageSize).toBe(100);
    expect((await pageOf('pagination[after]=&pagination[limit]=0')).ids).toHaveLength(1);
    const uncounted = await pageOf('pagination[after]=&pagination[withCount]=false');
    expect(uncounted.meta).toEqual({ pageSize: 25, before: null, after: null });
  });

  test('contains a cursor from an empty page back to the end of the list', async () => {
    await tenStones();
    const { meta } = await pageOf('pagination[before]=&pagination[limit]=1');
    await other.script('delete from stones where id % 2 = 0');
    const beyond = forged('id:asc', Number.MAX_SAFE_INTEGER % 2 ** 31);
    const empty = await pageOf(`pagination[after]=${beyond}`);
    expect(empty).toMatchObject({ ids: [], meta: { before: '', after: null } });
    expect((await pageOf(`pagination[before]=${meta.before}`)).ids).not.toEqual([]);
    await other.script('delete from stones');
    expect((await pageOf('pagination[before]=')).meta).toMatchObject({ before: null, after: null });
  });

  test('has no cursors in other lists, or if the parameter has no value', async () => {
    const plain = await pageOf('pagination[limit]=3');
    expect(await pageOf('pagination[limit]=3&pagination[after]')).toEqual(plain);
    expect(plain.meta).not.toHaveProperty('after');
  });
});

const stoneById = forged('id:asc', 1);

test.each<[string, string, string]>([
  ['[after]=&pagination[before]=', 'PaginationError', "Cannot use both 'after' and 'before'"],
  ['[after]=&pagination[page]=1', 'PaginationError', "Cannot use both 'after' and 'page'"],
  ['[before]=&pagination[start]=0', 'PaginationError', "Cannot use both 'before' and 'start'"],
  [
    '[after]=&pagination[pageSize]=1&pagination[limit]=1',
    'PaginationError',
    'Cannot use both page',
  ],
  ['[after]=x', 'ValidationError', 'Invalid cursor in pagination[after]. Expected a cursor'],
  ['[after][0]=x', 'ValidationError', 'Invalid cursor'],
  [`[before]=${stoneById}=`, 'ValidationError', 'Invalid cursor in pagination[before]. Expected'],
  [`[after]=${forged()}`, 'ValidationError', 'Invalid cursor'],
  [`[after]=${forged(1)}`, 'ValidationError', 'Invalid cursor'],
  [`[after]=${forged('id:asc', { id: 1 })}`, 'ValidationError', 'Invalid cursor'],
  [`[after]=${forged('id:asc')}`, 'ValidationError', 'It belongs to a list with another sort'],
  [
    `[after]=${forged('id:asc', 1, 1)}`,
    'ValidationError',
    'It belongs to a list with another sort',
  ],
  [`[after]=${forged('id:asc', null)}`, 'ValidationError', 'Its id is not a number'],
  [`[after]=${forged('id:asc', '1')}`, 'ValidationError', 'Its id is not a number'],
  [`[after]=${stoneById}&sort=views`, 'ValidationError', 'sorted by views:asc,id:asc'],
  [
    `[after]=${forged('views:asc,id:asc', 'x', 1)}&sort=views`,
    'ValidationError',
    'Its views is not a number',
  ],
  [
    `[after]=${forged('big:asc,id:asc', '', 1)}&sort=big`,
    'ValidationError',
    'Its big is not a number',
  ],
  [`[after]=${forged('id:asc', 'x'.repeat(30_000))}`, 'ValidationError', 'Expected a cursor'],
  ['[after]=&sort=parent.name', 'ValidationError', 'does not support a sort through a relation'],
])('rejects invalid keyset pagination $#', async (query, name, message) => {
  expect(await errorOf(`pagination${query}`)).toEqual([
    400,
    name,
    expect.stringContaining(message),
  ]);
});

test.each([
  ['moment', 'no time'],
  ['open', 'maybe'],
  ['day', 5],
  ['data', '{'],
  ['name', 'a\0b'],
])('a forged %s reads no more than a filter, and causes no error', async (name, value) => {
  const query = `sort=${name}&pagination[after]=${forged(`${name}:asc,id:asc`, value, 1)}`;
  const { status } = await app.request(`/api/stones?${query}`);
  expect(status).toBe(onClient({ sqlite: 200, postgres: 400 }));
});

describe('values that do not fit into a cursor', () => {
  const firstBy = (name: string): string =>
    `sort=${name}:${onClient({ sqlite: 'desc', postgres: 'asc' })}&pagination[after]=&pagination`;

  test('are rejected only if a page requires their cursor', async () => {
    await lay([[], ['a', 'x'.repeat(30_000)], []]);
    expect((await pageOf(`${firstBy('text')}[limit]=3`)).ids).toHaveLength(3);
    expect(await errorOf(`${firstBy('text')}[limit]=1`)).toEqual([
      400,
      'ValidationError',
      expect.stringContaining('are too long'),
    ]);
  });

  // A server takes none of these.
  test.each(onClient({ sqlite: ["cast(x'ff' as text)", "x'ff'"], postgres: [] }))(
    'include %s, which is not valid text',
    async (value) => {
      await lay([['a'], ['\ufffd'], []]);
      await other.script(`update stones set name = ${value} where document_id = 'd0'`);
      expect((await pageOf(`${firstBy('name')}[limit]=2`)).ids).toHaveLength(2);
      expect(await errorOf(`${firstBy('name')}[limit]=1`)).toEqual([
        400,
        'ValidationError',
        expect.stringContaining('neither a string nor a number'),
      ]);
    },
  );
});

describe('all pages of a list in the test project together contain the whole list', () => {
  let kitchen: TestApp;
  beforeAll(async () => {
    kitchen = await openTestApp({ database: 'fixtures/kitchen.db' });
  });
  afterAll(() => kitchen.close());

  test.each([
    '/api/articles?status=draft&locale=*&sort=title:desc,locale',
    '/api/articles?populate=*&sort=publishedAt:desc',
    '/api/articles?filters[author][name][$contains]=a&_q=a&sort=views,title:desc&populate=tags',
    '/api/articles?status=draft&publicationFilter=never-published&locale=*',
    '/api/upload/files/page?sort=size:desc,name',
  ])('%s', async (url) => {
    const and = url.includes('?') ? '&' : '?';
    const get = async (query: string): Promise<List> =>
      (await kitchen.request(`${url}${and}${query}`)).json<List>();
    const { data } = await get('pagination[pageSize]=100');
    const pages: (readonly unknown[])[] = [];
    for (let after: string | null = ''; after !== null;) {
      const list: List = await get(`pagination[pageSize]=2&pagination[after]=${after}`);
      pages.push(list.data);
      after = list.meta.pagination.after;
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat()).toEqual(data);
  });
});

interface List {
  readonly data: readonly unknown[];
  readonly meta: { readonly pagination: Page['meta'] };
}
