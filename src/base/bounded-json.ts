// Parses JSON from a client and rejects keys that are too long: the parser interns every key.
import { MAX_KEY_LENGTH } from './limits.ts';

/** Parses JSON text. @throws SyntaxError for invalid JSON, and for a key longer than `MAX_KEY_LENGTH` characters */
export function parseJson(text: string): unknown {
  if (hasLongKey(text)) {
    throw new SyntaxError(`invalid JSON, a key has more than ${MAX_KEY_LENGTH} characters`);
  }
  return JSON.parse(text);
}

function hasLongKey(text: string): boolean {
  if (!mayHaveLongText(text)) return false;
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = endOfText(text, start);
    if (end < 0) return false;
    if (end - start - 1 > MAX_KEY_LENGTH && isFollowedByColon(text, end)) return true;
    start = text.indexOf('"', end + 1);
  }
  return false;
}

/**
 * Samples the text: a string longer than the limit covers at least one of the sampled positions. False for most
 * bodies.
 */
function mayHaveLongText(text: string): boolean {
  for (let at = MAX_KEY_LENGTH; at < text.length; at += MAX_KEY_LENGTH) {
    const before = text.lastIndexOf('"', at);
    const after = text.indexOf('"', at + 1);
    if (after - before > MAX_KEY_LENGTH) return true;
    // An escaped quote does not end a string.
    if (text[before - 1] === '\\' || text[after - 1] === '\\') return true;
  }
  return false;
}

/** End of the string that starts at a quote, or -1 if it has none. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

const COLON = /[ \t\r\n]*:/y;

function isFollowedByColon(text: string, end: number): boolean {
  COLON.lastIndex = end + 1;
  return COLON.test(text);
}
