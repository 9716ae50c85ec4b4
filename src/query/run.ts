// In charge of running a compiled read: level by level, the statements of a level at once. The only stage that
// needs a database, and it gets one as a coroutine (storage/database.ts).
import { MAX_READ_ROWS } from '../base/limits.ts';
import type { Query, Reading, Row, SqlValue } from '../storage/database.ts';
import { likePattern, plainPiece, type Dialect } from '../storage/dialect.ts';
import type {
  CompiledChild,
  CompiledCount,
  CompiledRead,
  CompiledRows,
  IndexedRead,
  Statement,
} from './compile.ts';
import type { Parameter } from './compile/context.ts';
import { keysetPage, type Neighbours } from './keyset-page.ts';
import type { PlanValue, ReadShape, Slot } from './plan.ts';
import { tooLarge } from './too-large.ts';
import type { Counting, Totals } from './totals.ts';

/** The rows of a node, and those of its children. */
export interface RowsResult {
  readonly compiled: CompiledRows;
  readonly rows: readonly Row[];
  readonly children: ChildResult[];
}

export type ChildResult =
  | {
      readonly kind: 'rows';
      readonly child: CompiledChild & { kind: 'rows' };
      readonly result: RowsResult;
    }
  | {
      readonly kind: 'count';
      readonly child: CompiledChild & { kind: 'count' };
      readonly rows: readonly Row[];
    }
  | {
      readonly kind: 'mixed';
      readonly child: CompiledChild & { kind: 'mixed' };
      readonly places: readonly Row[];
      readonly results: readonly RowsResult[];
    };

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
  readonly totals: Totals;
}

/** Reads the rows of a compiled read. @throws ValidationError for more rows than one read may take */
export function* runRead(
  compiled: CompiledRead,
  values: readonly PlanValue[],
  { dialect, totals }: RunParts,
): Reading<ReadResult> {
  const { shape, root } = compiled;
  const binder = new Binder(values, dialect);
  // Before the first statement: all that follow see no more than it does.
  const since = compiled.count ? totals.look() : 0;
  const { statement, count } = yield* chooseList(compiled, binder);
  const counting = count && binder.counting(count);
  const known = counting && totals.known(counting);
  const asked = known === null ? counting : null;
  const [read = [], counted] = yield [binder.query(statement, []), ...(asked ? [asked.query] : [])];
  const total = counted ? Number(counted[0]?.[0] ?? 0) : known;
  if (asked && total !== null) totals.keep(asked, total, since);
  const { rows, neighbours } = onPage(shape, read, values);
  const result = new Rows(root, rows);
  let asks = result.ask(OWN_COLUMNS.root);
  while (asks.length > 0) {
    const answers = yield* runAll(binder, asks);
    asks = asks.flatMap(({ take }, i) => take(answers[i] ?? []));
  }
  return { root: result, total, neighbours };
}

