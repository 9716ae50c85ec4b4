// In charge of the folder that a command is called in.
import { CommandError } from './command-error.ts';

/** Its absolute path. @throws CommandError when it was removed */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new CommandError('The current folder no longer exists. Change to another one with cd.', {
      cause,
    });
  }
}
