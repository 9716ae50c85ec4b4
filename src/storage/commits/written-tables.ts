// Determines from the printed form of statements which tables a transaction has written, and its row count deltas
// where they are known. An unrecognized statement may have written any table.
import { LruMap } from '../../base/lru-map.ts';
import type { ChangedTables } from './change-feed.ts';
import type { Query, Row, WriteSteps } from '../session.ts';
import { RowCountDelta, type RowCountDeltas } from './row-count-delta.ts';

/** What a statement writes: a table, nothing, or anything. */
type Written = string | typeof NONE | typeof ANY;

const NONE = Symbol('none');
const ANY = Symbol('any');

const cache = new LruMap<string, Written>('written_tables', () => 0);

const WRITES =
  /^\s*(?:insert into|update|delete from|alter table|create table) (?:"((?:[^"]|"")+)"|`([^`]+)`|(?!(?:or|only|if)\b)(\w+))(?=[\s(]|$)/i;
/** Tables have no other rows with an index than without. */
const READS =
  /^\s*(?:(?:select|begin|commit|savepoint|release|rollback)\b|(?:create|drop)(?: unique)? index\b)/i;
/** Concerns two tables. */
const RENAMES = /^\s*alter table \S+ rename to\b/i;
/** In a script, only the first statement would be recognized. */
const SEVERAL = /;\s*\S/;
const UNDOES = /^rollback to savepoint \w+; release savepoint \w+$/i;

/** Tables written by a transaction or a part of one. */
export class WrittenTables {
  /** Null if the row count delta is unknown. */
  readonly #tables = new Map<string, RowCountDelta | null>();
  #isAny = false;

  /** Records a statement or a script. @param rows Rows that it returned */
  record({ sql, delta }: Pick<Query, 'sql' | 'delta'>, rows?: readonly Row[]): void {
    const written = cache.get(sql) ?? cache.set(sql, writtenBy(sql));
    if (written === ANY) this.#isAny = true;
    else if (written !== NONE) {
      const isKnown = delta !== undefined && rows !== undefined;
      this.#add(written, isKnown ? new RowCountDelta().add(delta, rows) : null);
    }
  }

  /** Records a statement of a program: which tables it writes to through keys or functions is unknown. */
  recordRaw({ sql }: Pick<Query, 'sql'>): void {
    if (writtenBy(sql) !== NONE) this.#isAny = true;
  }

  /** Adds a part of the transaction that was not rolled back. */
  include(part: WrittenTables): void {
    this.#isAny ||= part.#isAny;
    for (const [table, delta] of part.#tables) this.#add(table, delta);
  }

  #add(table: string, delta: RowCountDelta | null): void {
    const existing = this.#tables.get(table);
    if (existing && delta) existing.merge(delta);
    else this.#tables.set(table, existing === undefined ? delta : null);
  }

  /** All written tables. */
  get changed(): ChangedTables {
    return this.#isAny ? null : new Set(this.#tables.keys());
  }

  /** Row count deltas, for tables where they are known. */
  get deltas(): RowCountDeltas {
    const known = [...this.#tables].filter(
      (entry): entry is [string, RowCountDelta] => entry[1] !== null,
    );
    return new Map(known);
  }
}

/** Records the statements of a write. */
export function* trackWrites<T>(steps: WriteSteps<T>, written: WrittenTables): WriteSteps<T> {
  let step = steps.next();
  while (!step.done) {
    const queries = step.value;
    let results: readonly (readonly Row[])[];
    try {
      results = yield queries;
    } catch (error) {
      // Statements before the one that failed have run.
      for (const query of queries) written.record(query);
      step = steps.throw(error);
      continue;
    }
    for (const [i, query] of queries.entries()) written.record(query, results[i]);
    step = steps.next(results);
  }
  return step.value;
}

function writtenBy(sql: string): Written {
  if (SEVERAL.test(sql)) return UNDOES.test(sql) ? NONE : ANY;
  if (RENAMES.test(sql)) return ANY;
  const [, quoted, inBackticks, bare] = WRITES.exec(sql) ?? [];
  const table = quoted?.replaceAll('""', '"') ?? inBackticks ?? bare;
  if (table !== undefined) return table;
  return READS.test(sql) ? NONE : ANY;
}
