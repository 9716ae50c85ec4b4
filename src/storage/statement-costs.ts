// Port for estimates of what statements cost before they run.

/** What the cost of a statement depends on besides the database. */
export interface StatementInput {
  /** Values in the longest list that it is bound to, such as the row ids of the level above. */
  readonly listed: number;
  /** Rows after which it stops if it does not have to sort; null: it visits them all. */
  readonly limit: number | null;
}

/** An estimate, of the worst case where the statement does not tell. */
export interface StatementCost {
  readonly milliseconds: number;
  /** Rows that it returns at most. */
  readonly rows: number;
  /** Bytes of text in one of these rows. */
  readonly rowBytes: number;
  /** Bytes of text in all rows that it visits: a pattern may be compared with each of them. */
  readonly visitedBytes: number;
}

/** How a database runs a statement. */
export interface StatementPlan {
  cost(input: StatementInput): StatementCost;
}

/** Estimates costs from the plans of a database and the sizes of its tables. */
export interface StatementCosts {
  /** Takes about as long as preparing the statement: keep what it returns. */
  plan(sql: string): StatementPlan;
}
