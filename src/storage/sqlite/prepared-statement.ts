// Prepared statement that returns its rows in the fastest way.
import type { Row } from '../session.ts';
import type { SqliteStatement } from './connection.ts';
import type { RowFunction, RowsOf } from './row-function-node20.ts';

/** A statement that is run with values. */
export class PreparedStatement {
  readonly #statement: SqliteStatement;
  readonly #rowFunction: RowFunction | null;
  #rowsOf: RowsOf;
  #runs = 0;

  constructor(statement: SqliteStatement, rowFunction: RowFunction | null) {
    this.#statement = statement.reader ? statement.raw() : statement;
    this.#rowFunction = rowFunction;
    this.#rowsOf = (values) => this.#statement.all(...values) as Row[];
  }

  get givesRows(): boolean {
    return this.#statement.reader;
  }

  /** @throws SqliteError */
  run(values: readonly unknown[]): void {
    this.#statement.run(...values);
  }

  /** All rows in the order of the selected columns. @throws SqliteError */
  rows(values: readonly unknown[]): readonly Row[] {
    this.#runs += 1;
    // Preparing a second time pays off only for repeated statements.
    if (this.#runs === 2)
      this.#rowsOf = this.#rowFunction?.prepare(this.#statement) ?? this.#rowsOf;
    return this.#rowsOf(values);
  }
}
