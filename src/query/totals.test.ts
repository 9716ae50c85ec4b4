import { expect, test } from 'vitest';
import { openTestApp } from '../../test/support/app.ts';
import { CountingDatabase } from '../../test/support/counting-database.ts';
import { changeDatabase } from '../../test/support/app-database.ts';
import { onClient } from '../../test/support/test-database.ts';
import { createEngine } from '../app/engine.ts';
import { fullAccess } from './access.ts';

/** Statements of a list whose number of rows is known; nothing is where nobody tells of commits. */
const KNOWN = onClient({ sqlite: 1, postgres: 2 });

test('a list is counted once, and again when its tables change, whoever changes them', async () => {
  await using app = await openTestApp({ database: 'fixtures/kitchen-seeded.db' });
  const database = new CountingDatabase(app.store.database);
  const { reader, documents } = await createEngine(app.project, { ...app.store, database });
  const type = app.store.registry.contentType('api::author.author');
  /** The number of all rows, and how many statements it took to read the list. */
  const list = async (query = ''): Promise<readonly [number | null, number]> => {
    const read = reader.prepare({ type, one: null, paging: 'nested', query, access: fullAccess });
    database.count = 0;
    const { total } = await reader.execute(read, 'v5');
    return [total, database.count];
  };
  const [total] = await list();
  const number = Number(total);
  expect(await list()).toEqual([number, KNOWN]);
  expect(await list('filters[name][$ne]=x')).toEqual([number, 2]);
  expect(await list('filters[name][$ne]=y')).toEqual([number, 2]);
  expect(await list('filters[name][$ne]=x')).toEqual([number, KNOWN]);
  expect(await list('sort=name')).toEqual([number, KNOWN]);

  await documents('api::sample.sample').create({ data: {} });
  expect(await list()).toEqual([number, KNOWN]);
  await documents('api::author.author').create({ data: { name: 'New' } });
  expect(await list()).toEqual([number + 1, 2]);
  expect(await list()).toEqual([number + 1, KNOWN]);
  await changeDatabase(app, `delete from authors where name = 'New'`);
  expect(await list()).toEqual([number, 2]);
});
