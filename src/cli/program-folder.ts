// In charge of where this program lies: beside its package.json are the files that it brings along.
import { existsSync } from 'node:fs';
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
