// Finds the indexes of a layout that a database lacks. SQLite cannot rename an index: when a column is renamed, ours
// keep their former names, so they are compared by what they contain.
import type { Ddl, LiveSchema } from './ddl.ts';
import type { Layout } from '../layout/layout.ts';
import { isOwnName } from '../layout/names.ts';
import type { Index, Table } from '../layout/table.ts';

/** What to do with indexes. */
export interface IndexPlan {
  readonly missing: readonly { readonly table: Table; readonly index: Index }[];
  /** Names of our own indexes whose content does not match their name, so they are dropped first. */
  readonly misnamed: readonly string[];
}

/** Compares the indexes of a layout with those of a database. */
export function planIndexes(
  { tables }: Layout,
  live: Pick<LiveSchema, 'tables' | 'indexes' | 'definitions'>,
  { fold, definitionOf }: Pick<Ddl, 'fold' | 'definitionOf'>,
): IndexPlan {
  const isOther = (table: Table, index: Index): boolean => {
    const found = live.definitions.get(fold(index.name));
    return found !== undefined && found !== definitionOf(table, index);
  };
  const all = tables.flatMap((table) => table.indexes.map((index) => ({ table, index })));
  const misnamed = new Set(
    all.filter(({ table, index }) => isOther(table, index)).map(({ index }) => fold(index.name)),
  );
  const contents = new Set(
    [...live.definitions].flatMap(([name, definition]) => (misnamed.has(name) ? [] : [definition])),
  );
  const exists = ({ table, index }: { readonly table: Table; readonly index: Index }): boolean => {
    const name = fold(index.name);
    if (!live.tables.has(fold(table.name)) || misnamed.has(name)) return false;
    return (
      live.indexes.has(name) || (isOwnName(index.name) && contents.has(definitionOf(table, index)))
    );
  };
  return { missing: all.filter((each) => !exists(each)), misnamed: [...misnamed] };
}
