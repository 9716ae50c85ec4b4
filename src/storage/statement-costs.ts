// Port for cost estimates of statements.

/** Inputs of an estimate besides the database. */
export interface StatementInput {
  /** Length of the longest bound list, such as the row ids of the level above. */
  readonly listed: number;
  /** Maximum number of rows if it need not sort; null if it visits all rows. */
  readonly limit: number | null;
}

/** An estimate; the worst case if the statement does not determine it. */
export interface StatementCost {
  readonly milliseconds: number;
  /** Maximum number of returned rows. */
  readonly rows: number;
  /** Bytes of text per returned row. */
  readonly rowBytes: number;
  /** Bytes of text in all visited rows, with which a pattern may be compared. */
  readonly visitedBytes: number;
}

/** Query plan of a statement. */
export interface StatementPlan {
  cost(input: StatementInput): StatementCost;
}

/** Estimates costs from query plans and table sizes. */
export interface StatementCosts {
  /** Takes about as long as preparing the statement, so cache the result. */
  plan(sql: string): StatementPlan;
}
