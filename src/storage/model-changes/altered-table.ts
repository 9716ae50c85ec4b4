// Common parts of column changes: the table that their DDL names, and their statements.
import type { Dialect, Fragment } from '../dialect.ts';
import { toQuery } from '../migration/row-writer.ts';
import type { Query } from '../session.ts';
import type { Table } from '../layout/table.ts';

/** A table without columns; DDL of one column needs only its name and kind. */
export const EMPTY_TABLE: Table = {
  name: '',
  kind: 'model',
  uid: null,
  columns: [],
  indexes: [],
  foreignKeys: [],
};

/** Compiles a statement. */
export function printQuery({ compile }: Pick<Dialect, 'compile'>, fragment: Fragment): Query {
  return toQuery(compile(fragment));
}
