// How to run commands: the name of this program, and examples for the help.
import path from 'node:path';

/**
 * The name under which the user can run this program again: `quoin`, or `npx quoin` if it runs from a `node_modules`
 * folder, which only npx and npm scripts search.
 * @param script Path of the running program
 */
export function commandName(script: string = process.argv[1] ?? ''): string {
  return script.split(path.sep).includes('node_modules') ? 'npx quoin' : 'quoin';
}

/** Formats examples for the end of the help of a command. */
export function examples(...lines: readonly string[]): string {
  const title = lines.length === 1 ? 'Example' : 'Examples';
  return `\n${title}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
