// The number of statements of a write depends on the tables that it touches: not on the number of rows, nor on how
// many content-types there are. (The savepoint around it is not counted.)
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../src/app/engine.ts';
import type {
  DocumentCollection,
  DocumentData,
} from '../src/documents/programs/document-collection.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { CountingDatabase } from './support/counting-database.ts';
import { collectionType, schemaOf, writeFiles } from './support/project-folder.ts';
import { onClient } from './support/test-database.ts';
import { vendored } from './support/vendored-projects.ts';

/** A server whose statements are counted. */
class Counted {
  readonly app: TestApp;
  readonly #database: CountingDatabase;
  readonly #locale: Engine['locale'];
  readonly documents: (uid: string) => DocumentCollection;

  private constructor(
    app: TestApp,
    database: CountingDatabase,
    { documents, locale }: Pick<Engine, 'documents' | 'locale'>,
  ) {
    this.app = app;
    this.#database = database;
    this.#locale = locale;
    this.documents = documents;
  }

  static async open(project: string): Promise<Counted> {
    const app = await openTestApp({ project });
    const database = new CountingDatabase(app.store.database);
    const engine = await createEngine(app.project, { ...app.store, database });
    return new Counted(app, database, engine);
  }

  /** Statements that some work takes. */
  async of(work: () => Promise<unknown>): Promise<number> {
    await this.#locale.follow();
    this.#database.count = 0;
    await work();
    return this.#database.count;
  }

  create(uid: string, data: DocumentData): Promise<number> {
    return this.of(() => this.documents(uid).create({ data }));
  }

  async update(uid: string, before: DocumentData, after: DocumentData): Promise<number> {
    const { documentId } = await this.documents(uid).create({ data: before });
    return this.of(() => this.documents(uid).update({ documentId, data: after }));
  }

  async delete(uid: string, data: DocumentData): Promise<number> {
    const { documentId } = await this.documents(uid).create({ data });
    return this.of(() => this.documents(uid).delete({ documentId }));
  }
}

const [HUB, SPOKE, SAMPLE] = ['api::hub.hub', 'api::spoke.spoke', 'api::sample.sample'];

let server: Counted;
let spokes: readonly string[];

beforeAll(async () => {
  server = await Counted.open('kitchen');
  const made: string[] = [];
  for (let i = 0; i < 200; i++) {
    const { documentId } = await server.documents(SPOKE).create({ data: { label: `s${i}` } });
    made.push(documentId);
  }
  spokes = made;
});

afterAll(() => server.app.close());

const sizes = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => ({ name: `n${i}`, ...(i % 2 ? { value: i } : {}) }));

/** For the default locale: commits of others to PostgreSQL are not notified unless the database is attached. */
const NOTIFICATION = onClient({ sqlite: 0, postgres: 1 });

describe('the number of statements of a write', () => {
  test('is one for a flat document, plus one for the response', async () => {
    expect(await server.create(SPOKE, { label: 'flat' })).toBe(2 + NOTIFICATION);
  });

  test('includes one that looks up the row for an update', async () => {
    expect(await server.update(SPOKE, { label: 'a' }, { label: 'b' })).toBe(3 + NOTIFICATION);
  });

  test('includes one that looks up a unique value', async () => {
    expect(await server.create('api::author.author', { name: 'a', email: 'a@example.com' })).toBe(
      3 + NOTIFICATION,
    );
  });

  const kinds: readonly (readonly [string, (count: number) => Promise<number>])[] = [
    ['creating with links', (count) => server.create(HUB, { manyToMany: spokes.slice(0, count) })],
    [
      'stealing from others',
      async (count) => {
        await server.create(HUB, { oneToMany: spokes.slice(0, count) });
        return server.create(HUB, { oneToMany: spokes.slice(0, count) });
      },
    ],
    [
      'setting others',
      (count) =>
        server.update(
          HUB,
          { manyToMany: spokes.slice(0, count) },
          { manyToMany: spokes.slice(100, 100 + count) },
        ),
    ],
    [
      'connecting and disconnecting',
      (count) =>
        server.update(
          HUB,
          { manyToMany: spokes.slice(0, count) },
          {
            manyToMany: {
              connect: spokes.slice(100, 100 + count).map((documentId) => ({
                documentId,
                position: { start: true },
              })),
              disconnect: spokes.slice(0, count),
            },
          },
        ),
    ],
    ['deleting with links', (count) => server.delete(HUB, { manyToMany: spokes.slice(0, count) })],
  ];

  test.each(kinds)('is the same for 1, 10 and 100 links: %s', async (_, cost) => {
    const costs = [await cost(1), await cost(10), await cost(100)];
    expect(new Set(costs).size).toBe(1);
    expect(costs[0]).toBeLessThan(12);
  });
});

