// File types that a project allows: `security.allowedTypes` and `deniedTypes` of the upload plugin, such as
// `image/*`.

/** Type patterns; an empty list of allowed types allows all. */
export interface TypeRules {
  readonly allowedTypes: readonly string[];
  readonly deniedTypes: readonly string[];
}

/** Returns the first type that is not allowed, or null. */
export function refusedType(
  { allowedTypes, deniedTypes }: TypeRules,
  types: readonly string[],
): string | null {
  const isIn = (patterns: readonly string[], type: string): boolean =>
    patterns.some((pattern) => matches(pattern.toLowerCase(), type.toLowerCase()));
  const isRefused = (type: string): boolean =>
    isIn(deniedTypes, type) || (allowedTypes.length > 0 && !isIn(allowedTypes, type));
  return types.find(isRefused) ?? null;
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
