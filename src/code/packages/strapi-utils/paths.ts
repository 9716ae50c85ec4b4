// Lists of allowed and restricted attribute paths.
import { isStringList } from './values.ts';

/** True if a path is in a list, leads to one that is, or is inside one. */
export function isAllowedPath(allowed: readonly string[], path: string): boolean {
  return allowed.some(
    (each) => each === path || path.startsWith(`${each}.`) || each.startsWith(`${path}.`),
  );
}

/** True if a path is in a list or inside one that is. */
export function isRestrictedPath(restricted: readonly string[], path: string | null): boolean {
  if (path === null) return false;
  return restricted.some((each) => each === path || path.startsWith(`${each}.`));
}

/** @throws TypeError for anything but a list of texts */
export function assertPaths(paths: unknown, name: string): asserts paths is readonly string[] {
  if (isStringList(paths)) return;
  throw new TypeError(`Expected array of strings for ${name} but got "${typeof paths}"`);
}
