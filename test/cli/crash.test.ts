// A server that is killed during writes, several times on one database: acknowledged writes are stored, others are stored
// completely or not at all, and no row is orphaned.
import BetterSqlite from 'better-sqlite3';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { modelOf } from '../../src/app/content-model.ts';
import { openProject } from '../../src/app/project.ts';
import { eventually } from '../support/eventually.ts';
import { findOrphans } from '../support/orphans.ts';
import { runQuoin, startQuoin } from '../support/program.ts';
import { vendored } from '../support/vendored-projects.ts';

/** For a full run set CRASH_KILLS=100. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 6);
const WRITERS = 6;
/** How long writers go on before the process is killed, at most, in milliseconds. */
const LOAD = 250;

test(
  `${KILLS} kills under load lose nothing and leave no partial write`,
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'quoin-crash-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(path.join(vendored('conformance', 'projects'), 'kitchen'), folder, { recursive: true });
    mkdirSync(path.join(folder, '.tmp'), { recursive: true });
    const { stdout } = await runQuoin(
      folder,
      'token',
      'create',
      '--name',
      'crash',
      '--type',
      'full-access',
    );
    const token = stdout.trim().split('\n').at(-1) ?? '';
    const project = await openProject(folder);
    const model = modelOf(project);
    let acknowledged = 0;
    let documents: Tracked[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await startQuoin(folder);
      const client = new Client(`http://127.0.0.1:${server.port}`, token);
      for (const document of documents) await assertWhole(client, document);
      documents = [];
      const targets = await makeTargets(client);
      const writers = Array.from({ length: WRITERS }, (_, i) =>
        writeOn(client, { name: `${kill}-${i}`, targets, documents }),
      );
      const written = Promise.all(writers);
      // Otherwise a failure is reported a second time, as an unhandled rejection.
      written.catch(() => undefined);
      const isWritten = (): boolean => documents.some(({ acks }) => acks > 0);
      await eventually(isWritten);
      await setTimeout((LOAD * kill) / KILLS);
      server.signal('SIGKILL');
      await Promise.all([written, server.ended()]);
      acknowledged += documents.reduce((sum, { acks }) => sum + acks, 0);
      const connection = new BetterSqlite(path.join(folder, '.tmp/data.db'));
      expect(await findOrphans(project.config.database, model)).toEqual([]);
      expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
      connection.close();
    }
    expect(acknowledged).toBeGreaterThanOrEqual(KILLS);
  },
);

/** What a document must be: the state that was last acknowledged, or the one that was on its way. Null: not there. */
interface Tracked {
  readonly kind: Kind;
  documentId: string | null;
  states: (State | null)[];
  acks: number;
}

/** The parts that a half write would tear apart. */
interface State {
  readonly text: string;
  readonly components: readonly string[];
  readonly links: readonly Target[];
}

/** Documents that are linked together, one of each type that is linked. */
interface Target {
  readonly spoke: string;
  readonly tag: string;
  readonly article: string;
}

class Client {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(base: string, token: string) {
    this.#base = base;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  async send(method: string, target: string, data?: object): Promise<Reply> {
    const body = data ? { body: JSON.stringify({ data }) } : {};
    const response = await fetch(this.#base + target, { method, headers: this.#headers, ...body });
    const text = await response.text();
    return { status: response.status, data: text === '' ? null : (JSON.parse(text) as Body).data };
  }

