// Reads of the document API for programs, on real databases: one that the test fills, and one that Strapi filled.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { rejection } from '../../../test/support/rejection.ts';
import { shareDocuments } from '../../../test/support/shared-documents.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { createEngine } from '../../app/engine.ts';
import type { DocumentCollection } from './document-collection.ts';
import type { FindParams } from './find-params.ts';

const ALL = ['first', 'second', 'third', 'fourth', 'fifth'];
const [SAMPLE, HUB, SPOKE] = ['api::sample.sample', 'api::hub.hub', 'api::spoke.spoke'];

const { app, documents, empty } = await shareDocuments();

describe('reads', () => {
  const made: string[] = [];

  beforeAll(async () => {
    const size = { name: 'A4', value: 29.7 };
    const rows = [
      { aString: 'first', aPrivate: 'secret', aPassword: 'password1', anInteger: 1, size },
      { aString: 'second', anInteger: 2, aBoolean: true, aDatetime: new Date(86_400_000) },
      { aString: 'third', anInteger: 3, aBiginteger: 9_007_199_254_740_993n, aDate: '2024-05-06' },
      { aString: 'fourth', aTimestamp: new Date(5) },
      { aString: 'fifth', anInteger: 5, aBoolean: false },
    ];
    for (const data of rows) made.push((await documents(SAMPLE).create({ data })).documentId);
  });

  afterAll(() => empty(SAMPLE));

  const found = async (params?: FindParams): Promise<readonly unknown[]> => {
    const rows = await documents(SAMPLE).findMany(params);
    return rows.map((row) => row['aString']);
  };

  test.each<[FindParams | undefined, readonly string[]]>([
    [undefined, ALL],
    [{ limit: 2 }, ['first', 'second']],
    [{ limit: -1, start: 3 }, ['fourth', 'fifth']],
    [{ limit: 0 }, []],
    [{ start: 4 }, ['fifth']],
    [{ start: 1, limit: 1 }, ['second']],
    [{ page: 2, pageSize: 2 }, ['third', 'fourth']],
    [{ pageSize: 1 }, ['first']],
    [{ page: 2 }, []],
    [{ pagination: { page: 3, pageSize: 2 } }, ['fifth']],
    [{ pagination: { start: 3, limit: 1 } }, ['fourth']],
    [{ sort: 'aString', limit: 2 }, ['fifth', 'first']],
    [
      { sort: ['aBoolean:desc', { anInteger: 'desc' }], limit: 2 },
      onClient({ sqlite: ['second', 'fifth'], postgres: ['fourth', 'third'] }),
    ],
    [
      { sort: { anInteger: 'desc' }, limit: 2 },
      onClient({ sqlite: ['fifth', 'third'], postgres: ['fourth', 'fifth'] }),
    ],
    [{ sort: 'aPrivate:desc', limit: 1 }, onClient({ sqlite: ['first'], postgres: ['second'] })],
    [
      { sort: 'anInteger', limit: 2 },
      onClient({ sqlite: ['fourth', 'first'], postgres: ['first', 'second'] }),
    ],
    [{ filters: { anInteger: { $gt: 2 } } }, ['third', 'fifth']],
    [{ filters: { anInteger: 2 } }, ['second']],
    [{ filters: { anInteger: [1, 5] } }, ['first', 'fifth']],
    [{ filters: { anInteger: { $in: [] } } }, []],
    [{ filters: { anInteger: { $between: [2, 3] } } }, ['second', 'third']],
    [{ filters: { anInteger: null } }, ['fourth']],
    [{ filters: { anInteger: { $eq: null } } }, ['fourth']],
    [{ filters: { anInteger: { $ne: null }, aBoolean: null } }, ['first', 'third']],
    [{ filters: { anInteger: { $not: null }, aBoolean: null } }, ['first', 'third']],
    [{ filters: { anInteger: { $null: true } } }, ['fourth']],
    [{ filters: { anInteger: { $lt: null } } }, []],
    [{ filters: { aBoolean: true } }, ['second']],
    [{ filters: { aBoolean: false } }, ['fifth']],
    [{ filters: { aDatetime: new Date(86_400_000) } }, ['second']],
    [{ filters: { aDatetime: { $lt: new Date(86_400_001) } } }, ['second']],
    [{ filters: { aDate: { $lte: new Date('2024-05-06T10:00:00Z') } } }, ['third']],
    [{ filters: { aTimestamp: new Date(5) } }, ['fourth']],
    [{ filters: { $or: [{ anInteger: 5 }, { aString: 'first' }] } }, ['first', 'fifth']],
    [{ filters: { $not: { anInteger: { $gt: 1 } } } }, ['first']],
    [{ filters: { size: { name: 'A4' } } }, ['first']],
    [{ filters: { aPrivate: 'secret' } }, ['first']],
    [{ _q: 'FIRST' }, ['first']],
    [{ _q: 'secret' }, ['first']],
    [{ status: 'draft', locale: 'fr', sort: undefined, filters: {} }, ALL],
  ])('findMany(%j)', async (params, expected) => {
    expect(await found(params)).toEqual(expected);
  });

  test('null equals a missing parameter, except in filters', async () => {
    // A program without types may say so.
    const params = { limit: null, start: null, sort: null, fields: null, populate: null } as object;
    expect(await found(params)).toEqual(ALL);
    expect(await found({ filters: null } as object)).toEqual(ALL);
  });

  test('returns all attributes, including private ones, but no password', async () => {
    const documentId = made[0] ?? '';
    const document = await documents(SAMPLE).findOne({ documentId });
    expect(document).toMatchObject({ id: 1, documentId, aString: 'first', aPrivate: 'secret' });
    expect(document).not.toHaveProperty('aPassword');
    expect(document).not.toHaveProperty('size');
  });

  test('returns a bigint as a string of digits', async () => {
    const aBiginteger = 9_007_199_254_740_993n;
    const [third] = await documents(SAMPLE).findMany({ filters: { aBiginteger } });
    expect(third).toMatchObject({ aString: 'third', aBiginteger: '9007199254740993' });
    expect(await found({ filters: { aBiginteger: aBiginteger - 1n } })).toEqual([]);
  });

  test.each([
    ['aString', ['aString']],
    ['aString,anInteger', ['aString', 'anInteger']],
    [
      ['aString', 'aPrivate'],
      ['aString', 'aPrivate'],
    ],
    [[], []],
    [['id', 'documentId'], []],
  ])('fields: %j', async (fields, expected) => {
    const document = await documents(SAMPLE).findFirst({ fields });
    expect(Object.keys(document ?? {})).toEqual(['id', 'documentId', ...expected]);
  });

  test('findFirst returns the first entry in sort order, or null', async () => {
    const samples = documents(SAMPLE);
    const last = { sort: 'aString:desc' };
    expect(await samples.findFirst(last)).toMatchObject({ aString: 'third' });
    expect(await samples.findFirst()).toMatchObject({ aString: 'first' });
    expect(await samples.findFirst({ filters: { aString: 'none' } })).toBeNull();
  });

  test('findOne returns null for an unknown documentId, and if the filters do not match', async () => {
    const samples = documents(SAMPLE);
    const documentId = made[1] ?? '';
    expect(await samples.findOne({ documentId: 'nope' })).toBeNull();
    expect(await samples.findOne({ documentId: '' })).toBeNull();
    expect(await samples.findOne({ documentId, filters: { anInteger: 1 } })).toBeNull();
    expect(await samples.findOne({ documentId, filters: { anInteger: 2 }, fields: [] })).toEqual({
      id: 2,
      documentId,
    });
  });

  test('count accepts the parameters of findMany, and counts all matches', async () => {
    const samples = documents(SAMPLE);
    expect(await samples.count()).toBe(5);
    expect(await samples.count({ filters: { anInteger: { $gt: 2 } } })).toBe(2);
    expect(await samples.count({ _q: 'first', sort: 'aString', fields: 'aString' })).toBe(1);
    expect(await samples.count({ start: 2, limit: 1, populate: 'size' })).toBe(5);
    expect(await samples.count({ page: 9, pageSize: 1 })).toBe(5);
    expect(await samples.count({ limit: 0 })).toBe(5);
  });
});

