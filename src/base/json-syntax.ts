// Describes JSON syntax errors by line and column; the parser reports a position at best.

/** For example `at line 3, column 5: Unexpected token '}'`. @param error The error of `JSON.parse` */
export function describeSyntaxError(text: string, error: unknown): string {
  const reason = reasonOf(error);
  const before = text.slice(0, positionOf(reason) ?? firstInvalidCharacter(text)).split('\n');
  const what = reason.replace(/ in JSON.*$| \(line.*$|, (?:\.{3})?".*$/s, '');
  return `at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${what}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function positionOf(reason: string): number | undefined {
  const found = /position (\d+)/.exec(reason)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Length of the longest prefix that more text could still complete. */
function firstInvalidCharacter(text: string): number {
  let valid = 0;
  let invalidAt = text.length + 1;
  while (invalidAt - valid > 1) {
    const middle = Math.floor((valid + invalidAt) / 2);
    if (isPrefix(text.slice(0, middle))) valid = middle;
    else invalidAt = middle;
  }
  return valid;
}

function isPrefix(start: string): boolean {
  try {
    JSON.parse(start);
    return true;
  } catch (error) {
    const reason = reasonOf(error);
    return reason.includes('end of JSON input') || positionOf(reason) === start.length;
  }
}
