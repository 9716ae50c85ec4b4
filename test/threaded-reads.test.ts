// Reads that run in threads: a total that matches them despite concurrent writes, released memory, and threads that are
// only used when they help. `background-reads.test.ts` compares their responses.
import { connect, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fullAccess } from '../src/query/access.ts';
import { toBuffer } from '../src/query/body.ts';
import type { ReadReply } from '../src/query/lanes/read-tasks.ts';
import type { PreparedRead } from '../src/query/prepared-read.ts';
import type { Reader } from '../src/query/read.ts';
import type { Database } from '../src/storage/database.ts';
import type { ThreadedReads } from '../src/storage/background-reads.ts';
import { openTestApp, type TestApp, type TestAppOptions } from './support/app.ts';
import { changedDatabase } from './support/changed-database.ts';
import { eventually } from './support/eventually.ts';
import { readerOf } from './support/reader.ts';

function threadsOf({ store }: Pick<TestApp, 'store'>): ThreadedReads {
  const { threads } = store.database;
  if (!threads) throw new Error('this database has no threads');
  return threads;
}

/** Opens a server whose threads have begun. */
async function openWithThreads(options: TestAppOptions): Promise<TestApp> {
  const app = await openTestApp({ ...options, threads: true });
  await eventually(() => threadsOf(app).isAvailable());
  return app;
}

const KITCHEN = { database: 'fixtures/kitchen.db' };

/** A server whose long reads run in threads. */
let app: TestApp;
/** The same without a response cache. */
let uncached: TestApp;
/** Ports of both. */
let ports: ReadonlyMap<TestApp, number>;

beforeAll(async () => {
  app = await openWithThreads(KITCHEN);
  uncached = await openWithThreads({ beside: app, cache: false });
  ports = new Map([
    [app, await app.listen()],
    [uncached, await uncached.listen()],
  ]);
});
beforeEach(() => eventually(() => !threadsOf(app).isBusy && !threadsOf(uncached).isBusy));
afterAll(async () => {
  await uncached.close();
  await app.close();
});

describe('responses are the same', () => {
  test.each([
    ['kept', true],
    ['not cached', false],
  ])('to many concurrent, slow and aborting clients, %s', async (_how, cache) => {
    await using here = await openTestApp({ beside: app });
    const threaded = cache ? app : uncached;
    const before = threadsOf(threaded).stats.reads;
    const urls = [1, 3, 10, 25, 100].flatMap((size) =>
      ['article', 'author', 'tag', 'page'].map(
        (type) => `/api/${type}s?populate=*&pagination[pageSize]=${size}`,
      ),
    );
    const port = ports.get(threaded);
    const headers = { authorization: `Bearer ${threaded.token}` };
    let requested = 0;
    const expected = new Map<string, string>();
    for (const url of urls) expected.set(url, (await here.request(url)).text);
    const ask = async (url: string, nth: number): Promise<void> => {
      // Each URL is new, so that no response is cached.
      requested += 1;
      const response = await fetch(`http://127.0.0.1:${port}${url}&asked=${requested}`, {
        headers,
      });
      if (nth % 7 === 3) return response.body?.cancel();
      if (nth % 5 === 2) await setTimeout(20);
      expect({ url, text: await response.text() }).toEqual({ url, text: expected.get(url) });
    };
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([...urls, ...urls].map((url, i) => ask(url, i + round)));
    }
    expect(threadsOf(threaded).stats.reads - before).toBeGreaterThan(2 * urls.length);
  });

  test('to a query beyond the limit', async () => {
    const circle = 'tags.articles.tags.articles.tags.articles.tags.articles.tags';
    const url = `/api/articles?pagination[pageSize]=100&locale=*&populate=${circle}`;
    const ask = async (): Promise<unknown> => {
      const { status, text } = await app.request(url);
      return { status, text };
    };
    const reader = readerOf(app);
    const read = listOf(app, reader, `pagination[pageSize]=100&locale=*&populate=${circle}`);
    await expect(reader.body(read, 'v5')).rejects.toMatchObject({ name: 'ValidationError' });
    const [first, second] = [await ask(), await ask()];
    expect(first).toMatchObject({ status: 400, text: expect.stringContaining('too large') });
    expect(second).toEqual(first);
  });
});

