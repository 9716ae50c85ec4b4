// Runs a compiled read level by level, with the statements of a level at once. It is the only stage that needs a database,
// to which it yields statements (storage/database.ts).
import type { ReadSteps, Row } from '../storage/session.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ValidIndexes } from '../storage/search/valid-indexes.ts';
import { Binder } from './binder.ts';
import type { CompiledRead, IndexedRead } from './compiled.ts';
import { keysetPage, type AdjacentCursors } from './keyset-page.ts';
import type { PlanValue, ReadShape } from './plan.ts';
import { FIRST_COLUMN, QueryBatch, Rows, type RowsResult } from './rows.ts';
import type { TotalsCache } from './totals.ts';

export interface RowsRead {
  readonly root: RowsResult;
  /** The total of the list; null if it is not requested. */
  readonly total: number | null;
  /** Null unless the list uses keyset pagination. */
  readonly cursors: AdjacentCursors | null;
}

/**
 * Statements that are sent at once; after each batch the rows are counted. (With a LIMIT on each statement, SQLite would sort
 * in a temporary table, which doubles the time of small reads.)
 */
const BATCH = 8;

export interface RunDependencies {
  readonly dialect: Dialect;
  /** Cached totals. */
  readonly totals: TotalsCache;
  readonly indexes: Pick<ValidIndexes, 'isValid'>;
}

type ListStatements = Pick<IndexedRead, 'statement' | 'count'>;

/** Reads the rows of a compiled read. @throws ValidationError for more than `MAX_READ_ROWS` rows */
export function* runRead(
  compiled: CompiledRead,
  values: readonly PlanValue[],
  { dialect, totals, indexes }: RunDependencies,
): ReadSteps<RowsRead> {
  const { shape, root } = compiled;
  const binder = new Binder(values, dialect);
  // Taken before the first statement, whose snapshot all following statements share.
  const since = compiled.count ? totals.refresh() : 0;
  const counting = compiled.count && binder.countQuery(compiled.count);
  const cachedTotal = counting && totals.get(counting);
  const { statement, count } = yield* chooseList(compiled, binder, indexes);
  const counts = count && cachedTotal === null ? [binder.query(count, [])] : [];
  const [read = [], counted] = yield [binder.query(statement, []), ...counts];
  const total = counted ? Number(counted[0]?.[0] ?? 0) : cachedTotal;
  if (counted && counting && total !== null) totals.store(counting, total, since);
  const { rows, cursors } = takePage(shape, read, values);
  const result = new Rows(root, rows);
  let round = new QueryBatch();
  result.requestChildren(round, FIRST_COLUMN.root);
  while (!round.isEmpty) round = yield* runRound(binder, round);
  return { root: result, total, cursors };
}

/** Chooses the statements of a list: with a text index if it can find the text and is faster. The result is the same. */
function* chooseList(
  { root, count, indexed }: CompiledRead,
  binder: Binder,
  indexes: RunDependencies['indexes'],
): ReadSteps<ListStatements> {
  const helps = indexed !== null && binder.isIndexed(indexed.slot);
  if (!helps || !(yield* indexes.isValid(indexed.index)))
    return { statement: root.statement, count: count?.statement ?? null };
  if (indexed.probe === null) return indexed;
  const [[found] = []] = yield [binder.query(indexed.probe, [])];
  return binder.isSelective(Number(found?.[0]))
    ? indexed
    : { ...indexed, statement: root.statement };
}

function takePage(
  { page }: ReadShape,
  read: readonly Row[],
  values: readonly PlanValue[],
): Pick<RowsRead, 'cursors'> & { readonly rows: readonly Row[] } {
  if (!page || !('keyset' in page)) return { rows: read, cursors: null };
  const limit = values[page.limit];
  return keysetPage(page.keyset, read, limit && 'value' in limit ? Number(limit.value) - 1 : 0);
}

/** Runs the statements of a round in batches. @returns the next round */
function* runRound(binder: Binder, { requests }: QueryBatch): ReadSteps<QueryBatch> {
  const next = new QueryBatch();
  for (let at = 0; at < requests.length; at += BATCH) {
    const batch = requests.slice(at, at + BATCH);
    const results = yield batch.map(({ statement, ids }) => binder.query(statement, ids));
    for (const rows of results) binder.countRows(rows.length);
    for (const [i, { onRows }] of batch.entries()) onRows(results[i] ?? [], next);
  }
  return next;
}
