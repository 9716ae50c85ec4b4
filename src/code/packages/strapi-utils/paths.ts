// Lists of allowed and restricted attribute paths.
import { isStringList } from './values.ts';

/** Returns true if a path is in a list, or is an ancestor or a descendant of a listed path. */
export function isAllowedPath(allowed: readonly string[], path: string): boolean {
  return allowed.some(
    (each) => each === path || path.startsWith(`${each}.`) || each.startsWith(`${path}.`),
  );
}

/** Returns true if a path is in a list or inside a listed path. */
export function isRestrictedPath(restricted: readonly string[], path: string | null): boolean {
  if (path === null) return false;
  return restricted.some((each) => each === path || path.startsWith(`${each}.`));
}

/** @throws TypeError unless the value is a list of strings */
export function assertPaths(paths: unknown, name: string): asserts paths is readonly string[] {
  if (isStringList(paths)) return;
  throw new TypeError(`Expected array of strings for ${name} but got "${typeof paths}"`);
}