/** The statements of a list: with an index of texts where it finds the text, and finds it sooner. */
function* chooseList(
  { root, count, indexed }: CompiledRead,
  binder: Binder,
): Reading<Pick<IndexedRead, 'statement' | 'count'>> {
  if (!indexed || !binder.isIndexed(indexed.slot)) return { statement: root.statement, count };
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

/** A statement that is to run, with the ids that it is about. */
interface Ask {
  readonly statement: Statement;
  readonly ids: readonly number[];
  /** Is handed its rows. @returns what is to be asked next */
  readonly take: (rows: readonly Row[]) => readonly Ask[];
}

/** Runs statements, some at once. */
function* runAll(binder: Binder, asks: readonly Ask[]): Reading<readonly (readonly Row[])[]> {
  const answers: (readonly Row[])[] = [];
  for (let at = 0; at < asks.length; at += BATCH) {
    const batch = asks.slice(at, at + BATCH);
    const given = yield batch.map(({ statement, ids }) => binder.query(statement, ids));
    for (const rows of given) binder.spend(rows.length);
    answers.push(...given);
  }
  return answers;
}

/** Where the columns of a node's own row begin: behind the id of the row above where there is one. */
export const OWN_COLUMNS = { root: 0, rows: 1, mixed: 0 } as const;

/** Rows that were read, and what is read for each of them. */
class Rows implements RowsResult {
  readonly compiled: CompiledRows;
  readonly rows: readonly Row[];
  readonly children: ChildResult[] = [];

  constructor(compiled: CompiledRows, rows: readonly Row[]) {
    this.compiled = compiled;
    this.rows = rows;
  }

  /** The statements of the level below. @param idAt Where the id stands in a row */
  ask(idAt: number): readonly Ask[] {
    if (this.rows.length === 0) return [];
    const ids = distinct(this.rows, idAt);
    return this.compiled.children.flatMap((child, i) => this.#askOf(child, i, ids));
  }

  #askOf(child: CompiledChild, i: number, ids: readonly number[]): readonly Ask[] {
    switch (child.kind) {
      case 'rows': {
        const { statement } = child.rows;
        return [{ statement, ids, take: (rows) => this.#takeRows(child, i, rows) }];
      }
      case 'count': {
        const rows: Row[] = [];
        this.children[i] = { kind: 'count', child, rows };
        const take = (counted: readonly Row[]): readonly Ask[] => (rows.push(...counted), []);
        return child.statements.map((statement) => ({ statement, ids, take }));
      }
      case 'mixed':
        return [{ statement: child.places, ids, take: (rows) => this.#takePlaces(child, i, rows) }];
    }
  }

  #takeRows(
    child: CompiledChild & { kind: 'rows' },
    i: number,
    rows: readonly Row[],
  ): readonly Ask[] {
    const result = new Rows(child.rows, rows);
    this.children[i] = { kind: 'rows', child, result };
    return result.ask(OWN_COLUMNS.rows);
  }

  /** The rows that stand in the places are asked for together with what is below other rows of this level. */
  #takePlaces(
    child: CompiledChild & { kind: 'mixed' },
    i: number,
    places: readonly Row[],
  ): readonly Ask[] {
    const results: RowsResult[] = [];
    this.children[i] = { kind: 'mixed', child, places, results };
    const byType = idsByType(places);
    return child.variants.flatMap((compiled): readonly Ask[] => {
      const ids = byType.get(compiled.node.uid);
      if (ids === undefined) return [];
      const take = (rows: readonly Row[]): readonly Ask[] => {
        const result = new Rows(compiled, rows);
        results.push(result);
        return result.ask(OWN_COLUMNS.mixed);
      };
      return [{ statement: compiled.statement, ids: [...ids], take }];
    });
  }
}

/** The ids of rows that stand in places, by the uid of their model; a place may be empty. */
function idsByType(places: readonly Row[]): ReadonlyMap<unknown, ReadonlySet<number>> {
  const byType = new Map<unknown, Set<number>>();
  for (const place of places) {
    const id = place[PLACE.id];
    if (typeof id !== 'number') continue;
    const ids = byType.get(place[PLACE.type]);
    if (ids) ids.add(id);
    else byType.set(place[PLACE.type], new Set([id]));
  }
  return byType;
}

/** The columns of a place. */
export const PLACE = { parent: 0, id: 1, type: 2, order: 3, tie: 4 } as const;

/** Ids of rows; a place may be empty. */
function distinct(rows: readonly Row[], at: number): readonly number[] {
  const ids = new Set<number>();
  for (const row of rows) {
    const id = row[at];
    if (typeof id === 'number') ids.add(id);
  }
  return [...ids];
}

/** Puts values to the placeholders of statements, and knows how many rows may still be read. */
class Binder {
  readonly #values: readonly PlanValue[];
  readonly #dialect: Dialect;
  #allowance = MAX_READ_ROWS;

  constructor(values: readonly PlanValue[], dialect: Dialect) {
    this.#values = values;
    this.#dialect = dialect;
  }

  /** Counts rows that were read. @throws ValidationError past the limit */
  spend(rows: number): void {
    this.#allowance -= rows;
    if (this.#allowance < 0) throw tooLarge();
  }

  /** True where an index of texts finds the text of a slot. */
  isIndexed(slot: Slot): boolean {
    return this.#dialect.search.phrase(this.#textOf(slot)) !== null;
  }

  /** True where an index gives so few rows that a list begins with them. */
  isFew(candidates: number): boolean {
    return candidates <= this.#dialect.search.few;
  }

  /** A count, and which rows it is of. */
  counting({ statement, tables, rows }: CompiledCount): Counting {
    const query = this.query(statement, []);
    if (rows === null) return { query, tables, rows };
    const { table, isDraft, locale } = rows;
    const locales = locale && new Set(this.#textsOf(locale.slot));
    return { query, tables, rows: { table, isDraft, locales } };
  }

  #textsOf(slot: Slot): readonly string[] {
    const value = this.#at(slot);
    return ('list' in value ? value.list : [value.value]).map(String);
  }

  query({ sql, parameters }: Statement, parents: readonly number[]): Query {
    return { sql, values: parameters.map((parameter) => this.#bind(parameter, parents)) };
  }

  #bind(parameter: Parameter, parents: readonly number[]): SqlValue {
    switch (parameter.kind) {
      case 'parents':
        return this.#dialect.encodeList('id', parents);
      case 'pattern':
        return likePattern(this.#textOf(parameter.slot), parameter.form);
      case 'piece':
        return plainPiece(this.#textOf(parameter.slot));
      case 'phrase':
        return this.#dialect.search.phrase(this.#textOf(parameter.slot));
      case 'slot': {
        const value = this.#at(parameter.slot);
        return 'list' in value
          ? this.#dialect.encodeList(value.type, value.list)
          : this.#dialect.encode(value.type, value.value);
      }
    }
  }

  #at(slot: Slot): PlanValue {
    const value = this.#values[slot];
    if (!value) throw new Error(`a plan without a value for slot ${slot}`);
    return value;
  }

  #textOf(slot: Slot): string {
    const value = this.#at(slot);
    if ('list' in value) throw new Error(`slot ${slot} holds a list`);
    return String(value.value);
  }
}
