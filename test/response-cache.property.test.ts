// Random reads and writes: cached responses over a socket always equal fresh ones.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InitialRow } from './support/random-bodies.ts';
import { propertySeed } from './support/property-seed.ts';
import { RandomEntries } from './support/random-bodies.ts';
import { randomRequest, type RandomRequest } from './support/random-requests.ts';
import type { TestApp } from './support/app.ts';
import { openAttachedApp } from './support/attached-app.ts';
import { changeDatabase, readRows } from './support/app-database.ts';
import { eventually } from './support/eventually.ts';
import { setRole } from './support/signed-in.ts';
import { Random } from './security/random.ts';
import { pathsOf } from './security/requested-types.ts';
import { RandomReads } from './security/random-reads.ts';
import { samplesOf } from './security/random-urls.ts';

/** Writes, and reads that are compared after each. CACHE_RUNS plays more. */
const WRITES = Number(process.env['CACHE_RUNS'] ?? 40);
const READS = 8;
/** Addresses that are requested repeatedly. */
const ADDRESSES = 60;

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await openAttachedApp({ database: 'fixtures/kitchen-seeded.db' });
  port = await app.listen();
});
afterAll(() => app.close());

test('cached responses equal fresh ones', { timeout: 60_000 + WRITES * 400 }, async () => {
  const seed = propertySeed;
  const random = new Random(seed);
  const addresses = await makeAddresses(random);
  const writes = await makeWrites(seed);
  const statuses = new Map<number, number>();
  for (const write of writes) {
    const change = random.chance(0.1) ? await changeBeside(random) : await send(write);
    const requested = Array.from({ length: READS }, () => random.of(addresses));
    // Twice, so that the second may be one that is kept.
    for (const url of [...requested, ...requested]) {
      const authorization = random.chance(0.7) ? `Bearer ${app.token}` : null;
      const response = await fetch(`http://127.0.0.1:${port}${url}`, {
        headers: authorization === null ? {} : { authorization },
      });
      const made = await app.request(url, { authorization });
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      expect({ seed, change, url, status: response.status, text: await response.text() }).toEqual({
        seed,
        change,
        url,
        status: made.status,
        text: made.text,
      });
    }
  }
  // It must have been about something.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(WRITES);
  expect(app.responseCache?.hits ?? 0).toBeGreaterThan(WRITES);
});

async function makeAddresses(random: Random): Promise<readonly string[]> {
  const { registry } = app.store;
  const samples = await samplesOf(app);
  const reads = new RandomReads({
    registry,
    random,
    isOpen: ({ private: isPrivate }) => !isPrivate,
    valuesOf: samples,
    daring: 0.05,
    drafts: true,
  });
  const types = [...registry.contentTypes.values()].filter(({ origin }) => origin === 'api');
  return Array.from({ length: ADDRESSES }, () => {
    const type = random.of(types);
    const id = random.of([...samples(type.uid, 'documentId'), 'nothing']);
    return `${random.of(pathsOf(type)).replace(':id', id)}?${reads.query(type)}`;
  });
}

async function makeWrites(seed: number): Promise<readonly RandomRequest[]> {
  const { registry, layout } = app.store;
  const known = new Map<string, readonly InitialRow[]>();
  for (const { uid, modelType } of registry.models()) {
    const documentId = modelType === 'contentType' ? 'document_id' : 'null';
    const sql = `select id, ${documentId} from "${layout.table(uid)}" order by id limit 20`;
    const rows = await readRows(app, sql);
    known.set(
      uid,
      rows.map(([id, document]) => ({
        id: Number(id),
        documentId: typeof document === 'string' ? document : null,
      })),
    );
  }
  const rowsOf = (uid: string): readonly InitialRow[] => known.get(uid) ?? [];
  const types = [...registry.contentTypes.values()].filter(({ origin }) => origin === 'api');
  const requests = randomRequest(types, new RandomEntries(registry, rowsOf), rowsOf);
  return fc.sample(requests, { seed, numRuns: WRITES });
}

async function send({ method, path, documentId, query, headers, body }: RandomRequest) {
  const url = `${path}${documentId === null ? '' : `/${encodeURIComponent(documentId)}`}?${query}`;
  const { status } = await app.request(url, {
    method,
    headers,
    ...(body === null ? {} : { body }),
  });
  return `${method} ${url} ${status}`;
}

/** An invisible change to wait for. */
const ALWAYS = `update strapi_core_store_settings set tag = coalesce(tag, '') || 'x' where id = (select min(id) from strapi_core_store_settings)`;

/** What another program, or an administrator, may do. */
async function changeBeside(random: Random): Promise<string> {
  const { registry, layout } = app.store;
  const type = random.of(
    [...registry.contentTypes.values()].filter(({ origin }) => origin === 'api'),
  );
  const table = `"${layout.table(type.uid)}"`;
  const changes = [
    `update ${table} set published_at = null where id = (select max(id) from ${table})`,
    `delete from ${table} where id = (select min(id) from ${table})`,
    `update files set name = name || 'x'`,
    `delete from files_related_mph where id = (select max(id) from files_related_mph)`,
  ];
  if (random.chance(0.3)) {
    await setRole(app, 2, [`${type.uid}.find`, 'api::author.author.find']);
    return `role ${type.uid}`;
  }
  const change = random.of(changes);
  // What another program did is known at once on SQLite, and soon on PostgreSQL.
  const before = app.store.database.version();
  await changeDatabase(app, `${change}; ${ALWAYS}`);
  await eventually(async () => app.store.database.version() !== before);
  return change;
}
