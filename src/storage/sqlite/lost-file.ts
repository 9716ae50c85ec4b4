// Error of a database whose file was replaced, removed or overwritten while it was open.
import type { FileLoss } from './file-guard.ts';

const HINTS: Readonly<Record<FileLoss, string>> = {
  replaced: 'To use the new file, restart the server.',
  removed: 'Move the file back, or restore a backup with `quoin restore`, and restart the server.',
  overwritten:
    'Stop the server, restore a backup with `quoin restore`, and start it again: the file may be incomplete.',
};

/** The database must be reopened. */
export class LostFileError extends Error {
  override readonly name = 'LostFileError';
  readonly loss: FileLoss;

  constructor(file: string, loss: FileLoss) {
    super(
      `The database file ${file} was ${loss} while the server was running. Requests that need the database return 503 until a restart. ${HINTS[loss]}`,
    );
    this.loss = loss;
  }
}
