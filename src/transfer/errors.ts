// Errors of archives, imports and copies; their messages are shown to the user.

/** An archive that is damaged or not an archive. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** An import or a copy failed and was rolled back. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
  /** Reasons, one per line. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}
