// Paths of request targets, as the router sees them.

/** Returns the path up to `?` or `#`, not decoded; also for the absolute form. */
export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/';
}

/**
 * Escapes the percent signs of segments that cannot be decoded, so that they are decoded to the text that was sent: as in
 * Strapi, such parameters are used as they were sent.
 */
export function escapeMalformed(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const segments = path.split('/').map((segment) => {
    return isDecodable(segment) ? segment : segment.replaceAll('%', '%25');
  });
  return segments.join('/') + url.slice(path.length);
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}
