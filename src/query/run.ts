// Runs a compiled read: level by level, the statements of a level at once. The only stage that
// needs a database, and it gets one as a coroutine (storage/database.ts).
import type { ReadSteps, Row } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ValidIndexes } from '../storage/search/valid-indexes.ts';
import { Binder } from './binder.ts';
import type { CompiledRead, IndexedRead } from './compiled.ts';
import { keysetPage, type Neighbours } from './keyset-page.ts';
import type { PlanValue, ReadShape } from './plan.ts';
import { OWN_COLUMNS, Round, Rows, type RowsResult } from './rows.ts';
import type { Totals } from './totals.ts';

export interface ReadResult {
  readonly root: RowsResult;
  /** The number of all rows; null where it was not asked for. */
  readonly total: number | null;
  /** Null where the rows are not those next to a place. */
  readonly neighbours: Neighbours | null;
}

/**
 * Statements that are sent at once; between them the rows are counted. (A LIMIT on each would make SQLite sort in a
 * temporary table: twice the time for small answers.)
 */
const BATCH = 8;

/** What a read runs with. */
export interface RunParts {
  readonly dialect: Dialect;
  /** Numbers of rows that were counted before. */
  readonly totals: Pick<Totals, 'look' | 'known' | 'keep'>;
  readonly indexes: Pick<ValidIndexes, 'isValid'>;
}

type ListStatements = Pick<IndexedRead, 'statement' | 'count'>;

/** Reads the rows of a compiled read. @throws ValidationError for more rows than one read may take */
export function* runRead(
  compiled: CompiledRead,
  values: readonly PlanValue[],
  { dialect, totals, indexes }: RunParts,
): ReadSteps<ReadResult> {
  const { shape, root } = compiled;
  const binder = new Binder(values, dialect);
  // Before the first statement: all that follow see no more than it does.
  const since = compiled.count ? totals.look() : 0;
  const counting = compiled.count && binder.counting(compiled.count);
  const known = counting && totals.known(counting);
  const { statement, count } = yield* chooseList(compiled, binder, indexes);
  const asked = count && known === null ? [binder.query(count, [])] : [];
  const [read = [], counted] = yield [binder.query(statement, []), ...asked];
  const total = counted ? Number(counted[0]?.[0] ?? 0) : known;
  if (counted && counting && total !== null) totals.keep(counting, total, since);
  const { rows, neighbours } = onPage(shape, read, values);
  const result = new Rows(root, rows);
  let round = new Round();
  result.askBelow(round, OWN_COLUMNS.root);
  while (!round.isEmpty) round = yield* runRound(binder, round);
  return { root: result, total, neighbours };
}

/** The statements of a list, which give the same: with an index of texts where it finds the text, and finds it sooner. */
function* chooseList(
  { root, count, indexed }: CompiledRead,
  binder: Binder,
  indexes: RunParts['indexes'],
): ReadSteps<ListStatements> {
  const helps = indexed !== null && binder.isIndexed(indexed.slot);
  if (!helps || !(yield* indexes.isValid(indexed.index)))
    return { statement: root.statement, count: count?.statement ?? null };
  if (indexed.probe === null) return indexed;
  const [[found] = []] = yield [binder.query(indexed.probe, [])];
  return binder.isFew(Number(found?.[0])) ? indexed : { ...indexed, statement: root.statement };
}

function onPage(
  { page }: ReadShape,
  read: readonly Row[],
  values: readonly PlanValue[],
): Pick<ReadResult, 'neighbours'> & { readonly rows: readonly Row[] } {
  if (!page || !('keyset' in page)) return { rows: read, neighbours: null };
  const limit = values[page.limit];
  return keysetPage(page.keyset, read, limit && 'value' in limit ? Number(limit.value) - 1 : 0);
}

/** Runs what is asked for, some at once. @returns what is to be asked next */
function* runRound(binder: Binder, { asks }: Round): ReadSteps<Round> {
  const next = new Round();
  for (let at = 0; at < asks.length; at += BATCH) {
    const batch = asks.slice(at, at + BATCH);
    const answers = yield batch.map(({ statement, ids }) => binder.query(statement, ids));
    for (const rows of answers) binder.spend(rows.length);
    for (const [i, { take }] of batch.entries()) take(answers[i] ?? [], next);
  }
  return next;
}
