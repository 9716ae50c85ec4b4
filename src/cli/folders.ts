// The folder and version of this program, and the current folder.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from './command-error.ts';

/** Folder of this program. Chunks of the build are at a different depth than the source. */
export const programFolder: string = folderAbove(fileURLToPath(import.meta.url));

function folderAbove(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(join(folder, 'package.json')) ? folder : folderAbove(folder);
}

/** Version of this program, such as `1.2.3`. */
export function programVersion(): string {
  const manifest = readFileSync(join(programFolder, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** The absolute path of the current folder. @throws CommandError if it was removed */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new CommandError('The current folder no longer exists. Change to another one with cd.', {
      cause,
    });
  }
}
