// In charge of compiling a shape: one statement for the root's rows, one for their number, and one for each node
// below, run for all rows of a level at once (docs/decisions/0003). Done once a shape; values come when it runs.
import { sql } from 'kysely';
import type { Fragment } from '../storage/dialect.ts';
import type { CountedRows } from '../storage/tally.ts';
import type { ChildNode, ReadShape, RowsNode, Scope, Slot } from './plan.ts';
import {
  CompileContext,
  slotParameter,
  where,
  type CompileTarget,
  type Parameter,
} from './compile/context.ts';
import { compileCells, type Cell } from './compile/cells.ts';
import { compileKeyset } from './compile/keyset.ts';
import { compileFilter, compileSearch, type FilteredRows } from './compile/filters.ts';
import { linkedRows, placesOf, type LinkStep } from './compile/links.ts';
import { compileCandidates } from './compile/search.ts';
import { compileOrder } from './compile/sort.ts';
import { versionConditions } from './compile/version.ts';

/** A statement and what its placeholders stand for. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/**
 * The rows of one model. The columns are the ids and the fields; below the root they are led by the id of the row of the
 * level above, but where several models are mixed: there the places tell.
 */
export interface CompiledRows {
  readonly node: RowsNode;
  /** What stands behind a row's id. */
  readonly cells: readonly Cell[];
  readonly statement: Statement;
  readonly children: readonly CompiledChild[];
}

export type CompiledChild =
  | {
      readonly kind: 'rows';
      readonly node: ChildNode & { kind: 'rows' };
      readonly rows: CompiledRows;
    }
  | {
      readonly kind: 'count';
      readonly node: ChildNode & { kind: 'count' };
      readonly statements: readonly Statement[];
    }
  | {
      readonly kind: 'mixed';
      readonly node: ChildNode & { kind: 'mixed' };
      /** Gives the id of the row of the level above, the id of a row and the uid of its model, its order and what decides between equals. */
      readonly places: Statement;
      /** Rows by their ids. */
      readonly variants: readonly CompiledRows[];
    };

export interface CompiledRead {
  readonly shape: ReadShape;
  readonly root: CompiledRows;
  /** Gives the number of all rows; null where it is not asked for. */
  readonly count: CompiledCount | null;
  /** The same, beginning with an index of texts; null where there is none of what is searched. */
  readonly indexed: IndexedRead | null;
  /** Names of the tables that the rows come from: while none of them changes, neither do the rows. */
  readonly tables: ReadonlySet<string>;
  /** Characters of all statements. */
  readonly length: number;
}

/** A search that an index of texts helps. */
export interface IndexedRead {
  /** Of the text. */
  readonly slot: Slot;
  /** Tells whether the rows are found sooner without; null: they are not. */
  readonly probe: Statement | null;
  /** The root's. */
  readonly statement: Statement;
  readonly count: CompiledCount | null;
}

/** The statement that counts the rows of a list. */
export interface CompiledCount {
  readonly statement: Statement;
  /** Names of the tables that it counts in. */
  readonly tables: ReadonlySet<string>;
  /** The rows that it counts; null where more than their locale and version decides. */
  readonly rows: (Omit<CountedRows, 'locales'> & Pick<ReadShape, 'locale'>) | null;
}

/** Compiles a shape for a database. */
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
  const { columns, cells } = compileCells(context, rows, root);
  const selected = sql.join([columns, ...(keyset?.columns ?? [])]);
  const range = compileRange(shape);
  const compileList = (conditions: readonly Fragment[]): CompiledList => {
    const read = (...more: readonly Fragment[]): Fragment =>
      sql`select ${selected}${table}${where([...conditions, ...more])} order by ${order}${range}`;
    const [first = read(), ...others] = keyset?.pieces.map((piece) => read(piece)) ?? [];
    const count = (): CompiledCount => ({
      statement: print(context, sql`select count(*)${table}${where(conditions)}`),
      tables: counted,
      rows: countedRows(context, shape),
    });
    return {
      statement: print(context, others.length > 0 ? inTurn([first, ...others], range) : first),
      count: shape.page?.count ? count() : null,
    };
  };
  const { statement, count } = compileList(conditions);
  const candidates = compileCandidates(context, rows, shape);
  return {
    shape,
    root: {
      node: root,
      cells,
      statement,
      children: root.children.map((child) => compileChild(context, root.uid, child)),
    },
    count,
    indexed: candidates && {
      slot: shape.search?.slot ?? 0,
      probe: candidates.probe && print(context, candidates.probe),
      ...compileList([candidates.condition, ...conditions]),
    },
    tables: context.tables,
    length: context.printed,
  };
}

type CompiledList = Pick<IndexedRead, 'statement' | 'count'>;

/** Rows of one statement after those of another, as far as they are needed: neither database begins the second before. */
function inTurn(reads: readonly Fragment[], range: Fragment): Fragment {
  const each = reads.map((read) => sql`select * from (${read}) as piece`);
  return sql`${sql.join(each, sql` union all `)}${range}`;
}

function compileRange({ page, one }: ReadShape): Fragment {
  if (!page) return one?.by === 'rows' ? sql`` : sql` limit 1`;
  const limit = sql` limit ${slotParameter(page.limit)}`;
  return 'offset' in page ? sql`${limit} offset ${slotParameter(page.offset)}` : limit;
}

