// Reads the stored state of entries: their rows, components and links, as texts in one statement.
import { sql } from 'kysely';
import type { Dialect, Fragment } from '../dialect.ts';
import type { RowStatements } from './row-statements.ts';
import type { Query } from '../session.ts';

/** From an owner to its components of one type. */
export interface ComponentStep {
  /** The table of component slots of the owner. */
  readonly table: string;
  /** Uid of the components. */
  readonly type: string;
}

/** Rows that are part of the state of an entry: its own row, those of its components, or links of either. */
export interface StateTable {
  readonly table: string;
  /** Column with the id of the entry, or of the component. */
  readonly owner: string;
  /** Columns of the text, or one that is selected itself. */
  readonly columns: readonly string[] | string;
  /** Columns that must have a value. */
  readonly where: readonly { readonly column: string; readonly is: string }[];
  /** From the entry to the component; empty for the entry itself. */
  readonly path: readonly ComponentStep[];
}

/** Parts of one statement. SQLite compiles up to 500. */
const MAX_PARTS = 200;

/**
 * Selects the state of entries. Each row is the id of an entry, the index of a table, and a text.
 * @param key Identifies `tables`
 */
export function stateQueries(
  { dialect, statements }: { readonly dialect: Dialect; readonly statements: RowStatements },
  { key, tables }: { readonly key: string; readonly tables: readonly StateTable[] },
  rows: readonly number[],
): readonly Query[] {
  const list = dialect.encodeList('id', rows);
  const queries: Query[] = [];
  for (let at = 0; at < tables.length; at += MAX_PARTS) {
    const parts = tables.slice(at, at + MAX_PARTS);
    const text = statements.text(['state', key, at], () =>
      sql.join(
        parts.map((part, i) => partOf(dialect, part, at + i)),
        sql` union all `,
      ),
    );
    queries.push({ sql: text, values: parts.map(() => list) });
  }
  return queries;
}

function partOf(
  dialect: Dialect,
  { table, owner, columns, where, path }: StateTable,
  index: number,
): Fragment {
  const slot = (level: number, column: string): Fragment => sql.id(`slot${level}`, column);
  const own = sql.id('part', owner);
  const entry = path.length === 0 ? own : slot(0, 'entity_id');
  // SQLite keeps the order of a cross join: from the entry to its components.
  const from = sql.join(
    [
      ...path.map((step, level) => sql`${sql.id(step.table)} as ${sql.id(`slot${level}`)}`),
      sql`${sql.id(table)} as part`,
    ],
    sql` cross join `,
  );
  const conditions = [
    dialect.inList(entry, PLACEHOLDER),
    ...path.flatMap(({ type }, level) => [
      sql`${dialect.unindexed(slot(level, 'component_type'))} = ${sql.lit(type)}`,
      sql`${level + 1 < path.length ? slot(level + 1, 'entity_id') : own} = ${slot(level, 'cmp_id')}`,
    ]),
    ...where.map(
      ({ column, is }) => sql`${dialect.unindexed(sql.id('part', column))} = ${sql.lit(is)}`,
    ),
  ];
  const text =
    typeof columns === 'string'
      ? sql`cast(${sql.id('part', columns)} as text)`
      : dialect.rowText(columns.map((column) => sql.id('part', column)));
  return sql`select ${entry}, ${sql.lit(index)}, ${text} from ${from} where ${sql.join(conditions, sql` and `)}`;
}

/** Placeholder for a value that is bound at run time. */
const PLACEHOLDER = '';
