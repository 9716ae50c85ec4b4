// Binds the values of a plan to the placeholders of its statements, and limits the number of rows that a run may read.
import { MAX_READ_ROWS } from '../base/limits.ts';
import type { Query, SqlValue } from '../storage/session.ts';
import { likePattern, longestPlainSubstring, type Dialect } from '../storage/dialect.ts';
import type { CompiledCount, Parameter, Statement } from './compiled.ts';
import type { PlanValue, Slot } from './plan.ts';
import { tooLarge } from './rows.ts';
import type { CountQuery } from './totals.ts';

/** Binds values to placeholders for one run of a compiled read, and counts the rows that the run reads. */
export class Binder {
  readonly #values: readonly PlanValue[];
  readonly #dialect: Dialect;
  #allowance = MAX_READ_ROWS;

  constructor(values: readonly PlanValue[], dialect: Dialect) {
    this.#values = values;
    this.#dialect = dialect;
  }

  /** Counts rows that were read. @throws ValidationError if the run exceeds `MAX_READ_ROWS` */
  countRows(rows: number): void {
    this.#allowance -= rows;
    if (this.#allowance < 0) throw tooLarge();
  }

  /** True if a text index can search for the text of a slot. */
  isIndexed(slot: Slot): boolean {
    return this.#dialect.search.phrase(this.#textOf(slot)) !== null;
  }

  /** True if a text index returns so few candidates that it is faster to start with them. */
  isSelective(candidates: number): boolean {
    return candidates <= this.#dialect.search.few;
  }

  /** The query that counts the rows of a list, and the rows that it counts. */
  countQuery({ statement, tables, rows }: CompiledCount): CountQuery {
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
        return longestPlainSubstring(this.#textOf(parameter.slot));
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
    if (!value) throw new Error(`the plan has no value for slot ${slot}`);
    return value;
  }

  #textOf(slot: Slot): string {
    const value = this.#at(slot);
    if ('list' in value) throw new Error(`slot ${slot} holds a list`);
    return String(value.value);
  }
}
