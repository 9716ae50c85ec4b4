// Noninterference of writes: the same writes by the same caller on two databases that differ only in what the caller
// may not see have equal responses, including errors, and equal effects on what the caller may read.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import type { Registry } from '../../src/schema/registry.ts';
import type { ContentType, Model } from '../../src/schema/types.ts';
import type { TestResponse, TestApp } from '../support/app.ts';
import { readRows } from '../support/app-database.ts';
import { propertySeed } from '../support/property-seed.ts';
import { RandomEntries, type InitialRow } from '../support/random-bodies.ts';
import { randomRequest, type RandomRequest } from '../support/random-requests.ts';
import { onClient } from '../support/test-database.ts';
import { chosen, pathsOf, readActions, typesOf, writeActions } from './requested-types.ts';
import { callerOf } from './callers.ts';
import { differenceOf } from './difference.ts';
import { Random } from './random.ts';
import { changeSecrets } from './secrets.ts';
import { seededUsers } from './seeded-users.ts';
import { WorldServers, type Worlds } from './worlds.ts';

const { FUZZ_RUNS } = process.env;

/** How many writes each caller sends in each pair of worlds. */
const WRITES = Number(FUZZ_RUNS ?? onClient({ sqlite: 24, postgres: 12 }));
const TIMEOUT = 60_000 + WRITES * 1000;

const PROJECTS = [
  { project: 'kitchen', database: 'fixtures/kitchen.db' },
  { project: 'pantry', database: 'fixtures/pantry.db' },
] as const;

describe.each(PROJECTS)('$project', { timeout: TIMEOUT }, ({ project, database }) => {
  let servers: WorldServers;
  let types: readonly ContentType[];

  beforeAll(async () => {
    servers = await WorldServers.make(project, database);
    types = typesOf(await servers.restored());
  });
  afterAll(() => servers.close());

  test.each([0, 1, 2])(
    'limits links to types that the caller may find (choice %i)',
    async (choice) => {
      const seed = propertySeed * 10 + choice;
      const some = chosen(types, seed);
      const actions = [...readActions(some), ...writeActions(some)];
      const mayFind = (uid: string): boolean => actions.includes(`${uid}.find`);
      const common = seededUsers(project);
      const change = ({ store }: TestApp): string =>
        changeSecrets(store, mayFind, 'components stay');
      const worlds = await servers.worlds({ actions, common, change });
      expect(await playWrites(worlds, { types: some, actions, seed })).toEqual([]);
    },
  );
});

interface Play {
  readonly types: readonly ContentType[];
  readonly actions: readonly string[];
  readonly seed: number;
}

/** Responses that differ between the databases: to writes, then to lists of all readable rows. */
async function playWrites(
  worlds: Worlds,
  { types, actions, seed }: Play,
): Promise<readonly string[]> {
  const { authorization, mayFind } = await callerOf(worlds.one, 'custom', actions);
  const { registry } = worlds.one.store;
  const random = new Random(seed);
  const rows = await knownRows(worlds.one);
  const written = types.filter(({ origin }) => origin === 'api');
  const arbitrary = randomRequest(written, new RandomEntries(registry, rows), rows);
  const known = await documentIds(worlds.one);
  const sides = [new Side(worlds.one, known), new Side(worlds.other, known)] as const;
  const differences: string[] = [];
  let done = 0;
  for (const sent of fc.sample(arbitrary, { numRuns: WRITES, seed })) {
    const isTame = random.chance(0.85);
    const request = isTame ? withoutClosed(registry, sent, mayFind) : sent;
    const one = await sides[0].send(request, authorization);
    const other = await sides[1].send(request, authorization);
    if (one.startsWith('2')) done++;
    const difference = differenceOf(one, other);
    if (difference !== null) differences.push(`${describeRequest(request)}\n${difference}`);
  }
  for (const type of written) {
    const url = `${pathsOf(type)[0]}?populate=*&status=draft&pagination[limit]=100`;
    const one = await sides[0].read(url, authorization);
    const difference = differenceOf(one, await sides[1].read(url, authorization));
    if (difference !== null) differences.push(`${url}\n${difference}`);
  }
  expect(done, 'writes that were done').toBeGreaterThan(WRITES / 8);
  return differences;
}

/** One database, with the documents that were created in it. */
class Side {
  readonly #app: TestApp;
  readonly #made = new Map<string, string[]>();
  readonly #known: ReadonlySet<string>;
  /** Names of created documents in the order of their appearance: the same in both databases. */
  readonly #names = new Map<string, string>();

  /** @param known The documentIds that are the same in both worlds */
  constructor(app: TestApp, known: ReadonlySet<string>) {
    this.#app = app;
    this.#known = known;
  }

