// In charge of running a compiled read: level by level, the statements of a level at once. The only stage that
// needs a database, and it gets one as a coroutine (storage/database.ts).
import { MAX_READ_ROWS } from '../base/limits.ts';
import type { Query, Reading, Row, SqlValue } from '../storage/database.ts';
import { likePattern, type Dialect } from '../storage/dialect.ts';
import type { CompiledChild, CompiledRead, CompiledRows, Statement } from './compile.ts';
import type { Parameter } from './compile/context.ts';
import type { PlanValue, Slot } from './plan.ts';
import { tooLarge } from './too-large.ts';

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
      readonly results: readonly RowsResult[];
    };

export interface ReadResult {
  readonly root: RowsResult;
  /** The number of all rows; null where it was not asked for. */
  readonly total: number | null;
}

/**
 * Statements that are sent at once; between them the rows are counted. (A LIMIT on each would make SQLite sort in a
 * temporary table: twice the time for small answers.)
 */
const BATCH = 8;

/** Reads the rows of a compiled read. @throws ValidationError for more rows than one read may take */
export function* runRead(
  { root, count }: CompiledRead,
  values: readonly PlanValue[],
  dialect: Dialect,
): Reading<ReadResult> {
  const binder = new Binder(values, dialect);
  const queries = [root.statement, ...(count ? [count] : [])].map((each) => binder.query(each, []));
  const [rows = [], counted] = yield queries;
  const result: RowsResult = { compiled: root, rows, children: [] };
  let level = [{ result, idAt: 0 }].filter(({ result: { rows: found } }) => found.length > 0);
  while (level.length > 0) {
    const pending = level.flatMap(({ result: parent, idAt }) => {
      const ids = distinct(parent.rows, idAt);
      return parent.compiled.children.map((child) => ({ parent, ids, child }));
    });
    const asked = pending.flatMap(({ child, ids }) =>
      statementsOf(child).map((statement) => ({ statement, ids })),
    );
    const answers = (yield* runAll(binder, asked)).values();
    level = [];
    for (const { parent, child } of pending) {
      const given = collect(child, () => answers.next().value ?? []);
      parent.children.push(given);
      level.push(...resultsOf(given).filter(({ result: { rows: found } }) => found.length > 0));
    }
  }
  return { root: result, total: counted ? Number(counted[0]?.[0] ?? 0) : null };
}

interface Asked {
  readonly statement: Statement;
  readonly ids: readonly number[];
}

/** Runs the statements of a level. */
function* runAll(binder: Binder, asked: readonly Asked[]): Reading<readonly (readonly Row[])[]> {
  const answers: (readonly Row[])[] = [];
  for (let at = 0; at < asked.length; at += BATCH) {
    const batch = asked.slice(at, at + BATCH);
    const given = yield batch.map(({ statement, ids }) => binder.query(statement, ids));
    for (const rows of given) binder.spend(rows.length);
    answers.push(...given);
  }
  return answers;
}

function distinct(rows: readonly Row[], at: number): readonly number[] {
  return [...new Set(rows.map((row) => row[at] as number))];
}

function statementsOf(child: CompiledChild): readonly Statement[] {
  switch (child.kind) {
    case 'rows':
      return [child.rows.statement];
    case 'count':
      return child.statements;
    case 'mixed':
      return child.variants.map((variant) => variant.statement);
  }
}

function collect(child: CompiledChild, next: () => readonly Row[]): ChildResult {
  switch (child.kind) {
    case 'rows':
      return { kind: 'rows', child, result: { compiled: child.rows, rows: next(), children: [] } };
    case 'count':
      return { kind: 'count', child, rows: child.statements.flatMap(next) };
    case 'mixed': {
      const results = child.variants.map((compiled) => ({ compiled, rows: next(), children: [] }));
      return { kind: 'mixed', child, results };
    }
  }
}

/** Where the columns of a node's own row begin: behind the id of the row above and, mixed, the two of its place. */
export const OWN_COLUMNS = { root: 0, rows: 1, mixed: 3 } as const;

function resultsOf(given: ChildResult): readonly { result: RowsResult; idAt: number }[] {
  switch (given.kind) {
    case 'rows':
      return [{ result: given.result, idAt: OWN_COLUMNS.rows }];
    case 'count':
      return [];
    case 'mixed':
      return given.results.map((result) => ({ result, idAt: OWN_COLUMNS.mixed }));
  }
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

  query({ sql, parameters }: Statement, parents: readonly number[]): Query {
    return { sql, values: parameters.map((parameter) => this.#bind(parameter, parents)) };
  }

  #bind(parameter: Parameter, parents: readonly number[]): SqlValue {
    switch (parameter.kind) {
      case 'parents':
        return this.#dialect.encodeList('id', parents);
      case 'pattern':
        return likePattern(String(this.#scalar(parameter.slot).value), parameter.form);
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

  #scalar(slot: Slot): PlanValue & { value: unknown } {
    const value = this.#at(slot);
    if ('list' in value) throw new Error(`slot ${slot} holds a list`);
    return value;
  }
}
