// Any body gets a documented response, is written completely or not at all, and leaves no orphaned rows.
// FUZZ_RUNS plays more sequences than usual.
import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Store } from '../src/app/store.ts';
import { ProjectCopy } from './support/project-copy.ts';
import { RandomEntries, type InitialRow } from './support/random-bodies.ts';
import { randomRequest, type RandomRequest } from './support/random-requests.ts';
import { onClient } from './support/test-database.ts';
import { vendored } from './support/vendored-projects.ts';
import { openWriteRun, type WriteRun } from './support/write-run.ts';

const { FUZZ_RUNS } = process.env;

/** Sequences of requests; on PostgreSQL each look at all tables takes longer. */
const RUNS = Number(FUZZ_RUNS ?? onClient({ sqlite: 4, postgres: 2 }));
/** Most requests of a sequence. */
const MAX_LENGTH = onClient({ sqlite: 200, postgres: 100 });
const TIMEOUT = 120_000 + RUNS * 4000;

function settings<T>(share: number): fc.Parameters<[T]> {
  return {
    numRuns: Math.ceil(RUNS * share),
    interruptAfterTimeLimit: TIMEOUT - 10_000,
  };
}

describe.each([
  ['kitchen', 'fixtures/kitchen-seeded.db', 0.75],
  ['pantry', 'fixtures/pantry.db', 0.25],
])('any body sent to %s', (project, database, share) => {
  let copy: ProjectCopy;
  let request: fc.Arbitrary<RandomRequest>;

  beforeAll(async () => {
    copy = await ProjectCopy.make({ project });
    await using app = await copy.open(database);
    request = requestsTo(app.store, vendored('conformance', database));
  });

  afterAll(() => copy.remove());

  test('is written completely or not at all', { timeout: TIMEOUT }, async () => {
    const requests = fc.array(request, { minLength: 1, maxLength: MAX_LENGTH, size: 'max' });
    await fc.assert(
      fc.asyncProperty(requests, async (all) => {
        await using run = await openWriteRun(copy, database);
        for (const one of all) await run.play(one);
        await run.assertWhole();
      }),
      settings(share),
    );
  });

  test('keeps the database consistent with concurrent requests', { timeout: TIMEOUT }, async () => {
    const group = fc.array(request, { minLength: 1, maxLength: 8 });
    const groups = fc.array(group, { minLength: 1, maxLength: 15, size: 'max' });
    await fc.assert(
      fc.asyncProperty(groups, async (all) => {
        await using run = await openWriteRun(copy, database);
        for (const together of all) await run.playTogether(together);
        await run.assertWhole();
      }),
      settings(share / 3),
    );
  });
});

/** An array, or an object with one key, in the next. */
function nested(depth: number, key?: string): string {
  const open = key === undefined ? '[' : `{"${key}":`;
  return `${open.repeat(depth)}1${(key === undefined ? ']' : '}').repeat(depth)}`;
}

function list(length: number, item: (i: number) => string): string {
  return `[${Array.from({ length }, (_, i) => item(i)).join(',')}]`;
}

