// Passwords and archive keys for commands: given as an option, typed without echo, or generated.
import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from '../command-error.ts';

/** A password, and whether it was generated and must be shown. */
export interface PasswordInput {
  readonly plain: string;
  readonly isGenerated: boolean;
}

/**
 * Returns the given password, prompts for it twice, or generates one if there is no terminal. @throws CommandError if
 * the two differ
 */
export async function askPassword(argument: string | undefined): Promise<PasswordInput> {
  if (argument !== undefined) return { plain: argument, isGenerated: false };
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    return { plain: generatePassword(), isGenerated: true };
  const plain = await readHidden('Password (leave empty to generate one): ');
  if (plain === '') return { plain: generatePassword(), isGenerated: true };
  if ((await readHidden('Repeat the password: ')) !== plain) {
    throw new CommandError('The passwords do not match. Nothing was changed.');
  }
  return { plain, isGenerated: false };
}

const LENGTH = 20;
/** Characters that cannot be confused. */
const KINDS = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'];

/** Generates a password with characters of every kind. */
export function generatePassword(): string {
  const all = KINDS.join('');
  for (;;) {
    const plain = Array.from({ length: LENGTH }, () => all.charAt(randomInt(all.length))).join('');
    if (KINDS.every((kind) => plain.split('').some((sign) => kind.includes(sign)))) return plain;
  }
}

/** Reads a line without echo. @throws CommandError if the input ends first */
export async function readHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: muted, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => reject(new CommandError('Nothing was changed.')));
      lines.once('close', () => reject(new CommandError('Nothing was changed.')));
    });
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}

/** Returns the given key, or prompts for it. @param given Value of `--key` @throws CommandError without a key */
export async function askKey(argument: string | null): Promise<string> {
  if (argument !== null && argument !== '') return argument;
  if (argument === null && process.stdin.isTTY && process.stdout.isTTY) {
    const typed = await readHidden('Key of the archive: ');
    if (typed !== '') return typed;
  }
  throw new CommandError('An encrypted archive needs a key. Pass it with --key.');
}
