import { beforeEach, describe, expect, it } from 'vitest';
import { CountingDatabase } from '../../../test/support/counting-database.ts';
import { openLinkDatabase, type LinkDatabase } from '../../../test/support/link-tables.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import type { Row, WriteSteps } from '../../storage/session.ts';
import type { RowChange } from './link-write.ts';
import { writeLinks } from './write-links.ts';
import type { RowGroup } from './order.ts';

const HUB = 'api::hub.hub';
const SPOKE = 'api::spoke.spoke';
const registry = kitchenRegistry();

const set = (...rows: number[]): RowChange => ({ kind: 'set', rows: rows.map((row) => [row]) });

const connect = (...rows: number[]): RowChange => ({
  kind: 'change',
  change: {
    connect: rows.map((row) => ({ rows: [row], position: { at: 'end' } })),
    disconnect: [],
    strict: true,
  },
});

const disconnect = (...rows: number[]): RowChange => ({
  kind: 'change',
  change: { connect: [], disconnect: rows.map((row): RowGroup => [row]), strict: true },
});

const WITHOUT_UNIQUE = {
  sqlite: 'drop index hubs_many_to_many_lnk_uq',
  postgres: 'alter table hubs_many_to_many_lnk drop constraint hubs_many_to_many_lnk_uq',
};

let tables: LinkDatabase;
/** Row ids, which start at 1. */
let hubs: readonly number[];
let spokes: readonly number[];

beforeEach(async () => {
  tables = await openLinkDatabase(registry);
  hubs = (await tables.insert(HUB, 3)).flat();
  spokes = (await tables.insert(SPOKE, 5)).flat();
});

interface LinkSlot {
  readonly uid: string;
  readonly name: string;
  readonly row: number;
  readonly created?: boolean;
}

/** Writes one attribute of one row. */
async function write(
  { uid, name, row, created = false }: LinkSlot,
  change: RowChange,
): Promise<void> {
  const attribute = registry.attribute(uid, name);
  if (attribute?.kind !== 'relation' && attribute?.kind !== 'media') throw new Error(`no ${name}`);
  const writes = [{ row, created, change }];
  await tables.database.transact(writeLinks(tables.context, { uid, attribute }, writes));
}

async function select(sql: string): Promise<readonly Row[]> {
  const run = function* (): WriteSteps<readonly Row[]> {
    const [rows = []] = yield [{ sql, values: [] }];
    return rows;
  };
  return tables.database.transact(run());
}

const manyToMany = (): Promise<readonly Row[]> =>
  select('select id, hub_id, spoke_id, spoke_ord, hub_ord from hubs_many_to_many_lnk order by id');

