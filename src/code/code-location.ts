// Locations in the files of a project, taken from stack traces.
import { sep } from 'node:path';

const FRAME = /^\s+at (?:.*?\()?((?:file:\/\/)?(?:[A-Za-z]:)?[/\\][^()]*?):(\d+):(\d+)\)?$/;

/** The first line of a stack that is in a folder, as `src/index.js:2:10`; null if there is none. */
export function locationIn(root: string, stack: string): string | null {
  for (const line of stack.split('\n')) {
    const [, path = '', row = '', column = ''] = FRAME.exec(line) ?? [];
    const file = path.replace(/^file:\/\//, '');
    if (file.startsWith(root + sep)) {
      return `${file.slice(root.length + 1).replaceAll(sep, '/')}:${row}:${column}`;
    }
  }
  return null;
}
