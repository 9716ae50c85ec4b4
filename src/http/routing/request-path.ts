// Path of a request target, as the router sees it.

/** Returns the path up to `?` or `#`, not decoded; also for the absolute form. */
export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/';
}