describe('order values', () => {
  it.each([
    ['set', set, 1],
    ['connect', connect, 0],
  ])('of a row that is created with %s match Strapi', async (_name, change, first) => {
    await write({ uid: HUB, name: 'manyToMany', row: 1, created: true }, change(3, 1, 2));
    expect(await manyToMany()).toEqual([
      [1, 1, 3, first, 1],
      [2, 1, 1, first + 1, 1],
      [3, 1, 2, first + 2, 1],
    ]);
  });

  it('of the other side: a new link is last, an existing one keeps its position', async () => {
    await write({ uid: HUB, name: 'manyToMany', row: 1 }, set(1, 2));
    await write({ uid: HUB, name: 'manyToMany', row: 2 }, set(2, 3));
    await write({ uid: HUB, name: 'manyToMany', row: 1 }, set(3, 2));
    expect(await manyToMany()).toEqual([
      [2, 1, 2, 2, 1],
      [3, 2, 2, 1, 2],
      [4, 2, 3, 2, 1],
      [5, 1, 3, 1, 2],
    ]);
  });

  it.each([
    ['set', set()],
    ['disconnect', disconnect(1)],
  ])('of the other side: %s does not move the others', async (_name, change) => {
    for (const hub of hubs) await write({ uid: HUB, name: 'manyToMany', row: hub }, set(1));
    await write({ uid: HUB, name: 'manyToMany', row: 1 }, change);
    expect(await manyToMany()).toEqual([
      [2, 2, 1, 1, 2],
      [3, 3, 1, 1, 3],
    ]);
  });

  it('of the other side: a row that moves to another list leaves a gap', async () => {
    for (const spoke of spokes)
      await write({ uid: SPOKE, name: 'hubManyToOne', row: spoke }, set(1));
    await write({ uid: SPOKE, name: 'hubManyToOne', row: 2 }, set(2));
    expect(
      await select(
        'select hub_id, spoke_id, spoke_ord from spokes_hub_many_to_one_lnk order by 1, 3',
      ),
    ).toEqual([
      [1, 1, 1],
      [1, 3, 3],
      [1, 4, 4],
      [1, 5, 5],
      [2, 2, 1],
    ]);
  });

  it('of the former owner do not change when a row moves', async () => {
    await write({ uid: HUB, name: 'oneToMany', row: 1 }, set(1, 2, 3));
    await write({ uid: HUB, name: 'oneToMany', row: 2 }, connect(2));
    expect(
      await select(
        'select hub_id, spoke_id, spoke_ord from spokes_hub_many_to_one_lnk order by 1, 3',
      ),
    ).toEqual([
      [1, 1, 1],
      [1, 3, 3],
      [2, 2, 1],
    ]);
  });

  /** Where the database sorts NULL decides, as in a read. */
  const WHOLE = onClient({
    sqlite: [4, 3, 1, 2, 5],
    postgres: [3, 1, 2, 4, 5],
  });

  it('written by another program are normalized: NULL sorts as in the database, then gaps and ties by id', async () => {
    await write({ uid: HUB, name: 'manyToMany', row: 1 }, set(1, 2, 3, 4));
    const orders = [7, 7, -1, null];
    for (const [i, order] of orders.entries()) {
      await select(
        `update hubs_many_to_many_lnk set spoke_ord = ${order} where spoke_id = ${i + 1}`,
      );
    }
    await write({ uid: HUB, name: 'manyToMany', row: 1 }, connect(5));
    const rows = await select('select spoke_id, spoke_ord from hubs_many_to_many_lnk order by 2');
    expect(rows).toEqual(WHOLE.map((spoke, i) => [spoke, i + 1]));
  });
});

describe('existing links', () => {
  /** Rows that were written. */
  const changed = onClient({
    sqlite: async (work: () => Promise<void>): Promise<number> => {
      const count = async (): Promise<number> =>
        Number((await select('select total_changes()'))[0]?.[0]);
      const before = await count();
      await work();
      return (await count()) - before;
    },
    // A written row contains the number of its transaction.
    postgres: async (work: () => Promise<void>): Promise<number> => {
      const rows = async (): Promise<readonly string[]> => {
        const tables = ['hubs_many_to_many_lnk', 'hubs_one_to_one_lnk'];
        const each = tables.map((table) => `select '${table}', id, xmin::text from ${table}`);
        return (await select(each.join(' union all '))).map((row) => row.join());
      };
      const before = await rows();
      await work();
      const after = await rows();
      const gone = before.filter((row) => !after.includes(row));
      return Math.max(gone.length, after.length - before.length + gone.length);
    },
  });

  it.each([
    ['the same set', 'manyToMany', set(1, 2, 3)],
    ['the last one to the end', 'manyToMany', connect(3)],
    ['disconnecting an unlinked row', 'manyToMany', disconnect(4)],
    ['the same target', 'oneToOne', connect(1)],
  ])('are not written again: %s', async (_name, name, change) => {
    await write({ uid: HUB, name, row: 1 }, name === 'oneToOne' ? set(1) : set(1, 2, 3));
    expect(await changed(() => write({ uid: HUB, name, row: 1 }, change))).toBe(0);
  });

  it('are written only if they move', async () => {
    await write({ uid: HUB, name: 'manyToMany', row: 1 }, set(1, 2, 3, 4, 5));
    const work = (): Promise<void> =>
      write({ uid: HUB, name: 'manyToMany', row: 1 }, set(1, 3, 2, 4, 5));
    expect(await changed(work)).toBe(2);
  });

  it('that another program duplicated become one link', async () => {
    await select(onClient(WITHOUT_UNIQUE));
    await write({ uid: HUB, name: 'manyToMany', row: 1 }, set(1, 2));
    await select(
      'insert into hubs_many_to_many_lnk (hub_id, spoke_id, spoke_ord) values (1, 1, 9)',
    );
    await write({ uid: HUB, name: 'manyToMany', row: 1 }, connect(3));
    expect(await manyToMany()).toEqual([
      [1, 1, 1, 1, 1],
      [2, 1, 2, 2, 1],
      [4, 1, 3, 3, 1],
    ]);
  });
});

