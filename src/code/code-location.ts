// Locations in the files of a project, taken from stack traces.
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const FRAME = /^\s+at (?:.*?\()?((?:file:\/\/)?(?:[A-Za-z]:)?[/\\][^()]*?):(\d+):(\d+)\)?$/;

/** Folder of this program's own code, which may be in the folder of a project. */
const OWN = fileURLToPath(new URL('..', import.meta.url));

/** The first line of a stack that is in a folder, as `src/index.js:2:10`; null if there is none. Packages are ignored. */
export function locationIn(root: string, stack: string): string | null {
  for (const line of stack.split('\n')) {
    const [, path = '', row = '', column = ''] = FRAME.exec(line) ?? [];
    const file = path.replace(/^file:\/\//, '');
    if (!file.startsWith(root + sep) || file.startsWith(OWN)) continue;
    const name = file.slice(root.length).replaceAll(sep, '/');
    if (!name.includes('/node_modules/')) return `${name.slice(1)}:${row}:${column}`;
  }
  return null;
}

/** The first line of a project in the stack of an error, as ` (src/index.js:2:10)`; empty if there is none. */
export function locationSuffix(root: string, error: unknown): string {
  const location = locationIn(root, error instanceof Error ? (error.stack ?? '') : '');
  return location === null ? '' : ` (${location})`;
}
