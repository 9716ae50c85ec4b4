// ETags of responses: a hash of the body, so that equal bytes have the same ETag on every node and after a restart.
import type { XXHashAPI } from 'xxhash-wasm';

let loading: Promise<XXHashAPI> | undefined;

/** Returns the strong ETag of a body, with its quotes (RFC 9110 section 8.8.3). */
export async function etagOf(body: Buffer): Promise<string> {
  loading ??= import('xxhash-wasm').then(({ default: xxhash }) => xxhash());
  const { h64Raw } = await loading;
  return `"${h64Raw(body).toString(36)}-${body.length.toString(36)}"`;
}

/** Returns true if `If-None-Match` contains the ETag (RFC 9110 section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
