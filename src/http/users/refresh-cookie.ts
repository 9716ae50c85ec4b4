// In charge of the refresh token as a cookie, which no script of a page can read: for projects that ask for it, and
// for clients that do (spec/auth.md section 5, "Sessions").
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf, cookieText, type Cookie } from '../cookies.ts';

/** The cookie, and when it is used. */
export interface RefreshCookie {
  /** True: for every client. */
  readonly always: boolean;
  readonly cookie: Omit<Cookie, 'value'>;
}

/** True where a client gets its refresh token as a cookie. */
export function wantsCookie({ always }: RefreshCookie, { headers }: FastifyRequest): boolean {
  return always || headers['x-strapi-refresh-cookie'] === 'httpOnly';
}

/** Has a browser keep a refresh token. */
export function keepRefresh(
  { cookie }: RefreshCookie,
  reply: FastifyReply,
  refreshToken: string,
): void {
  reply.header('set-cookie', cookieText({ ...cookie, value: refreshToken }));
}

/** Has a browser forget it. */
export function forgetRefresh({ cookie }: RefreshCookie, reply: FastifyReply): void {
  reply.header('set-cookie', cookieText({ ...cookie, value: '', maxAge: 0 }));
}

/** The refresh token that a browser sends; null where it sends none. */
export function keptRefresh({ cookie }: RefreshCookie, request: FastifyRequest): string | null {
  return cookieOf(request, cookie.name) || null;
}
