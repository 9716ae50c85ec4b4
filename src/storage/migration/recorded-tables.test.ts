import { expect, test } from 'vitest';
import { CountingDatabase } from '../../../test/support/counting-database.ts';
import { openScratch } from '../../../test/support/scratch-database.ts';
import { definition, kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import { removeRecordedTables, recordTables, readRecordedTables } from './recorded-tables.ts';
import { createLayout } from '../layout/layout.ts';
import { prepareDatabase } from './prepare-database.ts';

const NOTE = 'api::note.note';

function layoutWith(...attributes: readonly string[]) {
  const json = {
    kind: 'collectionType',
    collectionName: 'notes',
    info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
    attributes: Object.fromEntries(attributes.map((name) => [name, { type: 'string' }])),
  };
  return createLayout(kitchenRegistry(attributes.length === 0 ? [] : [definition(NOTE, json)]));
}

test('tables and columns of former schemas remain known until they are forgotten', async () => {
  const { database, script } = await openScratch();
  await prepareDatabase(database, layoutWith('title', 'old'), {});
  await prepareDatabase(database, layoutWith('title', 'fresh'), {});
  await prepareDatabase(database, layoutWith(), {});
  await script(
    'create table mine (id integer primary key); alter table notes add column mine text',
  );
  const known = async () => database.read(readRecordedTables());
  const columns = [...((await known()).get('notes') ?? [])];
  expect(columns.toSorted()).toEqual(
    [
      'created_at',
      'created_by_id',
      'document_id',
      'fresh',
      'id',
      'locale',
      'old',
      'published_at',
      'title',
      'updated_at',
      'updated_by_id',
    ].toSorted(),
  );
  expect((await known()).has('mine')).toBe(false);
  const gone = { tables: ['categories'], columns: [{ table: 'notes', name: 'old' }] };
  await database.transact(removeRecordedTables(database.dialect, gone));
  expect((await known()).get('notes')?.has('old')).toBe(false);
  expect((await known()).has('categories')).toBe(false);
  expect((await known()).get('articles')?.has('title')).toBe(true);
});

test('does not write known tables again', async () => {
  const { database } = await openScratch();
  const layout = layoutWith('title');
  await prepareDatabase(database, layout, {});
  const counting = new CountingDatabase(database);
  await recordTables(counting, layout);
  expect(counting.writes).toBe(0);
});
