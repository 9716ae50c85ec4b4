// In charge of passwords for commands: given, asked for without showing what is typed, or made.
import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from './command-error.ts';

/** A password, and whether it was made here, so that somebody has to be told. */
export interface GivenPassword {
  readonly plain: string;
  readonly isMade: boolean;
}

/** The password that was given, or is typed twice; where nobody can type, a new one. @throws CommandError where they differ */
export async function askPassword(given: string | undefined): Promise<GivenPassword> {
  if (given !== undefined) return { plain: given, isMade: false };
  if (!process.stdin.isTTY || !process.stdout.isTTY) return { plain: makePassword(), isMade: true };
  const plain = await readHidden('Password (leave empty to generate one): ');
  if (plain === '') return { plain: makePassword(), isMade: true };
  if ((await readHidden('Repeat the password: ')) !== plain) {
    throw new CommandError('The passwords do not match. Nothing was changed.');
  }
  return { plain, isMade: false };
}

const LENGTH = 20;
/** Signs that are not taken for each other. */
const KINDS = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'];

/** A password of chance, with signs of every kind. */
export function makePassword(): string {
  const all = KINDS.join('');
  for (;;) {
    const plain = Array.from({ length: LENGTH }, () => all.charAt(randomInt(all.length))).join('');
    if (KINDS.every((kind) => plain.split('').some((sign) => kind.includes(sign)))) return plain;
  }
}

/** What is typed, which is not shown. @throws CommandError where nobody ends the line */
export async function readHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
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