function countedRows(
  { registry, layout, served }: CompileContext,
  { root: { uid, filter }, search, publicationFilter, status, locale }: ReadShape,
): CompiledCount['rows'] {
  if (filter || search || publicationFilter || served.has(uid)) return null;
  const isDraft = registry.contentType(uid).draftAndPublish ? status === 'draft' : null;
  return { table: layout.table(uid), isDraft, locale };
}

function rootConditions(context: CompileContext, rows: FilteredRows, shape: ReadShape): Fragment[] {
  const { uid, alias } = rows;
  const { one, locale } = shape;
  const isById = one?.by === 'row' || one?.by === 'rows';
  return [
    ...(one ? [keyCondition(context, rows, one)] : []),
    ...(isById ? [] : versionConditions(context, uid, alias)),
    ...(locale ? [localeCondition(context, rows, locale)] : []),
    ...(shape.root.filter ? [compileFilter(context, rows, shape.root.filter)] : []),
    ...(shape.search ? [compileSearch(context, rows, shape.search)] : []),
  ];
}

function keyCondition(
  context: CompileContext,
  { uid, alias }: FilteredRows,
  { by, slot }: NonNullable<ReadShape['one']>,
): Fragment {
  const value = slotParameter(slot);
  const column = context.column(uid, alias, by === 'documentId' ? 'documentId' : 'id');
  return by === 'rows' ? context.dialect.inList(column, value) : sql`${column} = ${value}`;
}

function localeCondition(
  context: CompileContext,
  { uid, alias }: FilteredRows,
  { list, slot }: NonNullable<ReadShape['locale']>,
): Fragment {
  const column = context.column(uid, alias, 'locale');
  const value = slotParameter(slot);
  return list ? context.dialect.inList(column, value) : sql`${column} = ${value}`;
}

function compileChild(context: CompileContext, owner: string, node: ChildNode): CompiledChild {
  const step = { owner, attribute: node.attribute };
  switch (node.kind) {
    case 'count':
      return {
        kind: 'count',
        node,
        statements: node.of.map((scope) => compileCount(context, step, scope)),
      };
    case 'rows':
      return {
        kind: 'rows',
        node,
        rows: compileRows(context, { ...step, target: node.rows.uid }, node.rows),
      };
    case 'mixed':
      return {
        kind: 'mixed',
        node,
        places: compilePlaces(context, step),
        variants: node.variants.map((rows) => compileVariant(context, rows)),
      };
  }
}

function compilePlaces(
  context: CompileContext,
  step: { readonly owner: string; readonly attribute: string },
): Statement {
  const { from, near, far, type, conditions, order } = placesOf(context, step);
  const all = [context.dialect.inList(near, PARENTS), ...conditions];
  return print(
    context,
    sql`select ${sql.join([near, far, type, ...order])} from ${from}${where(all)}`,
  );
}

/** The rows of one of several models, by their ids. */
function compileVariant(context: CompileContext, node: RowsNode): CompiledRows {
  const rows = { uid: node.uid, alias: context.alias() };
  const id = context.column(rows.uid, rows.alias, 'id');
  const seen = versionConditions(context, rows.uid, rows.alias);
  const conditions = childConditions(context, { near: id, conditions: seen }, { rows, node });
  const { columns, cells } = compileCells(context, rows, node);
  return {
    node,
    cells,
    statement: print(
      context,
      sql`select ${columns} from ${context.table(rows.uid, rows.alias)}${where(conditions)}`,
    ),
    children: node.children.map((child) => compileChild(context, node.uid, child)),
  };
}

function compileRows(context: CompileContext, step: LinkStep, node: RowsNode): CompiledRows {
  const linked = linkedRows(context, step);
  const rows = { uid: node.uid, alias: linked.alias };
  const sorted =
    node.sort.length > 0 ? compileOrder(context, rows, node.sort) : sql.join(linked.order);
  const conditions = childConditions(
    context,
    { near: linked.near, conditions: linked.conditions },
    { rows, node },
  );
  const { columns, cells } = compileCells(context, rows, node);
  return {
    node,
    cells,
    statement: print(
      context,
      sql`select ${linked.near}, ${columns} from ${linked.from}${where(conditions)} order by ${sorted}`,
    ),
    children: node.children.map((child) => compileChild(context, node.uid, child)),
  };
}

function compileCount(
  context: CompileContext,
  step: { owner: string; attribute: string },
  node: Scope,
): Statement {
  const linked = linkedRows(context, { ...step, target: node.uid });
  const rows = { uid: node.uid, alias: linked.alias };
  const conditions = childConditions(context, linked, { rows, node });
  return print(
    context,
    sql`select ${linked.near}, count(*) from ${linked.from}${where(conditions)} group by ${linked.near}`,
  );
}

const PARENTS: Parameter = { kind: 'parents' };

function childConditions(
  context: CompileContext,
  { near, conditions }: { near: Fragment; conditions: readonly Fragment[] },
  { rows, node }: { rows: FilteredRows; node: Scope },
): readonly Fragment[] {
  return [
    context.dialect.inList(near, PARENTS),
    ...conditions,
    ...(node.filter ? [compileFilter(context, rows, node.filter)] : []),
  ];
}

function print(context: CompileContext, fragment: Fragment): Statement {
  const { sql: text, parameters } = context.dialect.compile(fragment);
  context.printed += text.length;
  return { sql: text, parameters: parameters.map(asParameter) };
}

/** Only parameters of ours are put into fragments; everything else is printed into the text. */
function asParameter(value: unknown): Parameter {
  if (typeof value === 'object' && value !== null && 'kind' in value) return value as Parameter;
  throw new Error('a statement holds a bare value');
}
