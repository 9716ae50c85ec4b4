// In charge of the path of a request's target, as the router takes it.

/** Of the absolute form too, and up to `?` or `#`; not decoded. */
export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/';
}
