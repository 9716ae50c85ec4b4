// Key of an encrypted archive: given as an option, or typed without echo.
import { CommandError } from './command-error.ts';
import { readHidden } from './password.ts';

/** Returns the given key, or asks for it. @param given Value of `--key` @throws CommandError without a key */
export async function askKey(given: string | null): Promise<string> {
  if (given !== null && given !== '') return given;
  if (given === null && process.stdin.isTTY && process.stdout.isTTY) {
    const typed = await readHidden('Key of the archive: ');
    if (typed !== '') return typed;
  }
  throw new CommandError('An encrypted archive needs a key. Pass it with --key.');
}
