// Entries as objects equal the parsed text of the same entries, on a real database, and are not shared.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/support/app.ts';
import { readerOf } from '../../test/support/reader.ts';
import { recordedReads } from '../../test/support/recorded-reads.ts';
import { onClient } from '../../test/support/test-database.ts';
import { AppError } from '../base/errors.ts';
import type { ContentType } from '../schema/types.ts';
import { fullAccess } from './access.ts';
import type { CompiledRows } from './compiled.ts';
import { ObjectBuilder } from './object-builder.ts';
import type { ReadResult } from './response-body.ts';
import type { PreparedRead } from './prepared-read.ts';
import type { Reader } from './read.ts';

let app: TestApp;
let reader: Reader;

beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
  reader = readerOf(app);
});

afterAll(() => app.close());

/** One of this many lists is read on this database: their values are decoded in the same way. */
const EVERY = onClient({ sqlite: 1, postgres: 8 });

/** Recorded reads of lists of the kitchen, as the plural name of a type and a query. */
const LISTS = [...recordedReads().values()]
  .filter(({ options: { project, database } }) => {
    return project === 'kitchen' && database === 'fixtures/kitchen.db';
  })
  .flatMap(({ steps }) => [...steps])
  .flatMap((step) => {
    const [, plural, query] = /^v5 false \/api\/([\w-]+)\?(.+)$/.exec(step) ?? [];
    return plural === undefined || query === undefined ? [] : [[plural, query] as const];
  })
  .filter((_, i) => i % EVERY === 0);

/** Null: the read is rejected. */
function prepared(plural: string, query: string): PreparedRead | null {
  const type = [...app.store.registry.contentTypes.values()].find(isNamed(plural));
  if (!type) return null;
  try {
    return reader.prepareQuery({ type, one: null, paging: 'nested', query, access: fullAccess });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function isNamed(plural: string): (type: ContentType) => boolean {
  return ({ pluralName, kind }) => pluralName === plural && kind === 'collectionType';
}

function rejected(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** The result, empty if the read is rejected: databases reject some values. */
async function outcome<Entry>(read: Promise<ReadResult<Entry>>): Promise<ReadResult<Entry>> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { entries: [], total: null, cursors: null };
  }
}

async function compare(read: PreparedRead): Promise<number> {
  let length = 0;
  for (const format of ['v5', 'v4'] as const) {
    const texts = await outcome(reader.execute(read, format));
    const objects = await outcome(reader.objects(read, { format }));
    // As text, so that the order of keys is compared too.
    expect(objects.entries.map((entry) => JSON.stringify(entry))).toEqual(
      texts.entries.map((text) => JSON.stringify(JSON.parse(text))),
    );
    expect({ ...objects, entries: [] }).toEqual({ ...texts, entries: [] });
    ({ length } = texts.entries);
  }
  return length;
}

describe('objects equal the parsed JSON text', () => {
  test('for all recorded lists', async () => {
    let entries = 0;
    for (const [plural, query] of LISTS) {
      const read = prepared(plural, query);
      if (read) entries += await compare(read);
    }
    expect(entries).toBeGreaterThan(1000 / EVERY);
  });

  const nested = '[populate][articles][populate]=*';
  test.each([
    ['articles', 'populate=*&pagination[pageSize]=100&locale=*&status=draft'],
    [
      'articles',
      'populate[sections][populate]=*&populate[tags][count]=true&pagination[pageSize]=100',
    ],
    ['articles', `populate[author]${nested}&populate[category]${nested}&pagination[pageSize]=20`],
    ['tags', 'populate[articles][populate][sections][on][sections.hero][populate]=*'],
    ['authors', 'fields=name&populate=articles.sections.author'],
  ])('for %s?%s', async (plural, query) => {
    const read = prepared(plural, query);
    expect(read && (await compare(read))).toBeGreaterThan(0);
  });
});

test('objects equal the text of the same rows', async () => {
  let built = 0;
  for (const [plural, query] of LISTS) {
    const read = prepared(plural, query);
    const result = read && (await reader.layered(read).catch(rejected));
    if (!result) continue;
    const objects = result.complete().map(({ make }) => JSON.stringify(make()));
    expect(objects).toEqual(result.entries.map((text) => JSON.stringify(JSON.parse(text))));
    built += objects.length;
  }
  expect(built).toBeGreaterThan(1000 / EVERY);
});

test('returns separate objects for a row under several parents', async () => {
  const read = prepared('articles', 'populate[category]=true&pagination[pageSize]=100');
  const { entries } = read ? await reader.objects(read) : { entries: [] };
  const categories = entries.map((entry) => entry['category']).filter((each) => each !== null);
  expect(categories.length).toBeGreaterThan(new Set(categories.map(idOf)).size);
  expect(new Set(categories).size).toBe(categories.length);
});

function idOf(entry: unknown): unknown {
  return (entry as { readonly id: unknown }).id;
}

test('an attribute may have any name', () => {
  const names = ['it\'s "so"', '__proto__', 'a\\', '\u2028'];
  const node = {
    uid: 'api::odd.odd',
    fields: names,
    children: [],
  } as unknown as CompiledRows['node'];
  const compiled: CompiledRows = {
    node,
    isComponent: false,
    cells: names.map((field) => ({ kind: 'value', field, type: 'string' })),
    statement: { sql: '', parameters: [] },
    children: [],
  };
  const rows = [[7, ...names]];
  const [entry] = new ObjectBuilder('v5').entries({ compiled, rows, children: [] });
  expect(Object.entries(entry ?? {})).toEqual([['id', 7], ...names.map((name) => [name, name])]);
});

test('rejects a response beyond the size limit', async () => {
  const circle = 'tags.articles.tags.articles.tags.articles.tags.articles.tags';
  const read = prepared('articles', `pagination[pageSize]=100&locale=*&populate=${circle}`);
  await expect(read && reader.objects(read)).rejects.toMatchObject({
    name: 'ValidationError',
    message: expect.stringContaining('too large'),
  });
});