describe('more documents than the page limit of a route', () => {
  beforeAll(async () => {
    const all = Array.from({ length: 130 }, (_, i) => ({ label: `s${i}` }));
    await Promise.all(all.map((data) => documents(SPOKE).create({ data })));
  });

  afterAll(() => empty(SPOKE));

  test('findMany returns all of them, and pages beyond the limit', async () => {
    expect(await documents(SPOKE).findMany()).toHaveLength(130);
    expect(await documents(SPOKE).findMany({ limit: 120 })).toHaveLength(120);
    expect(await documents(SPOKE).findMany({ page: 2, pageSize: 110 })).toHaveLength(20);
    expect(await documents(SPOKE).findMany({ page: 1 })).toHaveLength(25);
  });

  test('routes apply their page limit', async () => {
    const { data } = (await app.request('/api/spokes?pagination[pageSize]=120')).json<{
      data: readonly unknown[];
    }>();
    expect(data).toHaveLength(100);
  });
});

describe('populate', () => {
  let hub: string;

  beforeAll(async () => {
    const [one, two] = [
      await documents(SPOKE).create({ data: { label: 'one' } }),
      await documents(SPOKE).create({ data: { label: 'two' } }),
    ];
    const data = { name: 'h', oneWay: one.documentId, manyWay: [two.id, one.documentId] };
    hub = (await documents(HUB).create({ data })).documentId;
  });

  afterAll(() => empty(HUB, SPOKE));

  const label = (name: string): object => expect.objectContaining({ label: name }) as object;
  const name = { id: expect.any(Number) as number, documentId: expect.any(String) as string };

  test.each([
    ['oneWay', { oneWay: label('one') }],
    [['oneWay', 'manyWay'], { oneWay: label('one'), manyWay: [label('two'), label('one')] }],
    [{ oneWay: true, manyWay: false }, { oneWay: label('one') }],
    [{ oneWay: undefined }, {}],
    [
      { manyWay: { fields: ['label'], sort: 'label', filters: { label: { $ne: null } } } },
      {
        manyWay: [
          { ...name, label: 'one' },
          { ...name, label: 'two' },
        ],
      },
    ],
    [{ manyWay: { filters: { label: 'two' } } }, { manyWay: [label('two')] }],
    [{ manyWay: { count: true } }, { manyWay: { count: 2 } }],
    [
      { oneWay: { populate: { hubOneToOne: true } } },
      { oneWay: expect.objectContaining({ hubOneToOne: null }) as object },
    ],
  ])('%j', async (populate, expected) => {
    const document = await documents(HUB).findOne({ documentId: hub, fields: 'name', populate });
    expect(document).toEqual({ ...name, documentId: hub, name: 'h', ...expected });
  });

  test('* populates all relations, including creators', async () => {
    const document = await documents(HUB).findOne({ documentId: hub, populate: '*' });
    expect(document).toMatchObject({
      oneWay: label('one'),
      manyToMany: [],
      createdBy: null,
      updatedBy: null,
      localizations: [],
    });
  });
});

