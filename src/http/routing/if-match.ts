// The `If-Match` header (RFC 9110 section 13.1.1).
import { validationError, type AppError } from '../../base/errors.ts';
import type { IfMatch } from '../../documents/preconditions/entry-tags.ts';

/** One entity tag and what separates it from the next. */
const TAG = /[ \t,]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,|$)[ \t,]*/y;

/**
 * Parses the header. Weak tags never match, so they are left out.
 * @returns null without the header @throws ValidationError
 */
export function parseIfMatch(header: string | undefined): IfMatch | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  const tags = new Set<string>();
  TAG.lastIndex = 0;
  do {
    const [found, weak, tag = ''] = TAG.exec(header) ?? [];
    if (found === undefined) throw invalidHeader();
    if (weak === undefined) tags.add(tag);
  } while (TAG.lastIndex < header.length);
  return tags;
}

function invalidHeader(): AppError {
  return validationError('Invalid If-Match header. Expected * or ETags in quotes.');
}
