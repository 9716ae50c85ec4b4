// In charge of refusals of the database itself: rules that a table has beyond those of the schema, such as a column
// option or an index of another program. A driver turns its own errors into these.

/** A rule of a table that a write broke. */
export class ConstraintError extends Error {
  readonly kind: 'unique' | 'notNull' | 'other';
  /** What the rule is about, where the database tells. */
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
