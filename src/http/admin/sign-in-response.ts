// Responses that sign an administrator in: an access token, and a cookie with the refresh token.
import type { SignedInAdmin } from '../../auth/admin/admin-accounts.ts';
import type { AdminSessionTokens } from '../../auth/admin/admin-sessions.ts';
import { showAdmin } from '../../auth/admin/admin-users.ts';
import { cookieText, type SameSite } from '../response/cookies.ts';
import { json, NO_STORE, type RouteResponse } from '../response/response.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** Cookie with the refresh token. */
export interface AdminCookie {
  readonly path: string;
  /** Null: secure if the request arrived over TLS. */
  readonly isSecure: boolean | null;
  /** Domain whose subdomains receive it as well, or null for the host only. */
  readonly domain: string | null;
  readonly sameSite: SameSite;
}

/** Name of the cookie. */
export const REFRESH_COOKIE = 'strapi_admin_refresh';

/** Creates responses that open, refresh and end sessions. */
export class SignInResponses {
  readonly #cookie: AdminCookie;

  constructor(cookie: AdminCookie) {
    this.#cookie = cookie;
  }

  /** The response to a sign-in. @param shown Whether the administrator is shown with roles */
  signedIn(
    request: RouteRequest,
    { admin, tokens }: SignedInAdmin,
    shown: { readonly roles: boolean },
  ): RouteResponse {
    const { access } = tokens;
    const user = showAdmin(admin, shown);
    return this.withCookie(request, tokens, { token: access, accessToken: access, user });
  }

  /** A response that sets the cookie. @param tokens Null to remove the cookie */
  withCookie(
    request: RouteRequest,
    tokens: AdminSessionTokens | null,
    data: object,
  ): RouteResponse {
    const { path, isSecure, domain, sameSite } = this.#cookie;
    const cookie = cookieText({
      name: REFRESH_COOKIE,
      value: tokens?.refresh ?? '',
      path,
      maxAge: maxAgeOf(tokens),
      isSecure: isSecure ?? request.isSecure,
      domain,
      sameSite,
    });
    return json({ data }, { headers: NO_STORE, cookies: [cookie] });
  }
}

/** In seconds; null for a session cookie. */
function maxAgeOf(tokens: AdminSessionTokens | null): number | null {
  if (tokens === null) return 0;
  const { expiresAt } = tokens;
  return expiresAt === null ? null : Math.max(0, Math.floor((expiresAt - Date.now()) / 1000));
}
