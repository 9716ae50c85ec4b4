// SQL of sort keys (docs/strapi/reading.md, "Sorting").
import { sql } from 'kysely';
import type { Fragment } from '../../storage/dialect.ts';
import type { SortKey } from '../plan.ts';
import { allOf, where, type AliasedRows, type CompileContext } from './context.ts';
import { linkedRows } from './links.ts';
import { statusRank } from './version.ts';

/** Compiles the keys of an ORDER BY. Ties are broken by id. */
export function compileOrder(
  context: CompileContext,
  rows: AliasedRows,
  keys: readonly SortKey[],
): Fragment {
  const terms = keys.map((key) => {
    const value = sortValue(context, rows, key);
    return sql`${value} ${sql.raw(key.direction)}`;
  });
  return sql.join([...terms, sql`${sql.id(rows.alias, 'id')} asc`]);
}

/** A column of the row itself, or the first value among the related rows. */
function sortValue(context: CompileContext, rows: AliasedRows, key: SortKey): Fragment {
  if (key.byStatus) return statusRank(context, rows);
  if (key.through.length === 0) return context.column(rows.uid, rows.alias, key.attribute);
  const { near, from, conditions, value } = linkedValues(context, rows.uid, key);
  const all = [sql`${near} = ${sql.id(rows.alias, 'id')}`, ...conditions];
  return sql`(select ${value} from ${from} where ${allOf(all)})`;
}

interface LinkedValues {
  readonly near: Fragment;
  readonly from: Fragment;
  readonly conditions: readonly Fragment[];
  /** An aggregate over the related rows of `near`. */
  readonly value: Fragment;
}

/**
 * The values at the end of a path. Further steps are grouped once for all rows: a lookup for each row would multiply the
 * links of every step.
 */
function linkedValues(context: CompileContext, owner: string, key: SortKey): LinkedValues {
  const [step, ...through] = key.through;
  const { attribute, target } = step ?? { attribute: '', target: owner };
  const linked = linkedRows(context, { owner, attribute, target });
  const first = (value: Fragment): Fragment => context.dialect.firstOf(value, key.direction);
  if (through.length === 0) {
    const column = context.column(target, linked.alias, key.attribute);
    return { ...linked, value: first(column) };
  }
  const grouped = context.alias();
  const inside = linkedValues(context, target, { ...key, through });
  const groups = sql`select ${inside.near} as near, ${inside.value} as value from ${inside.from}${where(inside.conditions)} group by ${inside.near}`;
  return {
    ...linked,
    from: sql`${linked.from} left join (${groups}) as ${sql.id(grouped)} on ${sql.id(grouped, 'near')} = ${sql.id(linked.alias, 'id')}`,
    value: first(sql.id(grouped, 'value')),
  };
}