  async send(request: RandomRequest, authorization: string | null): Promise<string> {
    const { method, headers, uid } = request;
    const body = request.body === null ? null : this.#filled(request.body);
    const url = `${request.path}${request.documentId === null ? '' : `/${this.#filled(request.documentId)}`}`;
    const response = await this.#app.request(`${url}?${request.query}`, {
      method,
      headers,
      authorization,
      ...(body === null ? {} : { body: request.bytes ? Buffer.from(body, 'latin1') : body }),
    });
    if (method === 'POST' && response.status === 201) this.#note(uid, response);
    return this.#named(response);
  }

  async read(url: string, authorization: string | null): Promise<string> {
    return this.#named(await this.#app.request(url, { authorization }));
  }

  #note(uid: string, response: TestResponse): void {
    const { documentId } = response.json<{ readonly data: { readonly documentId: string } }>().data;
    this.#made.set(uid, [...(this.#made.get(uid) ?? []), documentId]);
  }

  #filled(text: string): string {
    return text.replaceAll(/\{\{(\S+?) (\d+)\}\}/g, (_all, uid: string, n: string) => {
      const made = this.#made.get(uid) ?? [];
      return made[Number(n) % made.length] ?? `none${n}`;
    });
  }

  /**
   * The response with names in place of values that differ in every run: new documentIds, and times of this day. Row ids
   * of new rows, and of components, are left out: they are sequential, so they depend on the writes in between.
   */
  #named({ status, text }: TestResponse): string {
    const named = text
      .replaceAll(/\b[a-z0-9]{24}\b/g, (id) => this.#nameOf(id))
      .replaceAll(/"id":\d+,(?="documentId":"<)/g, '"id":"<id>",')
      .replaceAll(NOW, '<now>');
    return `${status} ${named}`;
  }

  #nameOf(id: string): string {
    if (this.#known.has(id)) return id;
    const name = this.#names.get(id) ?? `<${this.#names.size}>`;
    this.#names.set(id, name);
    return name;
  }
}

/** Times of the days around the test. */
const NOW = new RegExp(
  `${[-1, 0, 1]
    .map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    .map((day) => `${day}T[0-9:.]+Z`)
    .join('|')}`,
  'g',
);

/** The rows of types and components, as they are. */
async function knownRows(app: TestApp): Promise<(uid: string) => readonly InitialRow[]> {
  const { registry, layout } = app.store;
  const known = new Map<string, readonly InitialRow[]>();
  for (const { uid, modelType } of registry.models()) {
    const documentId = modelType === 'contentType' ? 'document_id' : 'null';
    const sql = `select id, ${documentId} as document_id from "${layout.table(uid)}" order by id limit 40`;
    const rows = (await readRows(app, sql)).map(([id, document]) => ({
      id: Number(id),
      documentId: typeof document === 'string' ? document : null,
    }));
    known.set(uid, rows);
  }
  return (uid) => known.get(uid) ?? [];
}

async function documentIds(app: TestApp): Promise<ReadonlySet<string>> {
  const { registry, layout } = app.store;
  const ids = new Set<string>();
  for (const uid of registry.contentTypes.keys()) {
    const rows = await readRows(app, `select document_id from "${layout.table(uid)}"`);
    for (const [id] of rows) ids.add(String(id));
  }
  return ids;
}

/** The request without relations that the caller may not write. */
function withoutClosed(
  registry: Registry,
  request: RandomRequest,
  mayFind: (uid: string) => boolean,
): RandomRequest {
  if (request.body === null) return request;
  try {
    const body = JSON.parse(request.body) as JsonValue;
    if (!isJsonObject(body) || !isJsonObject(body['data'] ?? null)) return request;
    const data = body['data'] as JsonObject;
    const model = registry.model(request.uid);
    const text = JSON.stringify({ ...body, data: open(registry, { model, data, mayFind }) });
    return { ...request, body: text };
  } catch {
    return request;
  }
}

interface Opened {
  readonly model: Model;
  readonly data: JsonObject;
  readonly mayFind: (uid: string) => boolean;
}

function open(registry: Registry, { model, data, mayFind }: Opened): JsonObject {
  const entries = Object.entries(data).flatMap(([key, value]): [string, JsonValue][] => {
    const attribute = model.attributes.get(key);
    const isLink = attribute?.kind === 'relation' || attribute?.kind === 'morph';
    if (isLink && (attribute.target === undefined || !mayFind(attribute.target))) return [];
    const inside = (item: JsonValue): JsonValue => {
      const uid = attribute?.kind === 'component' ? attribute.component : componentOf(item);
      return uid !== null && registry.components.has(uid) && isJsonObject(item)
        ? open(registry, { model: registry.model(uid), data: item, mayFind })
        : item;
    };
    if (attribute?.kind !== 'component' && attribute?.kind !== 'dynamiczone') return [[key, value]];
    return [[key, Array.isArray(value) ? value.map(inside) : inside(value)]];
  });
  return Object.fromEntries(entries);
}

function componentOf(item: JsonValue): string | null {
  const uid = isJsonObject(item) ? item['__component'] : null;
  return typeof uid === 'string' ? uid : null;
}

function describeRequest({ method, path, documentId, query, body }: RandomRequest): string {
  return `${method} ${path} ${documentId} ?${query} ${body?.slice(0, 600)}`;
}
