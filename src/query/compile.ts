// Compiles a read: one statement for the rows of the root, one to count them, and one for each populated node, which runs
// for all rows of a level at once (docs/decisions/0003). Plans of the same shape share the compiled statements.
import { sql } from 'kysely';
import type { Fragment } from '../storage/dialect.ts';
import type { CompiledCount, CompiledRead, IndexedRead, Statement } from './compiled.ts';
import type { ReadShape } from './plan.ts';
import {
  CompileContext,
  slotParameter,
  where,
  type AliasedRows,
  type CompileTarget,
} from './compile/context.ts';
import { compileCells } from './compile/cells.ts';
import { compileChild } from './compile/children.ts';
import { compileKeyset } from './compile/keyset.ts';
import { compileFilter, compileSearch } from './compile/filters.ts';
import { compileCandidates } from './compile/search.ts';
import { compileOrder } from './compile/sort.ts';
import { versionConditions, writtenConditions } from './compile/version.ts';

/** Compiles the shape of a plan for a database. */
export function compileRead(shape: ReadShape, target: CompileTarget): CompiledRead {
  const context = new CompileContext(target, shape);
  const { root } = shape;
  const rows = { uid: root.uid, alias: context.alias() };
  const conditions = rootConditions(context, rows, shape);
  const table = sql` from ${context.table(rows.uid, rows.alias)}`;
  const counted = new Set(context.tables);
  const keyset =
    shape.page && 'keyset' in shape.page ? compileKeyset(context, rows, shape.page.keyset) : null;
  const order = keyset?.order ?? compileOrder(context, rows, root.sort);
  const { columns, ...cells } = compileCells(context, rows, root);
  const selected = sql.join([columns, ...(keyset?.columns ?? [])]);
  const range = compileRange(context, shape);
  const compileList = (conditions: readonly Fragment[]): CompiledList => {
    const read = (...more: readonly Fragment[]): Fragment =>
      sql`select ${selected}${table}${where([...conditions, ...more])} order by ${order}${range}`;
    const [first = read(), ...others] = keyset?.ranges.map((piece) => read(piece)) ?? [];
    const count = (): Statement => context.print(sql`select count(*)${table}${where(conditions)}`);
    return {
      statement: context.print(others.length > 0 ? unionAll([first, ...others], range) : first),
      count: shape.page?.count ? count() : null,
    };
  };
  const { statement, count } = compileList(conditions);
  const candidates = compileCandidates(context, rows, shape);
  return {
    shape,
    root: {
      node: root,
      ...cells,
      statement,
      children: root.children.map((child) => compileChild(context, root.uid, child)),
    },
    count: count && { statement: count, tables: counted, rows: countedRows(context, shape) },
    indexed: candidates && {
      index: candidates.index,
      slot: shape.search?.slot ?? 0,
      probe: candidates.probe && context.print(candidates.probe),
      ...compileList([candidates.condition, ...conditions]),
    },
    tables: context.tables,
    length: context.printed,
  };
}

type CompiledList = Pick<IndexedRead, 'statement' | 'count'>;

/** Appends the rows of statements. Neither database starts the second before the rows of the first are used up. */
function unionAll(reads: readonly Fragment[], range: Fragment): Fragment {
  const each = reads.map((read) => sql`select * from (${read}) as piece`);
  return sql`${sql.join(each, sql` union all `)}${range}`;
}

function compileRange({ dialect }: CompileContext, { page, one }: ReadShape): Fragment {
  if (!page) return one?.by === 'rows' ? sql`` : sql` limit 1`;
  const limit = sql` limit ${dialect.unplanned(slotParameter(page.limit))}`;
  return 'offset' in page ? sql`${limit} offset ${slotParameter(page.offset)}` : limit;
}

function countedRows(
  { registry, layout, served }: CompileContext,
  { root: { uid, filter }, search, publicationFilter, status, locale }: ReadShape,
): CompiledCount['rows'] {
  if (filter || search || publicationFilter || served.has(uid)) return null;
  const model = registry.model(uid);
  // Writes do not report how many rows of components they insert and delete.
  if (model.modelType === 'component') return null;
  const isDraft = model.draftAndPublish ? status === 'draft' : null;
  return { table: layout.table(uid), isDraft, locale };
}

function rootConditions(context: CompileContext, rows: AliasedRows, shape: ReadShape): Fragment[] {
  const { uid, alias } = rows;
  const { one, locale } = shape;
  const isById = one?.by === 'row' || one?.by === 'rows';
  return [
    ...(one ? [keyCondition(context, rows, one)] : []),
    ...(isById ? writtenConditions(context, rows) : versionConditions(context, uid, alias)),
    ...(locale ? [localeCondition(context, rows, locale)] : []),
    ...(shape.root.filter ? [compileFilter(context, rows, shape.root.filter)] : []),
    ...(shape.search ? [compileSearch(context, rows, shape.search)] : []),
  ];
}

function keyCondition(
  context: CompileContext,
  { uid, alias }: AliasedRows,
  { by, slot }: NonNullable<ReadShape['one']>,
): Fragment {
  const value = slotParameter(slot);
  const column = context.column(uid, alias, by === 'documentId' ? 'documentId' : 'id');
  return by === 'rows' ? context.dialect.inList(column, value) : sql`${column} = ${value}`;
}

function localeCondition(
  context: CompileContext,
  { uid, alias }: AliasedRows,
  { list, slot }: NonNullable<ReadShape['locale']>,
): Fragment {
  const column = context.column(uid, alias, 'locale');
  const value = slotParameter(slot);
  return list ? context.dialect.inList(column, value) : sql`${column} = ${value}`;
}
