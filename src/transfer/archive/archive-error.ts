// In charge of the error of an archive that cannot be what it is said to be: its message is for who gave it.

/** An archive that is damaged, or none. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}
