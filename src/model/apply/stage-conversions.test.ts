// Online conversions of large columns. On SQLite, they run in the transaction of the change.
import { describe, expect, it } from 'vitest';
import { modelVersion, openModel, type ChangingModel } from '../../../test/support/model-change.ts';
import { onClient } from '../../../test/support/test-database.ts';

const NOTE = 'api::note.note';
const COUNT = 25_000;
const TIMEOUT = { timeout: 120_000 };

const size = (type: string) => modelVersion({ [NOTE]: { size: { type }, body: { type: 'text' } } });

async function openLarge(): Promise<ChangingModel> {
  const model = await openModel(size('string'));
  await model.script(
    onClient({
      sqlite: `WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${COUNT})
        INSERT INTO notes (document_id, size) SELECT 'd' || i, i FROM c`,
      postgres: `INSERT INTO notes (document_id, size) SELECT 'd' || i, i FROM generate_series(1, ${COUNT}) i`,
    }),
  );
  return model;
}

/** Columns, triggers and functions of conversions. */
async function leftovers(model: ChangingModel): Promise<readonly unknown[]> {
  return model.column(
    onClient({
      sqlite: `SELECT name FROM pragma_table_info('notes') WHERE name LIKE 'quoin%'`,
      postgres: `SELECT attname::text AS name FROM pg_attribute WHERE attname LIKE 'quoin_staged%' AND NOT attisdropped
        UNION ALL SELECT proname::text FROM pg_proc WHERE proname LIKE 'quoin_staged%'
        UNION ALL SELECT tgname::text FROM pg_trigger WHERE tgname LIKE 'quoin_staged%'`,
    }),
  );
}

describe('the conversion of a large column', () => {
  it('includes values written during the conversion', TIMEOUT, async () => {
    const model = await openLarge();
    await model.change(size('integer'), {
      onStaged: () =>
        model.script(`INSERT INTO notes (document_id, size) VALUES ('new', '7');
          UPDATE notes SET size = '-1' WHERE document_id = 'd1';
          UPDATE notes SET size = NULL WHERE document_id = 'd2'`),
    });
    const values = await model.column(
      `SELECT size FROM notes WHERE document_id IN ('d1', 'd2', 'd3', 'new') ORDER BY id`,
    );
    expect(values).toEqual([-1, null, 3, 7]);
    const [count] = await model.column('SELECT count(*) FROM notes WHERE size IS NOT NULL');
    expect(Number(count)).toBe(COUNT);
    expect(await leftovers(model)).toEqual([]);
  });

  it(
    'rejects the change if an incompatible value is written during the conversion',
    TIMEOUT,
    async () => {
      const model = await openLarge();
      const change = model.change(size('integer'), {
        onStaged: () => model.script(`INSERT INTO notes (document_id, size) VALUES ('new', 'big')`),
      });
      await expect(change).rejects.toThrow('1 value of type string would not fit, such as "big".');
      expect(await leftovers(model)).toEqual([]);
      const [value] = await model.column(`SELECT size FROM notes WHERE document_id = 'new'`);
      expect(value).toBe('big');
    },
  );

  it('sets incompatible values aside in a separate column on request', TIMEOUT, async () => {
    const model = await openLarge();
    await model.script(`UPDATE notes SET size = 'huge' WHERE document_id = 'd1'`);
    const { retained } = await model.change(size('integer'), {
      setsAside: true,
      onStaged: () => model.script(`UPDATE notes SET size = 'big' WHERE document_id = 'd2'`),
    });
    const ids = `document_id IN ('d1', 'd2', 'd3') ORDER BY id`;
    expect(await model.column(`SELECT size FROM notes WHERE ${ids}`)).toEqual([null, null, 3]);
    const aside = retained[0]?.storage.kind === 'columns' ? retained[0].storage.columns[0] : null;
    const values = await model.column(`SELECT ${String(aside)} FROM notes WHERE ${ids}`);
    expect(values).toEqual(['huge', 'big', null]);
    expect(await leftovers(model)).toEqual(onClient({ sqlite: [aside], postgres: [] }));
  });

  it('is staged only on PostgreSQL, with a column, a function and a trigger', TIMEOUT, async () => {
    const model = await openLarge();
    const staged: unknown[] = [];
    await model.change(size('integer'), {
      onStaged: async () => staged.push(...(await leftovers(model))),
    });
    expect(staged).toHaveLength(onClient({ sqlite: 0, postgres: 3 }));
  });
});
