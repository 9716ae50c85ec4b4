// ETags of responses: a hash of the body, so that equal bytes have the same ETag on every node and after a restart.
import type { XXHashAPI } from 'xxhash-wasm';

/** Bytes that are hashed at once: the hash's memory grows to the longest input, and never shrinks. */
const CHUNK_SIZE = 65_536;

let loading: Promise<XXHashAPI> | undefined;

/** Returns the strong ETag of a body, with its quotes (RFC 9110 section 8.8.3). */
export async function etagOf(body: Buffer): Promise<string> {
  loading ??= import('xxhash-wasm').then(({ default: xxhash }) => xxhash());
  return `"${hashOf(body, await loading).toString(36)}-${body.length.toString(36)}"`;
}

function hashOf(body: Buffer, { h64Raw, create64 }: XXHashAPI): bigint {
  if (body.length <= CHUNK_SIZE) return h64Raw(body);
  const hash = create64();
  for (let at = 0; at < body.length; at += CHUNK_SIZE)
    hash.update(body.subarray(at, at + CHUNK_SIZE));
  return hash.digest();
}

/** Returns true if `If-None-Match` contains the ETag (RFC 9110 section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