describe('files', () => {
  const links = (): Promise<readonly Row[]> =>
    select(
      'select file_id, related_id, related_type, field, "order" from files_related_mph order by id',
    );

  it('belong to one attribute of one row of one type', async () => {
    await tables.insert('plugin::upload.file', 3);
    const [row = 0] = (await tables.insert('api::author.author', 1)).flat();
    await select(
      `insert into files_related_mph (file_id, related_id, related_type, field, "order") values (1, ${row}, 'api::author.author', 'other', 1), (1, ${row}, 'api::other.other', 'avatar', 1), (1, ${row + 1}, 'api::author.author', 'avatar', 1)`,
    );
    const others = await links();
    await write({ uid: 'api::author.author', name: 'avatar', row }, set(3, 2));
    const type = 'api::author.author';
    expect(await links()).toEqual([
      ...others,
      [3, row, type, 'avatar', 1],
      [2, row, type, 'avatar', 2],
    ]);
    await write({ uid: type, name: 'avatar', row }, disconnect(3));
    expect(await links()).toEqual([...others, [2, row, type, 'avatar', 2]]);
    await write({ uid: type, name: 'avatar', row }, set());
    expect(await links()).toEqual(others);
  });
});

describe('the number of statements', () => {
  type Rows = readonly number[];

  /** Statements of a change of hub 1, which has three spokes; `others` are those of hub 2. */
  const statementsOf = async (
    name: string,
    others: number,
    change: (others: Rows, own: Rows) => RowChange,
  ): Promise<number> => {
    const fresh = await openLinkDatabase(registry);
    await fresh.insert(HUB, 2);
    const rows = (await fresh.insert(SPOKE, 3 + others)).flat();
    const attribute = registry.attribute(HUB, name);
    if (attribute?.kind !== 'relation') throw new Error(`no ${name}`);
    const counting = new CountingDatabase(fresh.database);
    const run = (row: number, each: RowChange): Promise<void> =>
      counting.transact(
        writeLinks(fresh.context, { uid: HUB, attribute }, [{ row, created: false, change: each }]),
      );
    await run(1, set(...rows.slice(0, 3)));
    await run(2, set(...rows.slice(3)));
    counting.count = 0;
    await run(1, change(rows.slice(3), rows.slice(0, 3)));
    return counting.count;
  };

  const setOthers = (others: Rows, own: Rows): RowChange => set(...others, ...own.slice(2));
  const connectOthers = (others: Rows, own: Rows): RowChange =>
    connect(...others, ...own.slice(0, 1));

  it.each([
    ['manyWay', 'set', setOthers, 4],
    ['manyWay', 'connect', connectOthers, 3],
    ['manyToMany', 'set', setOthers, 4],
    ['manyToMany', 'connect', connectOthers, 3],
    ['oneToMany', 'set', setOthers, 5],
    ['oneToMany', 'connect', connectOthers, 5],
  ])('does not depend on the number of links: %s %s', async (name, _how, change, count) => {
    expect(await statementsOf(name, 1, change)).toBe(count);
    expect(await statementsOf(name, 10, change)).toBe(count);
    expect(await statementsOf(name, 100, change)).toBe(count);
  });

  it('does not depend on the number of removed links', async () => {
    for (const others of [1, 10, 100]) {
      const away = (rows: Rows, own: Rows): RowChange => disconnect(...rows, ...own.slice(0, 2));
      expect(await statementsOf('manyToMany', others, away)).toBe(3);
    }
  });

  it('is one for the links of a new row to targets that have no other links', async () => {
    const attribute = registry.attribute(HUB, 'manyToMany');
    if (attribute?.kind !== 'relation') throw new Error('no attribute');
    const counting = new CountingDatabase(tables.database);
    const writes = hubs.map((row) => ({ row, created: true, change: set(...spokes) }));
    await counting.transact(writeLinks(tables.context, { uid: HUB, attribute }, writes));
    expect(counting.count).toBe(1);
    expect(await manyToMany()).toHaveLength(15);
  });
});
