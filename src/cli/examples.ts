// Examples at the end of a command's help.

/** Formats the examples. */
export function examples(...lines: readonly string[]): string {
  const title = lines.length === 1 ? 'Example' : 'Examples';
  return `\n${title}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
