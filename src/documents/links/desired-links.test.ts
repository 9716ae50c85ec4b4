import { describe, expect, it } from 'vitest';
import {
  openLinkDatabase,
  registryOf,
  storedLinks,
  type LinkDatabase,
} from '../../../test/support/link-tables.ts';
import { kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import { writeLinks } from './write-links.ts';
import type { LinkWrite, RowChange } from './link-write.ts';
import type { RowGroup } from './order.ts';

const CAMPAIGN = 'api::campaign.campaign';
const ARTICLE = 'api::article.article';
const AUTHOR = 'api::author.author';
const CATEGORY = 'api::category.category';

const set = (...rows: RowGroup[]): RowChange => ({ kind: 'set', rows });

const connect = (...rows: RowGroup[]): RowChange => ({
  kind: 'change',
  change: {
    connect: rows.map((each) => ({ rows: each, position: { at: 'end' } })),
    disconnect: [],
    strict: true,
  },
});

interface Writer {
  readonly tables: LinkDatabase;
  /** Writes one after another. @returns the far rows of each near row then */
  run(...writes: readonly (readonly [row: number, change: RowChange])[]): Promise<object>;
  /** Writes all at once. @returns the far rows of each near row then */
  runTogether(...writes: readonly (readonly [row: number, change: RowChange])[]): Promise<object>;
}

async function writerOf(tables: LinkDatabase, uid: string, name: string): Promise<Writer> {
  const attribute = tables.context.registry.attribute(uid, name);
  if (attribute?.kind !== 'relation') throw new Error(`no ${name}`);
  const write = (writes: readonly LinkWrite[]): Promise<void> =>
    tables.database.transact(writeLinks(tables.context, { uid, attribute }, writes));
  const links = async (): Promise<object> =>
    Object.fromEntries(await tables.database.transact(storedLinks(tables.context, uid, name)));
  return {
    tables,
    run: async (...writes) => {
      for (const [row, change] of writes) await write([{ row, created: false, change }]);
      return links();
    },
    runTogether: async (...writes) => {
      await write(writes.map(([row, change]) => ({ row, created: false, change })));
      return links();
    },
  };
}

describe('draft and published rows of one target', () => {
  // Campaign 1; articles: draft 1 and published 2, draft 3 and published 4.
  const open = async (): Promise<Writer> => {
    const tables = await openLinkDatabase(kitchenRegistry());
    await tables.insert(CAMPAIGN, 1);
    await tables.insert(ARTICLE, 2);
    return writerOf(tables, CAMPAIGN, 'leadArticle');
  };

  it('are set and replaced together', async () => {
    const { run } = await open();
    expect(await run([1, set([1, 2])])).toEqual({ 1: [1, 2] });
    expect(await run([1, connect([3, 4])])).toEqual({ 1: [3, 4] });
    expect(await run([1, set([3], [2])])).toEqual({ 1: [2] });
  });

  it('can be connected one by one', async () => {
    const { run } = await open();
    expect(await run([1, connect([1])], [1, connect([2])])).toEqual({ 1: [1, 2] });
    expect(await run([1, connect([1, 2])], [1, connect([2])])).toEqual({ 1: [1, 2] });
    expect(await run([1, connect([3], [4])])).toEqual({ 1: [4, 3] });
  });

  it('use the last one: another document replaces both', async () => {
    const { run } = await open();
    expect(await run([1, connect([1, 2])], [1, connect([1], [4])])).toEqual({ 1: [4] });
  });

  it('belong to one locale: a target in another locale replaces both', async () => {
    const { run, tables } = await open();
    await tables.database.transact(
      tables.context.statements.update(
        'articles',
        ['document_id', 'locale'],
        [
          [1, 'same', 'en'],
          [2, 'same', 'en'],
          [3, 'same', 'fr'],
          [4, 'same', 'fr'],
        ],
      ),
    );
    expect(await run([1, connect([1, 2])], [1, connect([3])])).toEqual({ 1: [3] });
  });

  it('share a column, which references the published row', async () => {
    const tables = await openLinkDatabase(await registryOf('pantry'));
    await tables.insert('api::shelf.shelf', 2);
    await tables.insert('api::jar.jar', 2);
    const { runTogether } = await writerOf(tables, 'api::shelf.shelf', 'spare');
    const both: readonly RowGroup[] = [[2, 1], [3]];
    expect(await runTogether([1, set(both[0] ?? [])], [2, connect(...both)])).toEqual({
      1: [2],
      2: [3],
    });
  });
});

describe('rows that belong to one document', () => {
  it('move from another document, and belong to the last of several writes', async () => {
    const tables = await openLinkDatabase(kitchenRegistry());
    await tables.insert(AUTHOR, 3);
    await tables.insert(ARTICLE, 2);
    const { run, runTogether } = await writerOf(tables, AUTHOR, 'articles');
    expect(await run([1, set([1, 2], [3, 4])], [2, connect([3, 4])])).toEqual({
      1: [1, 2],
      2: [3, 4],
    });
    expect(await runTogether([1, set([1, 2], [3])], [3, set([3], [1])])).toEqual({
      1: [2],
      2: [4],
      3: [3, 1],
    });
  });

  it('are shared by its draft and its published row', async () => {
    const tables = await openLinkDatabase(kitchenRegistry());
    await tables.insert(CATEGORY, 2);
    await tables.insert(ARTICLE, 1);
    const { run, runTogether } = await writerOf(tables, CATEGORY, 'articles');
    expect(await run([1, set([1])], [2, set([1])])).toEqual({ 1: [1], 2: [1] });
    expect(await run([3, set([1])])).toEqual({ 3: [1] });
    expect(await runTogether([1, set([1])], [2, set([1])])).toEqual({ 1: [1], 2: [1] });
  });

  it('are not shared if the document is unknown', async () => {
    const tables = await openLinkDatabase(kitchenRegistry());
    await tables.insert(CATEGORY, 1);
    await tables.insert(ARTICLE, 1);
    const { statements } = tables.context;
    await tables.database.transact(
      statements.update(
        'categories',
        ['document_id'],
        [
          [1, null],
          [2, null],
        ],
      ),
    );
    const { run } = await writerOf(tables, CATEGORY, 'articles');
    expect(await run([1, set([1])], [2, set([1])])).toEqual({ 2: [1] });
  });
});

describe('rejected writes', () => {
  it.each([
    ['articles', 'a list'],
    ['leadArticle', 'one target'],
  ])('change nothing: %s, %s', async (name) => {
    const tables = await openLinkDatabase(kitchenRegistry());
    await tables.insert(CAMPAIGN, 1);
    await tables.insert(ARTICLE, 2);
    const { run } = await writerOf(tables, CAMPAIGN, name);
    const before = await run([1, set([1, 2])]);
    await expect(run([1, connect([3], [4, 3])])).rejects.toThrow('already connected');
    expect(await run()).toEqual(before);
  });

  it('apply to a new row even if an anchor may be missing', async () => {
    const tables = await openLinkDatabase(kitchenRegistry());
    await tables.insert(CAMPAIGN, 1);
    await tables.insert(ARTICLE, 1);
    const attribute = tables.context.registry.attribute(CAMPAIGN, 'articles');
    if (attribute?.kind !== 'relation') throw new Error('no attribute');
    const position = { at: 'before', anchor: [2], shown: '{"before":2}' } as const;
    const change = { connect: [{ rows: [1], position }], disconnect: [], strict: false };
    const steps = writeLinks(tables.context, { uid: CAMPAIGN, attribute }, [
      { row: 1, created: true, change: { kind: 'change', change } },
    ]);
    await expect(tables.database.transact(steps)).rejects.toThrow('needs to be connected first');
  });
});
