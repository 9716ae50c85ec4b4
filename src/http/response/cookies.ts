// Parses and prints cookies (RFC 6265). All cookies are `HttpOnly` and `SameSite`.
import type { IncomingHttpHeaders } from 'node:http';

/** A cookie to set. */
export interface Cookie {
  readonly name: string;
  /** Characters that need no quotes. */
  readonly value: string;
  /** Path prefix. */
  readonly path: string;
  /** In seconds; 0 removes the cookie, null makes it a session cookie. */
  readonly maxAge: number | null;
  /** If true, it is sent over TLS only. */
  readonly isSecure: boolean;
  /** Default: `Lax`, which includes links from other sites. */
  readonly sameSite?: SameSite;
  /** Domain whose subdomains receive it as well, or null for this host only. */
  readonly domain?: string | null;
}

export type SameSite = 'Lax' | 'Strict' | 'None';

/** Value of a cookie, or null. */
export function cookieOf(
  { headers }: { readonly headers: IncomingHttpHeaders },
  name: string,
): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}

/** Value of `Set-Cookie`. */
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
