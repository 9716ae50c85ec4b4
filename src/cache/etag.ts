// In charge of the validator of an answer: a hash of its bytes, so that the same bytes have the same one on every node
// and after every start.
import type { XXHashAPI } from 'xxhash-wasm';

let loading: Promise<XXHashAPI> | undefined;

/** The strong validator of some bytes (RFC 9110 section 8.8.3), with its quotes. */
export async function etagOf(body: Buffer): Promise<string> {
  loading ??= import('xxhash-wasm').then(({ default: xxhash }) => xxhash());
  const { h64Raw } = await loading;
  return `"${h64Raw(body).toString(36)}-${body.length.toString(36)}"`;
}

/** True where a client that sends this `If-None-Match` has the answer already (RFC 9110 section 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
