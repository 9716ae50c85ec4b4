// In charge of the key of an encrypted archive: given, or typed without being shown.
import { CommandError } from './command-error.ts';
import { readHidden } from './password.ts';

/** The key that was given, or is typed. @param given With `--key` @throws CommandError where there is none */
export async function askKey(given: string | null): Promise<string> {
  if (given !== null && given !== '') return given;
  if (given === null && process.stdin.isTTY && process.stdout.isTTY) {
    const typed = await readHidden('Key of the archive: ');
    if (typed !== '') return typed;
  }
  throw new CommandError('An encrypted archive needs a key. Pass it with --key.');
}
