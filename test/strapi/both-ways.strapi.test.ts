// Both ways between Strapi and Quoin, with the real Strapi: a database that either made is served, changed and handed
// back by the other, with every row kept and the same answers. Run by `npm run test:strapi`.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProject } from '../../src/app/project.ts';
import { createApp } from '../../src/app/server.ts';
import { openStore, type Store } from '../../src/app/store.ts';
import { makePostgresDatabase, type PostgresDatabase } from '../support/postgres-database.ts';
import { makeQuoinToken } from './quoin-token.ts';
import { compared, type Compared } from './comparison.ts';
import { reads, writes, type SharedRequest } from './requests.ts';
import {
  installStrapi,
  makeSharedProject,
  makeStrapiToken,
  startStrapi,
  type DatabaseVariables,
} from './strapi-server.ts';
import { vendored } from '../support/vendored-projects.ts';

const results: (Compared & { readonly database: string; readonly step: string })[] = [];
const made: PostgresDatabase[] = [];

beforeAll(installStrapi, 600_000);

afterAll(async () => {
  for (const database of made) await database.drop();
  const lines = results.map(({ database, step, request, same }) =>
    [database.padEnd(10), step.padEnd(34), same ? 'same     ' : 'DIFFERENT', request].join('  '),
  );
  process.stdout.write(`\n${lines.join('\n')}\n`);
});

/** Sends a request. @returns status and body */
type Send = (request: SharedRequest & { readonly body?: string }) => Promise<Answer>;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A project on a database of its own, known to both. */
interface Site {
  readonly kind: string;
  readonly folder: string;
  readonly database: DatabaseVariables;
  /** documentIds by their names. */
  readonly saved: Map<string, string>;
}

async function makeSite(kind: 'SQLite' | 'PostgreSQL'): Promise<Site> {
  const folder = makeSharedProject(vendored('conformance', 'projects', 'kitchen'));
  const saved = new Map<string, string>();
  const file = path.join(folder, '.tmp', 'data.db');
  if (kind === 'SQLite') {
    return {
      kind,
      folder,
      saved,
      database: { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: file },
    };
  }
  const server = await makePostgresDatabase();
  made.push(server);
  const { host, port, database, user, password } = server.config;
  return {
    kind,
    folder,
    saved,
    database: {
      DATABASE_CLIENT: 'postgres',
      DATABASE_HOST: host,
      DATABASE_PORT: String(port),
      DATABASE_NAME: database,
      DATABASE_USERNAME: user,
      DATABASE_PASSWORD: password,
    },
  };
}

async function withQuoin<T>(
  site: Site,
  work: (store: Store, send: (token: string) => Send) => Promise<T>,
): Promise<T> {
  const project = await openProject(site.folder, { environment: { ...site.database } });
  const app = await createApp(project, await openStore(project));
  try {
    return await work(app.store, (token) => async ({ method = 'GET', path: url, body }) => {
      const answer = await app.server.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { payload: body }),
      });
      return { status: answer.statusCode, body: parsed(answer.body) };
    });
  } finally {
    await app.close();
  }
}

function parsed(body: string): unknown {
  return body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body;
}

async function withStrapi<T>(
  site: Site,
  work: (send: (token: string) => Send) => Promise<T>,
): Promise<T> {
  await using strapi = await startStrapi(site.folder, site.database);
  return await work((token) => async ({ method = 'GET', path: url, body }) => {
    const answer = await fetch(strapi.address + url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    return { status: answer.status, body: parsed(text) };
  });
}

async function write({ saved }: Site, send: Send, by: string): Promise<void> {
  const filled = (text: string): string =>
    text.replaceAll(/\{([^{}"]+)\}/g, (whole, name: string) => saved.get(name) ?? whole);
  for (const request of writes(by)) {
    const body = request.data && filled(JSON.stringify({ data: request.data }));
    const answer = await send({
      ...request,
      path: filled(request.path),
      ...(body === undefined ? {} : { body }),
    });
    expect([request.path, answer.status, answer.status >= 300 ? answer.body : '']).toEqual([
      request.path,
      request.method === 'POST' ? 201 : request.method === 'DELETE' ? 204 : 200,
      '',
    ]);
    const { data } = (answer.body ?? {}) as { readonly data?: { readonly documentId: string } };
    if (request.save !== undefined && data) saved.set(request.save, data.documentId);
  }
}

async function readAll(send: Send): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const request of reads) answers.set(request, await send({ path: request }));
  return answers;
}

function expectSame(
  { kind }: Site,
  step: string,
  [one, other]: readonly [ReadonlyMap<string, Answer>, ReadonlyMap<string, Answer>],
): void {
  const all = reads.map((request) => compared(request, one.get(request), other.get(request)));
  results.push(...all.map((each) => ({ ...each, database: kind, step })));
  expect(all.filter(({ same }) => !same)).toEqual([]);
}

/** Rows of each table that holds content or links. */
function countAll({ database, layout }: Store): Promise<Readonly<Record<string, number>>> {
  const tables = layout.tables.filter(({ kind }) => kind !== 'own').map(({ name }) => name);
  return database.write(async (session) => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const [row] = await session.rows({ sql: `select count(*) from "${table}"`, values: [] });
      counts[table] = Number(row?.[0]);
    }
    return counts;
  });
}

/** What a start of Strapi adds by itself: its administrators' permissions. */
const STRAPIS_OWN = /^(?:admin_|strapi_)/;

function content(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([name]) => !STRAPIS_OWN.test(name)));
}

describe.each(['SQLite', 'PostgreSQL'] as const)('%s', (kind) => {
  test('a database of Strapi is served, changed and handed back', async () => {
    const site = await makeSite(kind);
    const token = await makeStrapiToken(site.folder, site.database);
    const theirs = await withStrapi(site, async (sender) => {
      await write(site, sender(token), 'Strapi');
      return readAll(sender(token));
    });
    const { first, changed, counts } = await withQuoin(site, async (store, sender) => {
      const seen = await readAll(sender(token));
      await write(site, sender(token), 'Quoin');
      return { first: seen, changed: await readAll(sender(token)), counts: await countAll(store) };
    });
    expectSame(site, 'Strapi made it, Quoin reads', [theirs, first]);
    const back = await withStrapi(site, (sender) => readAll(sender(token)));
    expectSame(site, 'Quoin changed it, Strapi reads', [changed, back]);
    const after = await withQuoin(site, (store) => countAll(store));
    expect(content(after)).toEqual(content(counts));
  }, 600_000);

  test('a database of Quoin is served, changed and handed back', async () => {
    const site = await makeSite(kind);
    const { token, ours, counts } = await withQuoin(site, async (store, sender) => {
      const key = await makeQuoinToken(site.folder, store);
      await write(site, sender(key), 'Quoin');
      return { token: key, ours: await readAll(sender(key)), counts: await countAll(store) };
    });
    const { first, changed } = await withStrapi(site, async (sender) => {
      const seen = await readAll(sender(token));
      await write(site, sender(token), 'Strapi');
      return { first: seen, changed: await readAll(sender(token)) };
    });
    expectSame(site, 'Quoin made it, Strapi reads', [ours, first]);
    const { back, after } = await withQuoin(site, async (store, sender) => ({
      back: await readAll(sender(token)),
      after: await countAll(store),
    }));
    expectSame(site, 'Strapi changed it, Quoin reads', [changed, back]);
    const lost = Object.entries(content(counts)).filter(
      ([name, rows]) => (after[name] ?? 0) < rows,
    );
    expect(lost).toEqual([]);
  }, 600_000);
});
