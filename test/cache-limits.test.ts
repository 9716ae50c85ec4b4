// The limits of all caches: however many different values arrive, none holds more bytes than its limit. The caches of
// drivers and of callers are tested separately (api/long-keys.test.ts).
import { expect, test } from 'vitest';
import { createUserTokens } from '../src/app/accounts/user-tokens.ts';
import { createEngine } from '../src/app/engine.ts';
import { Authenticator } from '../src/auth/authenticate.ts';
import { Jwt } from '../src/auth/jwt.ts';
import { ProviderClients } from '../src/auth/providers/provider-clients.ts';
import { CACHE_BYTES } from '../src/base/limits.ts';
import { cacheSizes, type CacheName } from '../src/base/lru-map.ts';
import { PayloadPacker, PayloadReader } from '../src/base/shared-memory.ts';
import { RowReads } from '../src/code/database/row-reads.ts';
import { fullAccess } from '../src/query/access.ts';
import { encoderOf } from '../src/query/encode.ts';
import type { QueryRequest } from '../src/query/read.ts';
import { Totals } from '../src/query/totals.ts';
import { ChangeFeed } from '../src/storage/commits/change-feed.ts';
import { RowStatements } from '../src/storage/statements/row-statements.ts';
import { WrittenTables } from '../src/storage/commits/written-tables.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { readerOf } from './support/reader.ts';

/** Stores the value of a number in a cache. */
type Fill = (number: number) => unknown;

interface Flood {
  readonly name: CacheName;
  /** How many values are stored, far more than there is room for. */
  readonly count: number;
  readonly fill: (app: TestApp) => Fill | Promise<Fill>;
}

const LONG = 'x'.repeat(1500);
const OPERATORS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$contains', '$startsWith'] as const;

const FLOODS: readonly Flood[] = [
  {
    name: 'plans',
    count: 1500,
    fill: (app) => {
      const reader = readerOf(app);
      return (i) => reader.prepareQuery(listOf(app, `filters[name][$eq]=${LONG}${i}`));
    },
  },
  {
    name: 'compiled_reads',
    count: 500,
    fill: (app) => {
      const reader = readerOf(app);
      return (i) => reader.compiled(reader.prepareQuery(listOf(app, differentShape(i))));
    },
  },
  {
    name: 'code_plans',
    count: 1200,
    fill: (app) => {
      const { registry, layout, database } = app.store;
      const reader = readerOf(app);
      const rows = new RowReads({ models: { registry, layout }, reader, database });
      return (i) => rows.ids('api::author.author', { where: { name: `${LONG}${i}` } });
    },
  },
  {
    name: 'totals',
    count: 1000,
    fill: () => {
      const feed = new ChangeFeed();
      const totals = new Totals({
        isCommitting: false,
        version: () => feed.version,
        onChange: feed.subscribe.bind(feed),
      });
      return (i) => {
        const counted = {
          query: { sql: `${LONG}${i}`, values: [] },
          tables: new Set(''),
          rows: null,
        };
        totals.store(counted, i, totals.refresh());
      };
    },
  },
  {
    name: 'json',
    count: 500,
    fill: () => {
      const encode = encoderOf('json');
      return (i) => encode(JSON.stringify(`${LONG}${i}`));
    },
  },
  {
    name: 'row_statements',
    count: 1000,
    fill: ({ store }) => {
      const statements = new RowStatements(store.database.dialect, store.layout);
      const columns = ['name', 'created_at', 'updated_at'];
      return (i) => statements.selection(`${LONG}${i}`, { columns, where: [] });
    },
  },
  {
    name: 'written_tables',
    count: 1000,
    fill: () => {
      const written = new WrittenTables();
      return (i) => written.record({ sql: `insert into "authors" values ('${LONG}${i}')` });
    },
  },
  { name: 'token_hashes', count: 1000, fill: strangers },
  { name: 'unknown_tokens', count: 4000, fill: strangers },
  {
    name: 'verified_tokens',
    count: 1500,
    fill: () => {
      const jwt = new Jwt({ secret: 'a secret of this test', algorithm: 'HS256' });
      return async (i) => jwt.verify(await jwt.sign({ i, text: LONG.repeat(3) }, 60));
    },
  },
  {
    name: 'provider_clients',
    count: 100,
    fill: () => {
      const clients = new ProviderClients();
      return (i) => clients.of({ ...GITHUB, clientId: String(i) });
    },
  },
  {
    name: 'thread_reads',
    count: 2000,
    fill: () => {
      const packer = new PayloadPacker();
      const reader = new PayloadReader<object>();
      return (i) => reader.unpack(packer.pack({ text: LONG.repeat(3), i }));
    },
  },
];

const GITHUB = {
  name: 'github',
  kind: 'github',
  issuer: 'https://github.example',
  api: 'https://api.github.example',
  clientSecret: 'secret',
  scope: [],
  callback: null,
  trustEmail: false,
} as const;

/** A cache that has not grown for so many values is full. */
const FILLS_WHEN_FULL = 100;

test.each(FLOODS)('limits $name', async ({ name, count, fill }) => {
  await using app = await openTestApp({ database: 'fixtures/kitchen-seeded.db' });
  const before = cacheSizes().get(name) ?? 0;
  const store = await fill(app);
  let most = 0;
  let grown = 0;
  for (let i = 0; i < count && i - grown < FILLS_WHEN_FULL; i += 1) {
    await store(i);
    const size = cacheSizes().get(name) ?? 0;
    if (size > most) [most, grown] = [size, i];
  }
  expect(most).toBeGreaterThan(CACHE_BYTES[name] * 0.9);
  expect(most - before).toBeLessThanOrEqual(CACHE_BYTES[name]);
});

test('every cache is filled beyond its limit, here or in the test of its driver', () => {
  const elsewhere = [
    'sqlite_statements',
    'postgres_statements',
    'postgres_unprepared_statements',
    'callers',
  ];
  const names = [...FLOODS.map(({ name }) => name), ...elsewhere];
  expect(names.toSorted()).toEqual(Object.keys(CACHE_BYTES).toSorted());
});

function listOf({ store }: TestApp, query: QueryRequest['query']): QueryRequest {
  const type = store.registry.contentType('api::author.author');
  return { type, one: null, paging: 'nested', query, access: fullAccess };
}

/** Filters that differ in their operators, so that each has statements of its own. */
function differentShape(number: number): string {
  return Array.from({ length: 40 }, (_, place) => {
    const digit = Math.floor(number / OPERATORS.length ** (place % 4)) % OPERATORS.length;
    return `filters[$or][${place}][name][${OPERATORS[digit]}]=1`;
  }).join('&');
}

/** Callers with unknown tokens. */
async function strangers({ project, store }: TestApp): Promise<Fill> {
  const { context, locale } = await createEngine(project, store);
  const authenticator = new Authenticator({
    database: store.database,
    tables: context,
    tokenSalt: project.config.admin.apiTokenSalt,
    userTokens: createUserTokens(project.config),
    locale,
  });
  return (i) =>
    authenticator.authenticate(`Bearer ${LONG.slice(0, 900)}${i}`).catch(() => undefined);
}