  /** Sends a request again while the server is overloaded. */
  async sendUntilServed(method: string, target: string, data?: object): Promise<Reply> {
    let reply: Reply;
    do reply = await this.send(method, target, data);
    while (reply.status === 503);
    return reply;
  }
}

type Fields = Readonly<Record<string, unknown>>;

interface Body {
  readonly data: Fields | null;
}

interface Reply extends Body {
  readonly status: number;
}

/** A type of documents: how a state is written, and all that must be found of it. */
interface Kind {
  readonly path: string;
  /** Queries that each show the whole document. */
  readonly queries: readonly string[];
  data(state: State): object;
  found(state: State): object;
}

const textsOf = (links: readonly Target[], name: keyof Target): readonly object[] =>
  links.map((each) => ({ documentId: each[name] }));

const hubs: Kind = {
  path: '/api/hubs',
  queries: ['populate=*'],
  data: ({ text, links }) => {
    const ids = links.map(({ spoke }) => spoke);
    return { name: text, manyToMany: ids, manyWay: ids, oneToMany: { set: ids.slice(0, 1) } };
  },
  found: ({ text, links }) => ({
    name: text,
    manyToMany: textsOf(links, 'spoke'),
    manyWay: textsOf(links, 'spoke'),
  }),
};

const samples: Kind = {
  path: '/api/samples',
  queries: ['populate=*'],
  data: ({ text, components }) => ({
    aString: text,
    sizes: components.map((name) => ({ name })),
    size: { name: text },
  }),
  found: ({ text, components }) => ({
    aString: text,
    sizes: components.map((name) => ({ name })),
    size: { name: text },
  }),
};

/** Written as drafts that are published at once: both versions are the same, whole. */
const articles: Kind = {
  path: '/api/articles',
  queries: ['status=draft', 'status=published'].map(
    (status) =>
      `${status}&populate[tags]=true&populate[related]=true&populate[faq]=true&populate[seo][populate]=links` +
      '&populate[sections][on][sections.related][populate]=articles&populate[sections][on][sections.faq][populate]=questions',
  ),
  data: ({ text, components, links }) => ({
    title: text,
    faq: components.map((question) => ({ question })),
    seo: { metaTitle: text, links: components.map((label) => ({ label })) },
    sections: [
      { __component: 'sections.related', articles: links.map(({ article }) => article) },
      { __component: 'sections.faq', questions: components.map((question) => ({ question })) },
    ],
    tags: links.map(({ tag }) => tag),
    related: links.map(({ article }) => article),
  }),
  found: ({ text, components, links }) => ({
    title: text,
    faq: components.map((question) => ({ question })),
    seo: { metaTitle: text, links: components.map((label) => ({ label })) },
    sections: [
      { articles: textsOf(links, 'article') },
      { questions: components.map((question) => ({ question })) },
    ],
    tags: textsOf(links, 'tag'),
    related: textsOf(links, 'article'),
  }),
};

const KINDS = [hubs, articles, samples] as const;

async function makeTargets(client: Client): Promise<readonly Target[]> {
  const make = async (path: string, data: object): Promise<string> =>
    String((await client.sendUntilServed('POST', path, data)).data?.['documentId']);
  return Promise.all(
    Array.from({ length: 8 }, async (_, i) => ({
      spoke: await make('/api/spokes', { label: `spoke ${i}` }),
      tag: await make('/api/tags', { name: `tag ${i}` }),
      article: await make('/api/articles', { title: `article ${i}` }),
    })),
  );
}

interface Work {
  readonly name: string;
  readonly targets: readonly Target[];
  readonly documents: Tracked[];
}

/** Creates, changes, publishes and deletes documents until the server has ended. */
async function writeOn(client: Client, { name, targets, documents }: Work): Promise<void> {
  for (let i = 0; ; i++) {
    const kind = KINDS[i % KINDS.length] ?? hubs;
    const tracked: Tracked = { kind, documentId: null, states: [null], acks: 0 };
    documents.push(tracked);
    const some = targets.slice(i % 4, (i % 4) + 4);
    const states = [1, 2, 3].map((version): State | null => {
      const text = `${name}-${i}-${version}`.slice(0, 20);
      const components = Array.from({ length: version }, (_, part) => `${text} ${part}`);
      if (version === 3 && i % 4 === 0) return null;
      return { text, components, links: some.slice(version - 1) };
    });
    for (const state of states) {
      tracked.states.push(state);
      try {
        const response = await write(client, tracked, state);
        // An overloaded server rejects some requests. Nothing is known of their writes, as after a kill.
        if (response.status === 503) continue;
        expect([200, 201, 204]).toContain(response.status);
        tracked.documentId ??= String(response.data?.['documentId']);
      } catch (error) {
        if (error instanceof TypeError || error instanceof SyntaxError) return;
        throw error;
      }
      tracked.acks += 1;
      tracked.states = [state];
      // A linked document gets a new published row, and links of others are relinked to it.
      if (kind === articles) await republish(client, some[0]);
    }
  }
}

async function republish(client: Client, target: Target | undefined): Promise<void> {
  const response = await client
    .send('PUT', `/api/articles/${target?.article}`, {})
    .catch(() => null);
  if (response !== null) expect([200, 503]).toContain(response.status);
}

function write(client: Client, { kind, documentId }: Tracked, state: State | null): Promise<Reply> {
  if (state === null) return client.send('DELETE', `${kind.path}/${documentId}`);
  return documentId === null
    ? client.send('POST', kind.path, kind.data(state))
    : client.send('PUT', `${kind.path}/${documentId}`, kind.data(state));
}

/** If the response to a creation was lost, its id is unknown; another assertion finds orphaned rows of such documents. */
async function assertWhole(client: Client, { kind, documentId, states }: Tracked): Promise<void> {
  if (documentId === null) return;
  const url = `${kind.path}/${documentId}`;
  const responses = await Promise.all(
    kind.queries.map((query) => client.sendUntilServed('GET', `${url}?${query}`)),
  );
  const wanted = states.map((state) => state && kind.found(state));
  // All versions are in one of the states, the same one.
  const failures = wanted.flatMap((state) => {
    try {
      for (const { status, data } of responses) {
        if (state === null) expect(status).toBe(404);
        else expect(data).toMatchObject(state);
      }
      return [];
    } catch (error) {
      return [error];
    }
  });
  if (failures.length === wanted.length) throw failures.at(-1);
}
