// Current working directory.
import { CommandError } from './command-error.ts';

/** Returns its absolute path. @throws CommandError if it was removed */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new CommandError('The current folder no longer exists. Change to another one with cd.', {
      cause,
    });
  }
}