describe('the number of statements of a write with links to several types', () => {
  const [MARK, SHELF, GROCER] = ['api::mark.mark', 'api::shelf.shelf', 'api::grocer.grocer'];
  let pantry: Counted;
  let targets: readonly object[];
  let marks: readonly string[];

  beforeAll(async () => {
    pantry = await Counted.open('pantry');
    const made = async (uid: string): Promise<string> =>
      (await pantry.documents(uid).create({ data: {} })).documentId;
    const items: object[] = [];
    for (let i = 0; i < 120; i++) {
      const uid = i % 2 ? SHELF : GROCER;
      items.push({ __type: uid, documentId: await made(uid) });
    }
    targets = items;
    marks = await Promise.all(Array.from({ length: 60 }, () => made(MARK)));
  });

  afterAll(() => pantry.app.close());

  test.each<readonly [string, (count: number) => Promise<number>]>([
    ['creating', (count) => pantry.create(MARK, { items: targets.slice(0, count) })],
    [
      'changing',
      (count) =>
        pantry.update(
          MARK,
          { items: targets.slice(0, count) },
          {
            items: {
              connect: targets
                .slice(60, 60 + count)
                .map((each) => ({ ...each, position: { start: true } })),
              disconnect: targets.slice(0, count),
            },
          },
        ),
    ],
    ['from the inverse side', (count) => pantry.create(SHELF, { markMany: marks.slice(0, count) })],
    ['deleting', (count) => pantry.delete(MARK, { items: targets.slice(0, count) })],
    ['deleting a linked row', (count) => pantry.delete(SHELF, { markMany: marks.slice(0, count) })],
  ])('is the same for 2, 10 and 60 links: %s', async (_, cost) => {
    const costs = [await cost(2), await cost(10), await cost(60)];
    expect(new Set(costs).size).toBe(1);
    expect(costs[0]).toBeLessThan(14);
  });
});

describe('the number of statements of a write with components', () => {
  let folder: string;
  let many: Counted;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'quoin-cost-'));
    cpSync(path.join(vendored('conformance', 'projects'), 'kitchen'), folder, { recursive: true });
    const types = Array.from({ length: 60 }, (_, i) => [
      schemaOf(`extra${i}`),
      collectionType(`extra${i}`, {
        size: { type: 'component', component: 'shared.dimension' },
        hubs: { type: 'relation', relation: 'manyToMany', target: HUB },
      }),
    ]);
    const parts = {
      sizes: { type: 'component', repeatable: true, component: 'shared.dimension' },
      parts: { type: 'dynamiczone', components: ['shared.dimension', 'shared.link'] },
    };
    const list = { ...collectionType('list', parts), options: { draftAndPublish: false } };
    writeFiles(folder, { ...Object.fromEntries(types), [schemaOf('list')]: list });
    many = await Counted.open(folder);
  });

  afterAll(async () => {
    await many.app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const LIST = 'api::list.list';
  const zone = (count: number): object[] =>
    Array.from({ length: count }, (_, i) =>
      i % 2
        ? { __component: 'shared.link', label: `l${i}` }
        : { __component: 'shared.dimension', name: `d${i}` },
    );

  test.each<readonly [string, (count: number) => Promise<number>]>([
    ['creating', (count) => many.create(LIST, { sizes: sizes(count), parts: zone(count) })],
    ['deleting', (count) => many.delete(LIST, { sizes: sizes(count), parts: zone(count) })],
    [
      'replacing',
      (count) =>
        many.update(LIST, { sizes: sizes(count), parts: zone(2) }, { sizes: sizes(count + 1) }),
    ],
    [
      'changing a different attribute of each',
      async (count) => {
        const { documentId, sizes: made } = await many
          .documents(LIST)
          .create({ data: { sizes: sizes(count) }, populate: '*' });
        const changed = (made as readonly { readonly id: number }[]).map(({ id }, i) =>
          i % 3 === 0 ? { id, name: 'x' } : { id, value: i, ...(i % 2 ? { unit: 'm' } : {}) },
        );
        const data = { sizes: changed.toReversed() };
        return many.of(() => many.documents(LIST).update({ documentId, data }));
      },
    ],
  ])('is the same for 10, 20 and 100 components: %s', async (_, cost) => {
    const costs = [await cost(10), await cost(20), await cost(100)];
    expect(new Set(costs).size).toBe(1);
    expect(costs[0]).toBeLessThan(16);
  });

  test('does not increase in a project with sixty more types', async () => {
    const data = { aString: 'same', size: { name: 'a' }, sizes: [{ name: 'b' }] };
    const costs = async (counted: Counted): Promise<readonly number[]> => [
      await counted.create(SAMPLE, data),
      await counted.update(SAMPLE, data, { sizes: [] }),
      await counted.delete(SAMPLE, data),
      await counted.delete(SPOKE, { label: 'gone' }),
    ];
    expect(await costs(many)).toEqual(await costs(server));
  });
});
