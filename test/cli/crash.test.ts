// A server that is killed in the middle of writes, fifty times on one database: whatever it acknowledged is there and
// whole, what it did not is there as a whole or not at all, and nothing hangs in the air.
import BetterSqlite from 'better-sqlite3';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { modelOf, openProject } from '../../src/app.ts';
import { findOrphans } from '../support/orphans.ts';
import { runQuoin, startQuoin } from '../support/program.ts';
import { vendored } from '../support/vendored-projects.ts';

const KILLS = 50;
const WRITERS = 6;
/** How long writers go on before the process is killed, at most, in milliseconds. */
const LOAD = 250;

test(
  `${KILLS} kills under load lose nothing and leave nothing half`,
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
    const model = modelOf(await openProject(folder));
    let acknowledged = 0;
    let documents: Tracked[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await startQuoin(folder);
      const client = new Client(`http://127.0.0.1:${server.port}`, token);
      for (const document of documents) await assertWhole(client, document);
      documents = [];
      const targets = await spokes(client);
      const writers = Array.from({ length: WRITERS }, (_, i) =>
        writeOn(client, { name: `${kill}-${i}`, targets, documents }),
      );
      await setTimeout(Math.random() * LOAD);
      server.signal('SIGKILL');
      await Promise.all([...writers, server.ended()]);
      acknowledged += documents.reduce((sum, { acks }) => sum + acks, 0);
      const connection = new BetterSqlite(path.join(folder, '.tmp/data.db'));
      expect(findOrphans(connection, model)).toEqual([]);
      expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
      connection.close();
    }
    expect(acknowledged).toBeGreaterThan(KILLS);
  },
);

/** What a document must be: the state that was last acknowledged, or the one that was on its way. Null: not there. */
interface Tracked {
  readonly path: string;
  documentId: string | null;
  states: (State | null)[];
  acks: number;
}

/** The parts that a half write would tear apart. */
interface State {
  readonly text: string;
  readonly components: readonly string[];
  readonly links: readonly string[];
}

class Client {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(base: string, token: string) {
    this.#base = base;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  async send(method: string, target: string, data?: object): Promise<Answer> {
    const body = data ? { body: JSON.stringify({ data }) } : {};
    const answer = await fetch(this.#base + target, { method, headers: this.#headers, ...body });
    const text = await answer.text();
    return { status: answer.status, data: text === '' ? null : (JSON.parse(text) as Body).data };
  }
}

interface Body {
  readonly data: Readonly<Record<string, unknown>> | null;
}

interface Answer extends Body {
  readonly status: number;
}

async function spokes(client: Client): Promise<readonly string[]> {
  const made = Array.from({ length: 8 }, (_, i) =>
    client.send('POST', '/api/spokes', { label: `spoke ${i}` }),
  );
  return (await Promise.all(made)).map(({ data }) => String(data?.['documentId']));
}

interface Work {
  readonly name: string;
  readonly targets: readonly string[];
  readonly documents: Tracked[];
}

/** Creates, changes and deletes documents until the server is gone. */
async function writeOn(client: Client, { name, targets, documents }: Work): Promise<void> {
  for (let i = 0; ; i++) {
    const isHub = i % 2 === 0;
    const tracked: Tracked = {
      path: isHub ? '/api/hubs' : '/api/samples',
      documentId: null,
      states: [null],
      acks: 0,
    };
    documents.push(tracked);
    const some = targets.slice(i % 4, (i % 4) + 4);
    const states = [1, 2, 3].map((version): State | null => {
      const text = `${name}-${i}-${version}`.slice(0, 20);
      const parts = Array.from({ length: version }, (_, part) => `${text} ${part}`);
      if (version === 3 && i % 3 === 0) return null;
      return { text, components: isHub ? [] : parts, links: isHub ? some.slice(version - 1) : [] };
    });
    for (const state of states) {
      tracked.states.push(state);
      try {
        const answer = await write(client, tracked, state);
        expect([200, 201, 204]).toContain(answer.status);
        tracked.documentId ??= String(answer.data?.['documentId']);
      } catch (error) {
        if (error instanceof TypeError || error instanceof SyntaxError) return;
        throw error;
      }
      tracked.acks += 1;
      tracked.states = [state];
    }
  }
}

function write(client: Client, tracked: Tracked, state: State | null): Promise<Answer> {
  const { documentId } = tracked;
  if (state === null) return client.send('DELETE', `${tracked.path}/${documentId}`);
  const { text, components, links } = state;
  const data =
    tracked.path === '/api/hubs'
      ? { name: text, manyToMany: links, manyWay: links, oneToMany: { set: links.slice(0, 1) } }
      : { aString: text, sizes: components.map((part) => ({ name: part })), size: { name: text } };
  return documentId === null
    ? client.send('POST', tracked.path, data)
    : client.send('PUT', `${tracked.path}/${documentId}`, data);
}

/** A document whose creation was never answered has no id to ask for: that nothing of it hangs about is seen elsewhere. */
async function assertWhole(
  client: Client,
  { path: place, documentId, states }: Tracked,
): Promise<void> {
  if (documentId === null) return;
  const { status, data } = await client.send('GET', `${place}/${documentId}?populate=*`);
  const list = (name: string, key: string): readonly string[] =>
    ((data?.[name] ?? []) as readonly Record<string, unknown>[]).map((item) => String(item[key]));
  const found: State | null =
    status === 404
      ? null
      : {
          text: String(data?.['name'] ?? data?.['aString']),
          components: list('sizes', 'name'),
          links: list('manyToMany', 'documentId'),
        };
  expect(states).toContainEqual(found);
  if (found && place === '/api/hubs') expect(list('manyWay', 'documentId')).toEqual(found.links);
  if (found && place === '/api/samples') {
    expect(data?.['size']).toMatchObject({ name: found.text });
  }
}
