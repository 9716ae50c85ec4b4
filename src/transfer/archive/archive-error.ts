// Error of an invalid archive; its message is for the user.

/** An archive that is damaged or not an archive. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}
