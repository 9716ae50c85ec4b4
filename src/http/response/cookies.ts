// In charge of cookies: the one of a name in a request, and the text that sets one (RFC 6265). None of ours can be read
// by scripts, or is sent along by pages of other sites.
import type { IncomingHttpHeaders } from 'node:http';

/** A cookie that is set. */
export interface Cookie {
  readonly name: string;
  /** Letters, digits and other signs that need no quotes. */
  readonly value: string;
  /** Beginning of the paths that it is sent to. */
  readonly path: string;
  /** Seconds that it is kept; 0 removes it, null: until the browser is closed. */
  readonly maxAge: number | null;
  /** True: it is sent over TLS only. */
  readonly isSecure: boolean;
  /** Where links and forms of other sites send it along. Default: `Lax`, links do. */
  readonly sameSite?: SameSite;
  /** Name whose subdomains it is sent to as well; null: to this host only. */
  readonly domain?: string | null;
}

export type SameSite = 'Lax' | 'Strict' | 'None';

/** The value of a cookie; null where the request has none of that name. */
export function cookieOf(
  { headers }: { readonly headers: IncomingHttpHeaders },
  name: string,
): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}

/** The header that sets a cookie. */
export function cookieText(cookie: Cookie): string {
  const { name, value, path, maxAge, isSecure, sameSite = 'Lax', domain = null } = cookie;
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    ...(maxAge === null ? [] : [`Max-Age=${maxAge}`]),
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(domain === null ? [] : [`Domain=${domain}`]),
  ];
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ');
}
