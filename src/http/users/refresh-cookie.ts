// Refresh cookie: the refresh token of an end user in a cookie that no script can read, for projects that configure it
// and clients that ask for it.
import { cookieOf, cookieText, type Cookie } from '../response/cookies.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** The cookie, and when it is used. */
export interface RefreshCookie {
  /** True: for every client. */
  readonly always: boolean;
  readonly cookie: Omit<Cookie, 'value'>;
}

/** True if the client gets its refresh token as a cookie. */
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

/** The refresh token that a browser sends; null: none. */
export function refreshTokenIn({ cookie }: RefreshCookie, request: RouteRequest): string | null {
  return cookieOf(request, cookie.name) || null;
}
