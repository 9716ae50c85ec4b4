// File types that a project allows: `security.allowedTypes` and `deniedTypes` of the upload plugin, such as
// `image/*`.

/** Type patterns. */
export interface TypeRules {
  /** Null allows all types; an empty list allows none. */
  readonly allowedTypes: readonly string[] | null;
  readonly deniedTypes: readonly string[];
}

/** Whether a type is in the list of denied types. */
export function isDenied({ deniedTypes }: TypeRules, type: string): boolean {
  return isIn(deniedTypes, type);
}

/** Whether a type is in the list of allowed types, if there is one. */
export function isListed({ allowedTypes }: TypeRules, type: string): boolean {
  return allowedTypes === null || isIn(allowedTypes, type);
}

/** Reason to reject files of a type, as in Strapi; null if it is allowed. */
export function rejectionOf(rules: TypeRules, type: string): string | null {
  if (!isDenied(rules, type) && isListed(rules, type)) return null;
  return isDenied(rules, type) || rules.allowedTypes?.length !== 0
    ? notAllowed(type)
    : UNLISTED_CONTENT;
}

/** Reason to reject a file whose detected type is not listed. */
export const UNLISTED_CONTENT = 'MIME type is not allowed';

/** Reason to reject a file because of a type. */
export function notAllowed(type: string): string {
  return `File type '${type}' is not allowed`;
}

function isIn(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) => matches(pattern.toLowerCase(), type.toLowerCase()));
}

/** `*` matches any characters. */
function matches(pattern: string, type: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (others.length === 0) return pattern === type;
  if (!type.startsWith(first)) return false;
  let at = first.length;
  for (const part of others.slice(0, -1)) {
    const found = type.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = others.at(-1) ?? '';
  return type.length - last.length >= at && type.endsWith(last);
}
