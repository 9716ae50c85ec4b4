// Error of exports, imports and copies.

/** Why an export, an import or a copy failed. */
type TransferReason =
  /** An archive is damaged or is not an archive. */
  | 'invalidArchive'
  /** An import or a copy is not possible. Nothing was changed. */
  | 'rejected'
  /** The file to be written exists. */
  | 'fileExists'
  /** A value does not have the type of its column. */
  | 'columnType';

/** An export, an import or a copy failed. The message is shown to the user. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
  readonly reason: TransferReason;
  /** What is wrong, one per line of the message. */
  readonly problems: readonly string[];

  constructor(
    reason: TransferReason,
    problems: string | readonly string[],
    options?: ErrorOptions,
  ) {
    const list = typeof problems === 'string' ? [problems] : problems;
    super(list.join('\n'), options);
    this.reason = reason;
    this.problems = list;
  }
}

/** Returns true for a `TransferError` with this reason. */
export function isTransferError(error: unknown, reason: TransferReason): error is TransferError {
  return error instanceof TransferError && error.reason === reason;
}
