// Error of a violated constraint that the schema does not define, such as a column option or an index of another
// program. Drivers convert their errors to it.

/** A write violated a constraint. */
export class ConstraintError extends Error {
  readonly kind: 'unique' | 'notNull' | 'other';
  /** Table of the constraint, if the database reports it. */
  readonly table: string | null;
  readonly columns: readonly string[];

  constructor(
    { kind, table, columns }: Pick<ConstraintError, 'kind' | 'table' | 'columns'>,
    options: ErrorOptions,
  ) {
    super(`the table ${table ?? ''} refuses the values of ${columns.join(', ')}`, options);
    this.kind = kind;
    this.table = table;
    this.columns = columns;
  }
}
