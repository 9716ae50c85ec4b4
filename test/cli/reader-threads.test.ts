// The built program under concurrent clients: long reads run in threads of its bundle, and all get the same responses
// as a single client.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { makeProject, postsWithParts } from '../support/project-folder.ts';
import { runQuoin, startQuoin, type RunningServer } from '../support/program.ts';

const POSTS = 100;
const CLIENTS = 40;
const SIZES = [1, 7, 40, POSTS];

/** A server with content, and its clients. */
class Site {
  readonly server: RunningServer;
  readonly #headers: Readonly<Record<string, string>>;
  /** The response to a single request, by the size of the page. */
  readonly #alone = new Map<number, string>();

  private constructor(server: RunningServer, token: string) {
    this.server = server;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  static async open(settings: object, ...options: readonly string[]): Promise<Site> {
    const folder = makeProject({
      ...postsWithParts(),
      'config/quoin.json': { metrics: true, cache: { memory: 0 }, ...settings },
    });
    const made = await runQuoin(folder, 'token', 'create', '--name', 'it', '--type', 'full-access');
    const token = made.stdout.trimEnd().split('\n').at(-1) ?? '';
    const site = new Site(await startQuoin(folder, 'start', ...options), token);
    await Promise.all(Array.from({ length: POSTS }, (_, i) => site.#write(i)));
    for (const size of SIZES) site.#alone.set(size, await (await site.#list(size)).text());
    expect(JSON.parse(site.#alone.get(POSTS) ?? '')).toMatchObject({
      meta: { pagination: { total: POSTS } },
    });
    return site;
  }

  /** Lists that are requested together. */
  async request(): Promise<void> {
    await Promise.all(Array.from({ length: CLIENTS }, (_, i) => this.#request(i)));
  }

  /** How many reads ran in threads. */
  async inThreads(): Promise<number> {
    const text = await (await this.#fetch('/metrics')).text();
    return Number(/^quoin_database_reads_in_threads_total (\d+)$/m.exec(text)?.[1]);
  }

  async #request(i: number): Promise<void> {
    const size = SIZES[i % SIZES.length] ?? 1;
    const response = await this.#list(size);
    // Memory is released when a client disconnects, and not before a slow one has read it.
    if (i % 7 === 3) return response.body?.cancel();
    if (i % 5 === 2) await setTimeout(20);
    expect(await response.text()).toBe(this.#alone.get(size));
  }

  #list(size: number): Promise<Response> {
    return this.#fetch(`/api/posts?populate=*&sort=id&pagination[pageSize]=${size}`);
  }

  async #write(i: number): Promise<void> {
    const data = { title: `é ${i}`, parts: [{ name: 'a' }, { name: '中' }] };
    const body = JSON.stringify({ data });
    expect((await this.#fetch('/api/posts', { method: 'POST', body })).status).toBe(201);
  }

  #fetch(path: string, options: RequestInit = {}): Promise<Response> {
    const address = `http://127.0.0.1:${this.server.port}${path}`;
    return fetch(address, { ...options, headers: this.#headers });
  }
}

test('runs reads in threads of the bundle', async () => {
  const site = await Site.open({ threads: 2 });
  await eventually(async () => {
    await site.request();
    return (await site.inThreads()) >= CLIENTS;
  });
  site.server.signal('SIGTERM');
  expect(await site.server.ended()).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['if they are disabled', { threads: 0 }, []],
  ['if each process has one core', {}, ['--workers', '1']],
])('starts no threads %s', async (_where, settings, options) => {
  const site = await Site.open(settings, ...options);
  for (let i = 0; i < 2; i += 1) await site.request();
  expect(await site.inThreads()).toBe(0);
});
