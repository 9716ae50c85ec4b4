// Error of a rejected import; its lines are for the user.

/** The import failed and was rolled back. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** Reasons, one per line. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}
