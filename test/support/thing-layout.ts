// Layouts with one type `thing`, for tests of migrations.
import { builtInDefinitions } from '../../src/schema/built-in/definitions.ts';
import { defineRegistry } from '../../src/schema/define.ts';
import { createLayout, type Layout } from '../../src/storage/layout/layout.ts';
import type { SyncReport } from '../../src/storage/migration/sync-database.ts';
import { onClient } from './test-database.ts';
import { definition } from './vendored-projects.ts';

/** Result for a database that matches the layout. */
export const NOTHING: SyncReport = {
  created: false,
  tables: [],
  columns: [],
  altered: [],
  indexes: [],
};

/** A layout of the built-in types and one called thing. */
export function thingLayout(attributes: Readonly<Record<string, unknown>>): Layout {
  const info = { singularName: 'thing', pluralName: 'things', displayName: 'Thing' };
  const json = { kind: 'collectionType', collectionName: 'things', info, attributes };
  return createLayout(
    defineRegistry([...builtInDefinitions, definition('api::thing.thing', json)]),
  );
}

/** An auto-incremented primary key. */
export const ID: string = onClient({
  sqlite: 'id integer primary key autoincrement',
  postgres: 'id serial primary key',
});
