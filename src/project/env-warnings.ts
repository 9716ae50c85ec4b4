// Warns about lines in `.env` that dotenv ignores silently.
import type { EnvFile } from './env.ts';
import { readText } from './folder.ts';

/**
 * Returns one warning with line numbers; the content of a line may be secret.
 * @param label Name of the file in messages
 * @param variables Variables read from it
 */
export function envWarnings(
  file: string,
  { label, variables }: { readonly label: string; readonly variables: EnvFile },
): readonly string[] {
  const values = Object.values(variables);
  const numbers = (readText(file) ?? '')
    .split('\n')
    .flatMap((line, index) => (isRead(line.trim(), values) ? [] : [index + 1]));
  if (numbers.length === 0) return [];
  const lines = `${numbers.length === 1 ? 'line' : 'lines'} ${numbers.join(', ')}`;
  return [`${label}, ${lines}: ignored. Use the form NAME=value.`];
}

/** A line may be part of a quoted value with several lines. */
function isRead(line: string, values: readonly string[]): boolean {
  if (line === '' || line.startsWith('#') || /^(?:export\s+)?[\w.-]+\s*(?:=|:\s)/.test(line))
    return true;
  const part = line.replace(/["'`]\s*(?:#.*)?$/, '');
  return values.some((value) => value.includes('\n') && value.includes(part));
}