describe('an oversized body', () => {
  let copy: ProjectCopy;
  let run: WriteRun;

  beforeAll(async () => {
    copy = await ProjectCopy.make({ project: 'kitchen' });
    run = await openWriteRun(copy);
  });

  afterAll(async () => {
    await run[Symbol.asyncDispose]();
    copy.remove();
  });

  const deep = nested(100_000);
  const paragraph = '{"type":"paragraph","children":[{"type":"text","text":"x"}]}';

  /** Those that reach the database; the others are rejected before that. */
  const STORED = /^(many|one target|deep arrays|a long (unknown|JSON))/;

  const bodies: readonly (readonly [name: string, path: string, data: string])[] = [
    ['deep arrays as JSON', 'samples', `{"aJson":${deep}}`],
    ['deep objects as JSON', 'samples', `{"aJson":${nested(100_000, 'a')}}`],
    ['deep blocks', 'samples', `{"aBlocks":${deep}}`],
    ['deep lists in blocks', 'samples', `{"aBlocks":[${nestedLists(8000)}]}`],
    ['deep text', 'samples', `{"aString":${deep}}`],
    ['a deep number', 'samples', `{"anInteger":${deep}}`],
    ['a deep boolean', 'samples', `{"aBoolean":${deep}}`],
    ['a deep enumeration', 'samples', `{"anEnum":${deep}}`],
    ['a deep component', 'samples', `{"size":${nested(100_000, 'size')}}`],
    ['a component of deep values', 'samples', `{"size":{"name":${deep}}}`],
    ['deep components', 'samples', `{"sizes":${deep}}`],
    ['a deep unknown key', 'samples', `{"unknown":${deep}}`],
    ['deep data', 'samples', nested(100_000, 'data')],
    ['data of deep arrays', 'samples', deep],
    ['a deep relation', 'hubs', `{"manyWay":${deep}}`],
    ['a relation of relations', 'hubs', `{"manyWay":${nested(50_000, 'set')}}`],
    ['a deep position', 'hubs', `{"manyWay":{"connect":[{"id":1,"position":${deep}}]}}`],
    ['a deep documentId', 'hubs', `{"manyWay":[{"documentId":${deep}}]}`],
    ['a deep file', 'authors', `{"name":"a","avatar":${nested(50_000, 'id')}}`],
    ['many unknown keys', 'samples', `{${list(50_000, (i) => `"k${i}":1`).slice(1, -1)}}`],
    ['many unknown targets', 'hubs', `{"manyWay":${list(60_000, (i) => `${i + 1}`)}}`],
    ['one target many times', 'hubs', `{"manyWay":${list(60_000, () => '1')}}`],
    ['many unknown documents', 'hubs', `{"manyWay":${list(40_000, (i) => `"d${i}"`)}}`],
    [
      'many positions',
      'hubs',
      `{"manyWay":{"connect":${list(12_000, (i) => `{"id":${i},"position":{"before":"d${i + 1}"}}`)}}}`,
    ],
    ['many components', 'samples', `{"sizes":${list(40_000, () => '{"name":"a"}')}}`],
    [
      'many links',
      'settings',
      `{"siteName":"a","navigation":${list(20_000, () => '{"label":"a"}')}}`,
    ],
    ['many bad components', 'samples', `{"sizes":${list(40_000, () => '{"name":1}')}}`],
    ['many blocks', 'samples', `{"aBlocks":${list(12_000, () => paragraph)}}`],
    ['many bad blocks', 'samples', `{"aBlocks":${list(100_000, () => '{}')}}`],
    [
      'a long e-mail address',
      'samples',
      `{"anEmail":"${'a.'.repeat(250_000)}@${'b.'.repeat(200_000)}"}`,
    ],
    ['a long e-mail domain', 'samples', `{"anEmail":"a@${'b-'.repeat(400_000)}"}`],
    ['a long pattern', 'samples', `{"aPattern":"ABC-${'1'.repeat(800_000)}x"}`],
    ['a long uid', 'samples', `{"aUid":"${'a'.repeat(800_000)}"}`],
    ['a long password', 'samples', `{"aPassword":"${'a'.repeat(800_000)}"}`],
    ['a long number', 'samples', `{"anInteger":"${'9'.repeat(800_000)}"}`],
    ['a long big number', 'samples', `{"aBiginteger":"${'9'.repeat(800_000)}"}`],
    ['blanks for a number', 'samples', `{"anInteger":"${' '.repeat(800_000)}x"}`],
    ['blanks for a big number', 'samples', `{"aBiginteger":"${' '.repeat(800_000)}x"}`],
    ['a long date', 'samples', `{"aDate":"2024-01-01${'0'.repeat(800_000)}"}`],
    ['a long time', 'samples', `{"aTime":"10:20:30.${'0'.repeat(800_000)}"}`],
    ['a long datetime', 'samples', `{"aDatetime":"${'2024-'.repeat(150_000)}"}`],
    ['a long JSON text', 'samples', `{"aJson":"${'['.repeat(800_000)}"}`],
    ['a long unknown documentId', 'hubs', `{"oneWay":"${'x'.repeat(800_000)}"}`],
  ];
  const sent = onClient({
    sqlite: bodies,
    postgres: bodies.filter(([name]) => STORED.test(name)),
  });

  test.each(sent)('%s', async (_name, path, data) => {
    const isSingle = path === 'settings';
    await run.play({
      method: isSingle ? 'PUT' : 'POST',
      uid: path,
      path: isSingle ? '/api/setting' : `/api/${path}`,
      documentId: null,
      query: 'populate=*',
      headers: { 'content-type': 'application/json' },
      body: `{"data":${data}}`,
      bytes: false,
    });
    await run.assertWhole();
  });
});

function nestedLists(depth: number): string {
  const open = '{"type":"list","format":"ordered","children":[';
  return `${open.repeat(depth)}${']}'.repeat(depth)}`;
}

/** Requests to the types that have neither drafts nor locales. */
function requestsTo({ registry, layout }: Store, file: string): fc.Arbitrary<RandomRequest> {
  const database = new BetterSqlite(file, { readonly: true });
  const rows = new Map(
    [...registry.models()].map(({ uid, modelType }) => {
      const documentId = modelType === 'contentType' ? 'document_id' : 'null';
      const sql = `select id, ${documentId} documentId from "${layout.table(uid)}" order by id limit 20`;
      return [uid, database.prepare(sql).all() as readonly InitialRow[]];
    }),
  );
  database.close();
  const rowsOf = (uid: string): readonly InitialRow[] => rows.get(uid) ?? [];
  const types = [...registry.contentTypes.values()].filter(
    ({ origin, draftAndPublish, localized }) => origin === 'api' && !draftAndPublish && !localized,
  );
  return randomRequest(types, new RandomEntries(registry, rowsOf), rowsOf);
}
