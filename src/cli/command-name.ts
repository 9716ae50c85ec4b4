// Name under which the user can run this program again.
import path from 'node:path';

/**
 * Returns `quoin`, or `npx quoin` if it runs from a `node_modules` folder, which only npx and npm scripts search.
 * @param script Path of the running program
 */
export function commandName(script: string = process.argv[1] ?? ''): string {
  return script.split(path.sep).includes('node_modules') ? 'npx quoin' : 'quoin';
}
