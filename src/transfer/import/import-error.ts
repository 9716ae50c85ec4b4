// In charge of the error of an import that is not to be: its lines are for who asked for it.

/** An import of which nothing is kept. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** What stands against it, a line each. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}
