// In charge of knowing which tables the statements of a transaction write to, from the form in which all of ours are
// printed. What it does not recognise may have written to any.
import { LruMap } from '../base/lru-map.ts';
import type { ChangedTables } from './change-feed.ts';
import type { Row, Writing } from './session.ts';

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

/** The tables of one transaction. */
export class WrittenTables {
  readonly #tables = new Set<string>();
  #isAny = false;

  /** A statement runs. @param sql Its text, or a script of several */
  note(sql: string): void {
    const written = kept.get(sql) ?? kept.keep(sql, writtenBy(sql));
    if (written === ANY) this.#isAny = true;
    else if (written !== NONE) this.#tables.add(written);
  }

  /** All that were noted. */
  get changed(): ChangedTables {
    return this.#isAny ? null : this.#tables;
  }
}

/** The same writing, its statements noted. */
export function* noted<T>(writing: Writing<T>, written: WrittenTables): Writing<T> {
  let step = writing.next();
  while (!step.done) {
    for (const { sql } of step.value) written.note(sql);
    let answers: readonly (readonly Row[])[];
    try {
      answers = yield step.value;
    } catch (error) {
      step = writing.throw(error);
      continue;
    }
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
