// Parses JSON bodies: an object or an array without the key `__proto__` (docs/strapi/server.md, "Request bodies"),
// whose strings can all be stored.
import { parseJson } from '../../base/bounded-json.ts';
import { AppError, validationError } from '../../base/errors.ts';
import { hasLoneSurrogate, isTooDeep } from '../../base/json.ts';
import { MAX_BODY_DEPTH } from '../../base/limits.ts';

/**
 * Returns the value of a body, or undefined for an empty one.
 * @throws SyntaxError with the message of the parser, ValidationError for a value that is nested too deeply
 */
export function parseJsonBody(text: string): unknown {
  if (text === '') return undefined;
  if (!/^[ \t\r\n]*[[{]/.test(text)) {
    throw syntaxError('invalid JSON, only supports object and array');
  }
  const value = parse(text);
  if (mayNamePrototype(text) && someObject(value, (each) => Object.hasOwn(each, '__proto__'))) {
    throw prototypePollution();
  }
  if (HALF.test(text) && someObject(value, containsLoneSurrogate)) {
    // Databases would store a different text (docs/strapi/differences.md, D14).
    throw syntaxError('invalid JSON, a string contains a lone surrogate');
  }
  if (mayBeTooDeep(text) && isTooDeep(value, MAX_BODY_DEPTH)) {
    throw validationError(`The body must not be nested more than ${MAX_BODY_DEPTH} levels deep.`);
  }
  return value;
}

/** 400 for a body that would pollute prototypes in code that copies it carelessly. */
export function prototypePollution(): AppError {
  return syntaxError('Object contains forbidden prototype property');
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw syntaxError(error instanceof Error ? error.message : 'invalid JSON');
  }
}

/**
 * Returns false for nearly all bodies, which contain neither the name nor an escape sequence that may encode one of
 * its letters.
 */
function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes(String.raw`\u00`);
}

/** Returns false for nearly all bodies, which do not contain as many arrays and objects. */
function mayBeTooDeep(text: string): boolean {
  let count = 0;
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      count += 1;
      if (count > MAX_BODY_DEPTH) return true;
    }
  }
  return false;
}

/** An escape sequence of a surrogate, the only way in which decoded text can contain a lone one. */
const HALF = /\\u[dD][89a-fA-F]/;

/** Returns true if a key or a string value contains a lone surrogate. */
function containsLoneSurrogate(value: object): boolean {
  return Object.entries(value).some(
    ([key, inner]) =>
      hasLoneSurrogate(key) || (typeof inner === 'string' && hasLoneSurrogate(inner)),
  );
}

/** Visits every array and object without recursion, since a body may be nested deeper than the stack. */
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
  return new AppError('SyntaxError', message, { details: null });
}
