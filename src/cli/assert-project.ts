// In charge of keeping commands that write out of folders where no project is: they would make a database and secrets
// that nobody asked for.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from './command-error.ts';

/** What every project has one of. */
const SIGNS: readonly string[] = ['src', 'config', '.env', path.join('.tmp', 'data.db')];

/** @throws CommandError for a folder that holds nothing of a project */
export function assertProject(folder: string): void {
  if (SIGNS.some((name) => existsSync(path.join(folder, name)))) return;
  throw new CommandError(
    'There is no project in this folder: neither src nor config. Go to the folder of one, or make one with: quoin init my-site',
  );
}
