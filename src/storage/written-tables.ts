// In charge of knowing which tables the statements of a transaction write to, from the form in which all of ours are
// printed, and how many rows of them came and went, where the statements tell. What it does not recognise may have written
// to any.
import { LruMap } from '../base/lru-map.ts';
import type { ChangedTables } from './change-feed.ts';
import type { Query, Row, Writing } from './session.ts';
import { Tally, type Tallies } from './tally.ts';

/** Texts that are kept with what they write to. */
const KEPT_TEXTS = 4000;

/** What a statement writes to: one table, none, or nobody knows. */
type Written = string | typeof NONE | typeof ANY;

const NONE = Symbol('none');
const ANY = Symbol('any');

const kept = new LruMap<string, Written>(KEPT_TEXTS);

const WRITES = /^\s*(?:insert into|update|delete from) "((?:[^"]|"")+)"/i;
const READS = /^\s*(?:select|begin|commit|savepoint|release|rollback)\b/i;
/** Of several statements only the first would be looked at. */
const SEVERAL = /;\s*\S/;
const UNDOES = /^rollback to savepoint \w+; release savepoint \w+$/i;

/** The tables of one transaction, or of a part of one. */
export class WrittenTables {
  /** Null: nobody knows which rows came and went. */
  readonly #tables = new Map<string, Tally | null>();
  #isAny = false;

  /** A statement runs, or a script of several. @param rows What it returned, where it has run */
  note({ sql, tally }: Pick<Query, 'sql' | 'tally'>, rows?: readonly Row[]): void {
    const written = kept.get(sql) ?? kept.keep(sql, writtenBy(sql));
    if (written === ANY) this.#isAny = true;
    else if (written !== NONE) {
      const isKnown = tally !== undefined && rows !== undefined;
      this.#add(written, isKnown ? new Tally().add(tally, rows) : null);
    }
  }

  /** A statement of a program runs: nobody knows what it writes to, through keys or functions. */
  noteRaw({ sql }: Pick<Query, 'sql'>): void {
    if (writtenBy(sql) !== NONE) this.#isAny = true;
  }

  /** A part of the transaction is over, and was not undone. */
  include(part: WrittenTables): void {
    this.#isAny ||= part.#isAny;
    for (const [table, tally] of part.#tables) this.#add(table, tally);
  }

  #add(table: string, tally: Tally | null): void {
    const known = this.#tables.get(table);
    if (known && tally) known.include(tally);
    else this.#tables.set(table, known === undefined ? tally : null);
  }

  /** All that were noted. */
  get changed(): ChangedTables {
    return this.#isAny ? null : new Set(this.#tables.keys());
  }

  /** Which of their rows came and went, of those of which that is known. */
  get tallies(): Tallies {
    const known = [...this.#tables].filter((entry): entry is [string, Tally] => entry[1] !== null);
    return new Map(known);
  }
}

/** The same writing, its statements noted. */
export function* noted<T>(writing: Writing<T>, written: WrittenTables): Writing<T> {
  let step = writing.next();
  while (!step.done) {
    const queries = step.value;
    let answers: readonly (readonly Row[])[];
    try {
      answers = yield queries;
    } catch (error) {
      // Those before the one that failed have run.
      for (const query of queries) written.note(query);
      step = writing.throw(error);
      continue;
    }
    for (const [i, query] of queries.entries()) written.note(query, answers[i]);
    step = writing.next(answers);
  }
  return step.value;
}

function writtenBy(sql: string): Written {
  if (SEVERAL.test(sql)) return UNDOES.test(sql) ? NONE : ANY;
  const table = WRITES.exec(sql)?.[1];
  if (table !== undefined) return table.replaceAll('""', '"');
  return READS.test(sql) ? NONE : ANY;
}
