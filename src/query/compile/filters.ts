// SQL of filters and searches.
import { sql } from 'kysely';
import type { Fragment, SearchedText } from '../../storage/dialect.ts';
import type { CompareNode, Filter, RelatedNode, SearchNode, Slot } from '../plan.ts';
import type { Parameter } from '../compiled.ts';
import { slotParameter, where, type AliasedRows, type CompileContext } from './context.ts';
import { linkedRows } from './links.ts';

export function compileFilter(
  context: CompileContext,
  rows: AliasedRows,
  filter: Filter,
): Fragment {
  switch (filter.kind) {
    case 'compare':
      return compileComparison(context, rows, filter);
    case 'related':
      return compileRelated(context, rows, filter);
    default: {
      const items = filter.items.map((item) => compileFilter(context, rows, item));
      return sql`(${sql.join(items, filter.kind === 'and' ? sql` and ` : sql` or `)})`;
    }
  }
}

/**
 * Requires that some linked row satisfies the filter. The condition has the form `id in (subquery)`: the subquery runs once,
 * and the database can start from either side. A row without links matches if a row of NULLs would satisfy the filter.
 */
function compileRelated(context: CompileContext, rows: AliasedRows, node: RelatedNode): Fragment {
  const { attribute, target, filter } = node;
  const step = { owner: rows.uid, attribute, target };
  const id = sql.id(rows.alias, 'id');
  const linked = linkedRows(context, step);
  const inside = compileFilter(context, { uid: target, alias: linked.alias }, filter);
  const some = sql`${id} in (select ${linked.near} from ${linked.from}${where([...linked.conditions, inside])})`;
  if (holdsForNulls(filter) !== true) return some;
  const any = linkedRows(context, step);
  const none = sql`not exists (select 1 from ${any.from}${where([sql`${any.near} = ${id}`, ...any.conditions])})`;
  return isAbsence(filter) ? none : sql`(${none} or ${some})`;
}

/** True for a filter that only requires that there is no linked row. */
function isAbsence(filter: Filter): boolean {
  return (
    filter.kind === 'compare' &&
    filter.attribute === 'id' &&
    filter.comparison === 'null' &&
    !filter.negated
  );
}

/** The result of a filter on a row of NULLs, in SQL's three-valued logic: null is unknown. */
function holdsForNulls(filter: Filter): boolean | null {
  switch (filter.kind) {
    case 'compare':
      return filter.comparison === 'null' ? !filter.negated : null;
    case 'related':
      return holdsForNulls(filter.filter);
    default: {
      const results = filter.items.map(holdsForNulls);
      const dominant = filter.kind === 'or';
      if (results.includes(dominant)) return dominant;
      return results.includes(null) ? null : !dominant;
    }
  }
}

function compileComparison(
  context: CompileContext,
  { uid, alias }: AliasedRows,
  node: CompareNode,
): Fragment {
  const column = context.column(uid, alias, node.attribute);
  if (node.comparison === 'null') {
    return node.negated ? sql`${column} is not null` : sql`${column} is null`;
  }
  const condition = compare(context, column, node);
  return node.negated ? sql`not (${condition})` : condition;
}

function compare({ dialect }: CompileContext, column: Fragment, node: CompareNode): Fragment {
  const [first = 0, second = 0] = node.slots;
  const value = slotParameter(first);
  const pattern = (form: (Parameter & { kind: 'pattern' })['form']): Parameter => ({
    kind: 'pattern',
    slot: first,
    form,
  });
  if (node.repetitive && dialect.findRepetitive) {
    const isEnd = node.comparison === 'endsWith' || node.comparison === 'endsWithi';
    return dialect.findRepetitive(
      column,
      searchedParameter(first),
      isEnd ? 'endsWith' : 'contains',
    );
  }
  switch (node.comparison) {
    case 'eq':
      return sql`${column} = ${value}`;
    case 'eqi':
      return dialect.equalsFolded(column, value);
    case 'lt':
      return sql`${column} < ${value}`;
    case 'lte':
      return sql`${column} <= ${value}`;
    case 'gt':
      return sql`${column} > ${value}`;
    case 'gte':
      return sql`${column} >= ${value}`;
    case 'in':
      return dialect.inList(column, value);
    case 'between':
      return sql`${column} between ${value} and ${slotParameter(second)}`;
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return dialect.like(column, pattern(node.comparison), false);
    case 'containsi':
      return dialect.contains(column, searchedText(first));
    case 'startsWithi':
      return dialect.like(column, pattern('startsWith'), true);
    case 'endsWithi':
      return dialect.like(column, pattern('endsWith'), true);
    case 'null':
      return sql`${column} is null`;
    case 'never':
      return sql`1 = 0`;
  }
}

/** Requires that one of the columns contains the text. */
export function compileSearch(
  context: CompileContext,
  { uid, alias }: AliasedRows,
  { attributes, slot, repetitive }: SearchNode,
): Fragment {
  const { dialect } = context;
  const found = attributes.map((attribute) => {
    const column = context.column(uid, alias, attribute);
    return repetitive && dialect.findRepetitive
      ? dialect.findRepetitive(column, searchedParameter(slot), 'contains')
      : dialect.contains(column, searchedText(slot));
  });
  return sql`(${sql.join(found, sql` or `)})`;
}

function searchedParameter(slot: Slot): Parameter {
  return { kind: 'slot', slot, isSearched: true };
}

function searchedText(slot: Slot): SearchedText {
  const pattern: Parameter = { kind: 'pattern', slot, form: 'contains' };
  const piece: Parameter = { kind: 'piece', slot };
  return { pattern, piece };
}
