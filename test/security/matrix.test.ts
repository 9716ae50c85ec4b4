// Noninterference of reads (docs/strapi/access.md, "Permissions"; D4): two databases that differ only in what a
// caller may not see give that caller the same bytes for each request. Requests are built from the schema and cover
// every relation kind of both projects. FUZZ_RUNS sends more of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentType } from '../../src/schema/types.ts';
import type { TestResponse, TestApp } from '../support/app.ts';
import { chosen, pathsOf, readActions, typesOf } from './requested-types.ts';
import { CALLER_KINDS, callerOf, type CallerKind } from './callers.ts';
import { differenceOf } from './difference.ts';
import { propertySeed } from '../support/property-seed.ts';
import { randomUrls, samplesOf } from './random-urls.ts';
import { Random } from './random.ts';
import { changeDrafts, changeSecrets } from './secrets.ts';
import { seededUsers } from './seeded-users.ts';
import { WorldServers, type Worlds } from './worlds.ts';

const { FUZZ_RUNS } = process.env;

/** How many requests each caller sends in each pair of worlds; who may see what is decided before the database is queried. */
const REQUESTS = Number(FUZZ_RUNS ?? 16);
const TIMEOUT = 60_000 + REQUESTS * 1000;

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

  const open = (actions: readonly string[], change: (app: TestApp) => string): Promise<Worlds> =>
    servers.worlds({ actions, common: seededUsers(project), change });

  test('private values and links are never visible', async () => {
    const actions = readActions(types);
    const worlds = await open(actions, ({ store }) => changeSecrets(store, () => true));
    for (const kind of CALLER_KINDS) {
      expect([kind, await play(worlds, { kind, actions, daring: 0.4 })]).toEqual([kind, []]);
    }
  });

  test('no parameter can probe a private value', async () => {
    const actions = readActions(types);
    const worlds = await open(actions, ({ store }) => changeSecrets(store, () => true));
    const { authorization } = await callerOf(worlds.one, 'full-access', actions);
    const both = [await samplesOf(worlds.one), await samplesOf(worlds.other)];
    let requested = 0;
    for (const type of types) {
      const [path = ''] = pathsOf(type);
      for (const { name, kind, private: isPrivate } of type.attributes.values()) {
        if (path === '' || kind !== 'scalar' || !isPrivate || name === 'locale') continue;
        const values = both.flatMap((samples) => samples(type.uid, name));
        for (const value of values.map((each) => encodeURIComponent(each))) {
          for (const query of [
            `_q=${value}`,
            `_q=${value}&filters[${name}][$eq]=${value}`,
            `filters[${name}][$startsWith]=${value}`,
            `filters[$or][0][${name}]=${value}&filters[$or][1][id]=1`,
            `sort=${name}`,
            `fields=${name}`,
          ]) {
            requested++;
            const [one, other] = await worlds.request(`${path}?${query}`, { authorization });
            expect([query, one.text]).toEqual([query, other.text]);
          }
        }
      }
    }
    expect(requested).toBeGreaterThan(20);
  });

  test.each([0, 1])('types without find permission are invisible (choice %i)', async (choice) => {
    const seed = propertySeed * 10 + choice;
    const actions = readActions(chosen(types, seed));
    const mayFind = (uid: string): boolean => actions.includes(`${uid}.find`);
    const worlds = await open(actions, ({ store }) => changeSecrets(store, mayFind));
    for (const kind of ['public', 'user', 'custom'] as const) {
      const differences = await play(worlds, { kind, actions, seed, daring: 0.1 });
      expect([kind, differences]).toEqual([kind, []]);
    }
  });

  test('drafts are visible only on request', async () => {
    const actions = readActions(types);
    const worlds = await open(actions, ({ store }) => changeDrafts(store));
    for (const kind of ['public', 'full-access'] as const) {
      const differences = await play(worlds, { kind, actions, daring: 0, drafts: false });
      expect([kind, differences]).toEqual([kind, []]);
    }
  });

  test('the requests reveal differences that the caller may see', async () => {
    const actions = readActions(chosen(types, propertySeed));
    const mayFind = (uid: string): boolean => actions.includes(`${uid}.find`);
    const worlds = await open(actions, ({ store }) => changeSecrets(store, mayFind));
    const differences = await play(worlds, { kind: 'full-access', actions, daring: 0.1 });
    expect(differences.length).toBeGreaterThan(REQUESTS / 8);
  });
});

interface Play {
  readonly kind: CallerKind;
  readonly actions: readonly string[];
  readonly seed?: number;
  readonly daring: number;
  readonly drafts?: boolean;
}

/** Requests with different responses, and the differences. */
async function play(
  worlds: Worlds,
  { kind, actions, seed = propertySeed, daring, drafts = true }: Play,
): Promise<readonly string[]> {
  const caller = await callerOf(worlds.one, kind, actions);
  const random = new Random(seed * 1000 + CALLER_KINDS.indexOf(kind));
  const next = await randomUrls(worlds, { caller, random, daring, drafts });
  const differences: string[] = [];
  let good = 0;
  for (let n = 0; n < REQUESTS; n++) {
    const url = next();
    const headers = random.chance(0.05) ? { 'strapi-response-format': 'v4' } : {};
    const { authorization } = caller;
    const [one, other] = await worlds.request(url, { authorization, headers });
    if (one.status === 200) good++;
    const difference = differenceOf(textOf(one), textOf(other));
    if (difference !== null) differences.push(`${decodeURIComponent(url)}\n${difference}`);
  }
  expect(good, 'requests that were served').toBeGreaterThan(REQUESTS / 6);
  return differences;
}

function textOf({ status, text, headers }: TestResponse): string {
  return `${status} ${text} ${JSON.stringify({ ...headers, date: null })}`;
}
