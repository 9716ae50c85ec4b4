// Refresh cookie: an `HttpOnly` cookie with the refresh token of an end user, if the project configures it and the
// client requests it.
import { cookieOf, cookieText, type Cookie } from '../response/cookies.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** The cookie, and when it is used. */
export interface RefreshCookie {
  /** If true, for every client. */
  readonly always: boolean;
  readonly cookie: Omit<Cookie, 'value'>;
}

/** Returns true if the client gets its refresh token as a cookie. */
export function wantsCookie({ always }: RefreshCookie, { headers }: RouteRequest): boolean {
  return always || headers['x-strapi-refresh-cookie'] === 'httpOnly';
}

/** The value of `Set-Cookie` that stores a refresh token. */
export function refreshCookieText({ cookie }: RefreshCookie, refreshToken: string): string {
  return cookieText({ ...cookie, value: refreshToken });
}

/** The value of `Set-Cookie` that removes the cookie. */
export function removedCookieText({ cookie }: RefreshCookie): string {
  return cookieText({ ...cookie, value: '', maxAge: 0 });
}

/** Refresh token in the cookie of a request, or null. */
export function refreshTokenIn({ cookie }: RefreshCookie, request: RouteRequest): string | null {
  return cookieOf(request, cookie.name) || null;
}