function listOf(app: TestApp, reader: Reader, query: string, type = 'article'): PreparedRead {
  const model = app.store.registry.contentType(`api::${type}.${type}`);
  return reader.prepareQuery({
    type: model,
    one: null,
    paging: 'nested',
    query,
    access: fullAccess,
  });
}

interface List {
  readonly data: readonly unknown[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

describe('memory in use', () => {
  const url = '/api/articles?populate=*&pagination[pageSize]=100';

  /** Tracks the buffer pool of the server without a response cache. Its responses are consumed late. */
  async function watched(delay: number): Promise<{
    readonly inUse: () => number;
    readonly ask: () => Promise<Socket>;
  }> {
    const threads = threadsOf(uncached);
    const memories: SharedArrayBuffer[] = [];
    const { run: original } = threads;
    onTestFinished(() => void (threads.run = original));
    const run = original.bind(threads);
    let requested = 0;
    threads.run = async (task, cost) => {
      requested += 1;
      const reply = (await run(task, cost)) as ReadReply;
      if (reply.body !== null && 'memory' in reply.body) memories.push(reply.body.memory);
      await setTimeout(delay);
      return reply;
    };
    // The first read of a shape measures its duration.
    await uncached.request(url);
    const head = `GET ${url} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${uncached.token}\r\n\r\n`;
    const ask = async (): Promise<Socket> => {
      const socket = connect(ports.get(uncached) ?? 0, '127.0.0.1').pause();
      socket.on('error', () => undefined);
      const before = requested;
      socket.write(head.repeat(60));
      await eventually(() => requested > before);
      return socket;
    };
    const inUse = (): number => {
      expect(memories.length).toBeGreaterThan(0);
      return memories.filter((memory) => new Int32Array(memory)[0] !== 0).length;
    };
    return { inUse, ask };
  }

  test.each([
    ['before the response is ready', 50, 0],
    ['while responses wait for one that it does not read', 0, 300],
  ])('is released after a client disconnects %s', async (_when, delay, pause) => {
    const { inUse, ask } = await watched(delay);
    for (let i = 0; i < 3; i += 1) {
      const socket = await ask();
      await setTimeout(pause);
      socket.destroy();
      await eventually(() => !threadsOf(uncached).isBusy);
      await setTimeout(2 * delay);
    }
    await eventually(() => inUse() === 0);
  });
});

describe('a row count', () => {
  test('matches the rows of its page, even if a write happens at the same time', async () => {
    // Commits when the task is on its way, as if the thread had been busy.
    const { database } = app.store;
    const threads = threadsOf(app);
    let requested = 0;
    const late = withThreads(app, {
      run: async (task, cost) => {
        requested += 1;
        if (requested === 1)
          await change(
            database,
            `insert into authors (document_id, name) values ('late${'x'.repeat(20)}', 'late')`,
          );
        return threads.run(task, cost);
      },
    });
    const reader = readerOf(app, { database: late });
    const read = listOf(app, reader, 'pagination[pageSize]=100', 'author');
    const list = async (): Promise<List> =>
      JSON.parse(toBuffer((await reader.body(read, 'v5')) ?? '').toString());
    const before = await list();
    const after = await list();
    expect(after.data).toHaveLength(before.data.length + 1);
    expect(after.meta.pagination.total).toBe(after.data.length);
    expect(requested).toBe(2);
  });

  test('is cached from a thread', async () => {
    const threads = threadsOf(app);
    const reader = readerOf(app);
    const statements = async (): Promise<number> => {
      const before = threads.stats.statements;
      await reader.body(listOf(app, reader, 'fields=name', 'tag'), 'v5');
      return threads.stats.statements - before;
    };
    // In here: the shape is not known yet.
    expect(await statements()).toBe(0);
    await change(app.store.database, `update tags set name = name || '!' where id = 1`);
    expect(await statements()).toBe(2);
    expect(await statements()).toBe(1);
  });
});

describe('where a read runs', () => {
  /** Of four lists that come together, and of four that come one after the other. */
  async function requestsWith(
    minCost: ThreadedReads['minCost'],
  ): Promise<readonly [number, number]> {
    const threads = threadsOf(app);
    const database = withThreads(app, { minCost });
    const reader = readerOf(app, { database });
    const read = listOf(app, reader, 'populate=*');
    const ask = (): Promise<unknown> => reader.body(read, 'v5');
    await ask();
    const counts: number[] = [threads.stats.reads];
    await Promise.all([ask(), ask(), ask(), ask()]);
    counts.push(threads.stats.reads);
    for (let i = 0; i < 4; i += 1) {
      // A client repeats its request in another iteration of the event loop.
      await turn();
      await ask();
    }
    counts.push(threads.stats.reads);
    const [none = 0, together = 0, all = 0] = counts;
    return [together - none, all - together];
  }

  test.each([
    ['short: in the server', { besideOthers: Infinity, alone: Infinity }, [0, 0]],
    ['long: in threads while others read', { besideOthers: 0, alone: Infinity }, [4, 0]],
    ['very long: in a thread', { besideOthers: 0, alone: 0 }, [4, 4]],
  ])('%s', async (_name, minCost, requested) => {
    expect(await requestsWith(minCost)).toEqual(requested);
  });

  test('a read that follows another one in the server is from a different client', async () => {
    const threads = threadsOf(app);
    const before = threads.stats.reads;
    const minCost = { besideOthers: 0, alone: Infinity };
    const database = withThreads(app, { minCost });
    const reader = readerOf(app, { database });
    const read = listOf(app, reader, 'populate=*');
    await reader.body(read, 'v5');
    await turn();
    await reader.body(read, 'v5');
    expect(threads.stats.reads).toBe(before);
    await reader.body(read, 'v5');
    expect(threads.stats.reads).toBe(before + 1);
  });

  test('a read runs in a thread while another thread reads', async () => {
    const threads = threadsOf(app);
    const before = threads.stats.reads;
    const reader = readerOf(app, {
      database: withThreads(app, { minCost: { besideOthers: 0, alone: Infinity } }),
    });
    const read = listOf(app, reader, 'populate=*');
    await reader.body(read, 'v5');
    await turn();
    // An invalid task: the thread is busy until it has rejected it.
    const other = threads.run({}, 1).catch(() => undefined);
    await reader.body(read, 'v5');
    await other;
    expect(threads.stats.reads).toBe(before + 2);
  });

  test('threads start on demand, and handle requests that arrive before they are ready', async () => {
    await using fresh = await openTestApp({ ...KITCHEN, threads: true });
    const threads = threadsOf(fresh);
    const ask = async (): Promise<number> =>
      (await fresh.request('/api/articles?populate=*')).status;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    expect(threads.stats.reads).toBe(0);
    await eventually(async () => (await ask()) === 200 && threads.stats.reads > 0);
    await setTimeout(0);
    expect(threads.isBusy).toBe(false);
  });
});

test('an evicted compiled read is garbage collected', async () => {
  const before = threadsOf(app).stats.reads;
  const reader = readerOf(app, {
    database: withThreads(app, { minCost: { besideOthers: 0, alone: 0 } }),
  });
  const compiled = await (async (): Promise<WeakRef<object>> => {
    const read = listOf(app, reader, 'fields=title&populate=tags');
    for (let i = 0; i < 3; i += 1) await reader.body(read, 'v5');
    return new WeakRef(reader.compiled(read));
  })();
  expect(threadsOf(app).stats.reads).toBeGreaterThan(before);
  for (let shape = 0; shape < SHAPES; shape += 1) {
    reader.compiled(listOf(app, reader, filtersOf(shape)));
  }
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  await eventually(() => {
    collect();
    return compiled.deref() === undefined;
  });
});

/** More than are kept. */
const SHAPES = 1000;

/** Filters of another shape for each number. */
function filtersOf(number: number): string {
  return Array.from({ length: 100 }, (_, i) => {
    const operator = (number >> i) & 1 && i < 10 ? '$ne' : '$eq';
    return `filters[$or][${i}][title][${operator}]=a`;
  }).join('&');
}

/** The database with the same threads but for these parts. */
function withThreads(
  { store }: TestApp,
  { minCost, run }: Partial<Pick<ThreadedReads, 'minCost' | 'run'>>,
): Database {
  const threads = threadsOf({ store });
  return changedDatabase(store.database, {
    threads: {
      minCost: minCost ?? threads.minCost,
      get stats() {
        return threads.stats;
      },
      get isBusy() {
        return threads.isBusy;
      },
      timeout: threads.timeout,
      isAvailable: () => threads.isAvailable(),
      pack: (value) => threads.pack(value),
      run: run ?? ((task, cost) => threads.run(task, cost)),
    },
  });
}

function change(database: Database, sql: string): Promise<void> {
  return database.runInTransaction((session) => session.script(sql));
}
