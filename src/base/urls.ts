// Parses URLs of clients, and recognizes loopback addresses.
import { MAX_AUTHORITY_LENGTH } from './limits.ts';

/** Scheme, slashes and authority. */
const START = /^[^/\\?#]*[/\\]*[^/\\?#]*/;

/**
 * Parses a URL from a client. @param base For a relative one
 * @returns null if it is invalid, or if what precedes its path is longer than any host name: encoding other characters than
 * ASCII in host names takes quadratic time
 */
export function parseUrl(text: string, base?: URL): URL | null {
  const [start = ''] = START.exec(text) ?? [];
  if (start.length > MAX_AUTHORITY_LENGTH || !URL.canParse(text, base?.href)) return null;
  return new URL(text, base);
}

/** Returns true for an `http:` URL on this machine, which does not need TLS. */
export function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
