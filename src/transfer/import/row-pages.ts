// Collects rows and writes them in pages. Finds the row that a database rejects.
import { AppError } from '../../base/errors.ts';
import { ConstraintError } from '../../storage/errors.ts';
import type { RowStatements } from '../../storage/statements/row-statements.ts';
import { inSavepoint, runInSession, type Session, type SqlValue } from '../../storage/session.ts';
import { TransferError } from '../errors.ts';

/** Maximum number of rows per page, and of bytes of their lines. */
const PAGE = 500;
const PAGE_BYTES = 4 * 1024 * 1024;

/** A table that receives rows. */
export interface ImportTable {
  readonly table: string;
  readonly columns: readonly string[];
  /** Description of its rows, for messages. */
  readonly label: string;
  /** True if its rows reference others, which are written before. */
  readonly keyColumns: boolean;
  /** Called for a duplicate row, which is skipped. */
  readonly double: (row: readonly SqlValue[]) => void;
}

/** Collects rows and writes them. */
export class RowPages {
  readonly #session: Session;
  readonly #statements: RowStatements;
  readonly #waiting = new Map<ImportTable, (readonly SqlValue[])[]>();
  readonly #highest = new Map<string, number>();
  #rows = 0;
  #bytes = 0;

  constructor(session: Session, statements: RowStatements) {
    this.#session = session;
    this.#statements = statements;
  }

  /** Highest written id by table name. */
  get highestIds(): ReadonlyMap<string, number> {
    return this.#highest;
  }

  /** Returns true if pending rows must be written first. */
  get isFull(): boolean {
    return this.#rows >= PAGE || this.#bytes >= PAGE_BYTES;
  }

  /** Adds a row. @param bytes Approximate size */
  add(target: ImportTable, row: readonly SqlValue[], bytes: number): void {
    const rows = this.#waiting.get(target);
    if (rows) rows.push(row);
    else this.#waiting.set(target, [row]);
    this.#rows += 1;
    this.#bytes += bytes;
    const { table, columns } = target;
    if (columns[0] !== 'id') return;
    this.#highest.set(table, Math.max(this.#highest.get(table) ?? 0, Number(row[0])));
  }

  /** Writes pending rows. @throws TransferError if the database rejects one */
  async flush(): Promise<void> {
    const pages = [...this.#waiting];
    this.#waiting.clear();
    this.#rows = 0;
    this.#bytes = 0;
    for (const keyColumns of [false, true]) {
      for (const [target, rows] of pages) {
        if (target.keyColumns === keyColumns) await this.#write(target, rows);
      }
    }
  }

  async #write(target: ImportTable, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    const rejection = await this.#insert(target, rows);
    if (rejection === null) return;
    if (rows.length === 1) this.#reject(target, rows[0] ?? [], rejection);
    else for (const row of rows) await this.#write(target, [row]);
  }

  /** @returns the error with which the database rejects the rows, or null */
  async #insert(
    { table, columns }: ImportTable,
    rows: readonly (readonly SqlValue[])[],
  ): Promise<ConstraintError | AppError | null> {
    const session = this.#session;
    try {
      await inSavepoint(session, () =>
        runInSession(session, this.#statements.insert(table, columns, rows)),
      );
      return null;
    } catch (error) {
      if (error instanceof ConstraintError || error instanceof AppError) return error;
      throw error;
    }
  }

  #reject(
    target: ImportTable,
    row: readonly SqlValue[],
    rejection: ConstraintError | AppError,
  ): void {
    if (isDouble(target, rejection)) {
      target.double(row);
      return;
    }
    const which = target.columns[0] === 'id' ? ` ${String(row[0])}` : '';
    throw new TransferError(
      'rejected',
      [`${target.label}${which} cannot be stored: ${rejection.message}.`],
      {
        cause: rejection,
      },
    );
  }
}

/** A duplicate has the same id, or for links the same pair. */
function isDouble(
  { columns: [first] }: ImportTable,
  rejection: ConstraintError | AppError,
): boolean {
  if (!(rejection instanceof ConstraintError)) return false;
  if (first !== 'id') return rejection.kind === 'unique';
  return rejection.columns.length === 1 && rejection.columns[0] === 'id';
}
