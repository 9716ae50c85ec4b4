// The name by which the user can run this program again.
import path from 'node:path';

/**
 * `quoin`, or `npx quoin` if it runs from a `node_modules` folder: through npx or a script of npm, which find it where a
 * shell does not.
 * @param script The path of the running program, as it was called
 */
export function commandName(script: string = process.argv[1] ?? ''): string {
  return script.split(path.sep).includes('node_modules') ? 'npx quoin' : 'quoin';
}