describe('a database of Strapi', () => {
  let filled: TestApp;
  let articles: DocumentCollection;

  beforeAll(async () => {
    filled = await openTestApp({ database: 'fixtures/kitchen.db' });
    const engine = await createEngine(filled.project, filled.store);
    articles = engine.documents('api::article.article');
  });

  afterAll(() => filled.close());

  test('returns drafts of the default locale unless a status is given', async () => {
    const drafts = await articles.findMany();
    expect(drafts.length).toBeGreaterThan(0);
    expect(drafts.every(({ publishedAt, locale }) => publishedAt === null && locale === 'en')).toBe(
      true,
    );
    expect(await articles.count()).toBe(drafts.length);
    expect(await articles.count({ status: undefined, locale: undefined })).toBe(drafts.length);
  });

  test('returns published entries, of other locales and all of them', async () => {
    const published = await articles.findMany({ status: 'published', locale: '*' });
    expect(new Set(published.map(({ locale }) => locale)).size).toBeGreaterThan(1);
    expect(published.every(({ publishedAt }) => publishedAt !== null)).toBe(true);
    const some = await articles.findMany({ status: 'published', locale: ['fr'] });
    expect(some.length).toBeGreaterThan(0);
    const { documentId } = some[0] ?? { documentId: '' };
    expect(await articles.findOne({ documentId, status: 'published', locale: 'fr' })).toEqual(
      some[0],
    );
  });

  test('filters by publicationFilter', async () => {
    const never = await articles.findMany({ publicationFilter: 'never-published' });
    expect(never.length).toBeGreaterThan(0);
    expect(never.length).toBeLessThan(await articles.count());
  });

  test('rejects an unknown status', async () => {
    const status = 'new' as 'draft';
    expect(await rejection(() => articles.findMany({ status }))).toMatchObject({
      name: 'ValidationError',
    });
  });
});

describe('types', () => {
  test('callers declare the shape of documents; every attribute may be missing', async () => {
    interface Spoke {
      readonly label: string | null;
    }
    const { documentId } = await documents(SPOKE).create({ data: { label: 'one' } });
    const spoke = await documents<Spoke>(SPOKE).findOne({ documentId, fields: 'label' });
    const label: string | null | undefined = spoke?.label;
    expect(label).toBe('one');
  });
});
