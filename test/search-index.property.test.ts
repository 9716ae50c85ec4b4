// Random texts and random searches: the search index changes no response (docs/decisions/0013).
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullAccess } from '../src/query/access.ts';
import type { ReadResult } from '../src/query/response-body.ts';
import type { Reader, QueryRequest } from '../src/query/read.ts';
import { likePattern } from '../src/storage/dialect.ts';
import { keepSearchIndexes } from '../src/storage/search/keep-search-indexes.ts';
import { searchIndexes } from '../src/storage/search/search-index.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { CountingDatabase } from './support/counting-database.ts';
import { readerOf } from './support/reader.ts';
import { onClient, type OtherProgram } from './support/test-database.ts';

/** SEARCH_RUNS plays more. */
const RUNS = Number(process.env['SEARCH_RUNS'] ?? onClient({ sqlite: 60, postgres: 15 }));

const UID = 'api::article.article';

let app: TestApp;
let other: OtherProgram;
let plain: Reader;
let indexed: Reader;
/** Takes two candidates for many. */
let walking: Reader;

/** The same database, of which an index is of help for a few rows only. */
class Scarce extends CountingDatabase {
  override get dialect(): CountingDatabase['dialect'] {
    const { dialect } = app.store.database;
    return { ...dialect, search: { ...dialect.search, few: 2 } };
  }
}

beforeAll(async () => {
  app = await openTestApp();
  other = await app.other();
  const { registry, layout, database } = app.store;
  const wanted = searchIndexes(registry, layout, [UID]);
  const kept = await keepSearchIndexes(database, wanted, { info() {}, warn() {} });
  const search = new Map(kept.map((index) => [index.uid, index]));
  plain = readerOf(app);
  indexed = readerOf(app, { search });
  walking = readerOf(app, { search, database: new Scarce(database) });
});

afterAll(() => app.close());

/** Few, so that texts meet: letters whose case folds to others, what LIKE and an index read in their own way. */
const CHARACTERS = [
  ...Array.from('aAbBkKiIsSß\u212a\u0130\u0131\u017f\u00e9\u00c9e\u0301\u03a3\u03c3\u03c2'),
  ...Array.from('%_\\"\'*-.: \n1230\u{1f600}\u{10400}\u{10428}\ufffe\ufffd'),
  '\ud800',
  ...onClient({ sqlite: ['\0'], postgres: [] }),
];

const randomText = fc
  .array(fc.constantFrom(...CHARACTERS), { maxLength: 12 })
  .map((characters) => characters.join(''));

interface Step {
  readonly what: 'insert' | 'update' | 'replace' | 'delete' | 'API';
  readonly id: number;
  readonly title: string;
  readonly body: string | null;
  readonly views: number;
}

const randomStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('insert', 'insert', 'update', 'replace', 'delete', 'API'),
  id: fc.integer({ min: 1000, max: 1012 }),
  title: randomText,
  body: fc.option(randomText),
  views: fc.integer({ min: -1000, max: 100_000 }),
});

async function take({ what, id, title, body, views }: Step): Promise<void> {
  switch (what) {
    case 'API':
      await app.request('/api/articles', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { title: `${title}.`, body, views } }),
      });
      return;
    case 'delete':
      await other.sql('delete from articles where id = $1', [id]);
      return;
    case 'update':
      await other.sql('update articles set title = $1, views = $2 where id = $3', [
        title,
        views,
        id,
      ]);
      return;
    default:
      await insert({ what, id, title, body, views });
  }
}

/** SQLite does not report a row that is replaced by another one. */
async function insert({ what, id, title, body, views }: Step): Promise<void> {
  const values = [id, `document${id % 3}`, title, body, views];
  const into = `into articles (id, document_id, title, body, views, locale, published_at) values ($1, $2, $3, $4, $5, 'en', ${onClient({ sqlite: '1', postgres: 'now()' })})`;
  const replacing = what === 'replace';
  await other.sql(
    onClient({
      sqlite: `insert or ${replacing ? 'replace' : 'ignore'} ${into}`,
      postgres: `insert ${into} on conflict (id) do ${replacing ? 'update set title = $3, body = $4, views = $5' : 'nothing'}`,
    }),
    values,
  );
}

async function responseOf(reader: Reader, query: string): Promise<ReadResult> {
  const type = app.store.registry.contentType(UID);
  const request: QueryRequest = { type, one: null, paging: 'nested', query, access: fullAccess };
  return await reader.execute(reader.prepareQuery(request), 'v5');
}

/** Ids of published articles whose titles contain a text, by a filter. */
async function titlesWith(text: string): Promise<readonly number[]> {
  const query = `fields=id&pagination[limit]=100&filters[title][$containsi]=${encodeURIComponent(text)}`;
  const response = await responseOf(plain, query);
  return response.entries.map((entry) => (JSON.parse(entry) as { id: number }).id);
}

/** The same, as the database understands it. */
async function matching(text: string): Promise<readonly unknown[]> {
  const like = onClient({ sqlite: 'title like $1', postgres: 'lower(title) like lower($1)' });
  const rows = await other.sql(
    `select id from articles where ${like} escape '\\' and published_at is not null and locale = 'en' order by id limit 100`,
    [likePattern(text, 'contains')],
  );
  return rows.map(({ id }) => id);
}

/** A part of a text, in another letter case. */
function partOf(text: string, from: number, fold: (text: string) => string): string {
  const characters = Array.from(text);
  const start = from % Math.max(characters.length, 1);
  return fold(characters.slice(start, start + 5).join(''));
}

const asItIs = (text: string): string => text;

test('responses are the same with and without an index', { timeout: 300_000 }, async () => {
  const written = ['article-77'];
  const folds = [
    asItIs,
    asItIs,
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomStep, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(30), fc.constantFrom(...folds), randomText), {
        maxLength: 5,
      }),
      fc.constantFrom(
        '',
        '&sort=views,title',
        '&pagination[page]=2&pagination[pageSize]=3',
        '&status=draft',
        '&filters[views][$gt]=5',
        '&pagination[after]=',
      ),
      async (steps, parts, more) => {
        for (const step of steps) {
          await take(step);
          written.push(step.title, step.body ?? '', String(step.views));
        }
        const searches = parts.flatMap(([pick, from, fold, text]) => [
          partOf(written[pick % written.length] ?? '', from, fold),
          text,
        ]);
        for (const text of searches) {
          // Half a surrogate pair is not a character, and a search cannot contain NUL.
          const sent = Buffer.from(text).toString().replaceAll('\0', '');
          const query = `fields=title&_q=${encodeURIComponent(sent)}${more}`;
          const expected = await responseOf(plain, query);
          expect(await responseOf(indexed, query), query).toEqual(expected);
          expect(await responseOf(walking, query), query).toEqual(expected);
          if (sent !== '') expect(await titlesWith(sent), query).toEqual(await matching(sent));
        }
      },
    ),
    { numRuns: RUNS },
  );
});
