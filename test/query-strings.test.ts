// Any query string gets a documented response: generated query strings, from almost valid to random ones.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from './support/app.ts';
import { onClient } from './support/test-database.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ database: 'fixtures/kitchen.db' });
});

afterAll(() => app.close());

const PATHS = ['articles', 'authors', 'categories', 'tags', 'campaigns', 'samples', 'hubs'];
const SINGLES = ['homepage', 'setting', 'articles/m28d4fw5254uqhw53yn1bya5', 'upload/files'];

/** The words of the dialect and of the schema, and some that are neither. */
const WORDS = [
  'filters sort fields populate pagination status locale _q on publicationFilter page pageSize',
  'start limit withCount count * $eq $ne $in $notIn $between $null $contains $startsWithi $gt',
  '$and $or $not $eqi $jsonSupersetOf $foo 0 1 101 id documentId title name views createdAt',
  'metadata featured author tags articles category cover seo links faq sections related',
  'localizations createdBy internalNote aBiginteger aTime aJson sections.hero',
  'author.articles.tags __proto__ constructor toString',
]
  .join(' ')
  .split(' ')
  .concat('');

const VALUES = [
  'true false * a title author name:desc author.name,title draft 0 -1 1.5 1e400 NaN % + [ ]',
  '9223372036854775808 2024-02-30 10:20 %00 %zz %F0%9F%8E%89 %ED%A0%80 \' " \\ ;--',
]
  .join(' ')
  .split(' ')
  .concat('');

const word = fc.constantFrom(...WORDS);
const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 2, arbitrary: word },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map(escapeText) },
);

/** `filters[author][name]=x`, any words in the brackets. */
const anyParameter = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 7 }), fc.option(value))
  .map(
    ([[root = '', ...keys], given]) =>
      `${root}${keys.map((key) => `[${key}]`).join('')}${given === null ? '' : `=${given}`}`,
  );

const attribute = fc.constantFrom(
  'title',
  'views',
  'id',
  'createdAt',
  'metadata',
  'featured',
  'name',
);
const relation = fc.constantFrom(
  'author',
  'tags',
  'articles',
  'category',
  'cover',
  'seo',
  'related',
  'mentor',
  'localizations',
);
const operator = fc.constantFrom(
  '$eq',
  '$ne',
  '$in',
  '$between',
  '$null',
  '$contains',
  '$lt',
  '$not',
  '$notContainsi',
);

/** Filters, sorts and populates that are mostly right. */
const likelyParameter = fc.oneof(
  fc
    .tuple(
      fc.array(fc.oneof(relation, fc.constantFrom('$and][0', '$or][1', '$not')), { maxLength: 4 }),
      attribute,
      operator,
      value,
    )
    .map(
      ([way, name, compare, given]) =>
        `filters${way.map((key) => `[${key}]`).join('')}[${name}][${compare}]=${given}`,
    ),
  fc
    .array(relation, { maxLength: 4 })
    .chain((way) => attribute.map((name) => `sort=${[...way, name].join('.')}:desc`)),
  fc.array(relation, { minLength: 1, maxLength: 5 }).map((way) => `populate=${way.join('.')}`),
  fc
    .array(relation, { minLength: 1, maxLength: 4 })
    .map((way) => `populate${way.map((key) => `[${key}]`).join('[populate]')}[populate]=*`),
  fc.constantFrom(
    'populate=*',
    'populate[sections][populate]=*',
    'locale=*',
    'status=draft',
    'publicationFilter=modified',
  ),
  fc
    .tuple(fc.constantFrom('page', 'pageSize', 'start', 'limit'), value)
    .map(([key, given]) => `pagination[${key}]=${given}`),
);

const rubbish = fc.string({ unit: 'binary', maxLength: 60 }).map(escapeText);

const url = fc
  .tuple(
    fc.constantFrom(...PATHS, ...SINGLES),
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: likelyParameter },
        { weight: 4, arbitrary: anyParameter },
        { weight: 1, arbitrary: rubbish },
      ),
      { maxLength: 6 },
    ),
  )
  .map(([path, parameters]) => `/api/${path}?${parameters.join('&')}`);

/** Characters of a request line: no spaces, no control characters. */
function escapeText(text: string): string {
  return text.replaceAll(/[^!-"$-~]/g, (character) => {
    try {
      return encodeURIComponent(character);
    } catch {
      return '%ED%B0%80';
    }
  });
}

/** On PostgreSQL, statements take longer. QUERY_RUNS sends more. */
const RUNS = Number(process.env['QUERY_RUNS'] ?? onClient({ sqlite: 1500, postgres: 400 }));

async function assertGood(target: string): Promise<void> {
  const response = await app.request(target);
  if (response.status >= 500) throw new Error(`${response.status} for ${target.slice(0, 300)}`);
  const body = response.json();
  if (response.status >= 400) {
    expect(body).toMatchObject({ data: null, error: { status: response.status, details: {} } });
  }
}

describe('any query string', () => {
  test('has a status below 500', { timeout: 120_000 }, async () => {
    await fc.assert(fc.asyncProperty(url, assertGood), { numRuns: RUNS });
  });

  test.each([
    ['ten thousand parameters', Array.from({ length: 10_000 }, (_, i) => `x${i}=1`).join('&')],
    [
      'ten thousand filters',
      Array.from({ length: 4000 }, (_, i) => `filters[$or][${i}][id]=1`).join('&'),
    ],
    ['brackets without end', `filters${'[$not]'.repeat(3000)}=1`],
    ['open brackets', `filters${'['.repeat(5000)}=1`],
    [
      'a populate without end',
      `populate=${Array.from({ length: 2000 }, () => 'author.articles').join('.')}`,
    ],
    [
      'a circular populate',
      `populate=${Array.from({ length: 12 }, () => 'author.articles').join('.')}`,
    ],
    ['a circular populate of everything', `populate${'[related][populate]'.repeat(9)}=*`],
    [
      'a sort without end',
      `sort=${Array.from({ length: 2000 }, () => 'author.articles').join('.')}.title`,
    ],
    ['a thousand sorts', `sort=${Array.from({ length: 1000 }, () => 'tags.name').join(',')}`],
    ['a huge page', 'pagination[page]=9007199254740991&pagination[pageSize]=100'],
    ['a huge text', `filters[title][$contains]=${'a'.repeat(40_000)}`],
    ['a huge search', `_q=${'a'.repeat(40_000)}`],
    [
      'a list of thousands',
      Array.from({ length: 3000 }, (_, i) => `filters[id][$in][]=${i}`).join('&'),
    ],
    ['not a URL at all', '%%%&&&===[[[]]]%00%ff'],
  ])('%s', async (_name, query) => {
    await assertGood(`/api/articles?${query}`);
  });
});
