// Errors of archives and imports; their messages are for the user.

/** An archive that is damaged or not an archive. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

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
