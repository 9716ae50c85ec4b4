// In charge of JSON bodies: an object or a list, in which nothing is called `__proto__` (docs/strapi/server.md,
// "Request bodies") and every text can be stored.
import { parseJson } from '../../base/bounded-json.ts';
import { AppError } from '../../base/errors.ts';
import { isTorn } from '../../base/json.ts';

/**
 * The value of a body; undefined for an empty one. It may be nested as deep as there are characters.
 * @throws SyntaxError, with the message of the parser
 */
export function parseJsonBody(text: string): unknown {
  if (text === '') return undefined;
  if (!/^[ \t\r\n]*[[{]/.test(text)) {
    throw syntaxError('invalid JSON, only supports object and array');
  }
  const value = parse(text);
  if (mayNamePrototype(text) && someObject(value, (each) => Object.hasOwn(each, '__proto__'))) {
    throw prototypeNamed();
  }
  if (HALF.test(text) && someObject(value, holdsTorn)) {
    // Databases would keep another text (docs/strapi/differences.md, D14).
    throw syntaxError('invalid JSON, a text contains half a surrogate pair');
  }
  return value;
}

/** 400 for a body that would change what all objects are, in code that copies it carelessly. */
export function prototypeNamed(): AppError {
  return syntaxError('Object contains forbidden prototype property');
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw syntaxError(error instanceof Error ? error.message : 'invalid JSON');
  }
}

/** False for nearly all bodies: the name is in none of them, nor an escape that a letter of it may hide in. */
function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes(String.raw`\u00`);
}

/** An escape that may be half a pair: characters as such are always whole in what was decoded. */
const HALF = /\\u[dD][89a-fA-F]/;

/** True where a key or a value of a list or an object is half a character. */
function holdsTorn(value: object): boolean {
  return Object.entries(value).some(
    ([key, inner]) => isTorn(key) || (typeof inner === 'string' && isTorn(inner)),
  );
}

/** Looks at every list and object, without recursion: a body may be deeper than the stack. */
function someObject(body: unknown, meets: (value: object) => boolean): boolean {
  const open: unknown[] = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (meets(value)) return true;
    for (const inner of Object.values(value)) open.push(inner);
  }
  return false;
}

function syntaxError(message: string): AppError {
  return new AppError('SyntaxError', message, null);
}
