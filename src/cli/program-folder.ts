// The folder and the version of this program: beside its package.json are the files that it brings along.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this program. A chunk of the build lies at another depth than its source. */
export const programFolder: string = folderAbove(fileURLToPath(import.meta.url));

function folderAbove(place: string): string {
  const folder = dirname(place);
  return folder === place || existsSync(join(folder, 'package.json'))
    ? folder
    : folderAbove(folder);
}

/** The version of this program, such as `1.2.3`. */
export function programVersion(): string {
  const manifest = readFileSync(join(programFolder, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
