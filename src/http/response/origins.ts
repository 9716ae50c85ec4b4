// In charge of which origins may read answers in a browser: the list or function of `strapi::cors`
// (docs/strapi/server.md, "Cross-origin requests").
import type { FastifyRequest } from 'fastify';

/**
 * Origins, `*` among them for all; or a function of the project's that is given the request as Koa's context shows
 * it, and gives a list, a text with commas, nothing for all, or a promise of these.
 */
export type Origins = readonly string[] | ((context: unknown) => unknown);

/** True where a page of this origin may read the answer. @throws whatever the project's function throws */
export async function isAllowedOrigin(
  origin: string,
  origins: Origins,
  request: FastifyRequest,
): Promise<boolean> {
  const allowed =
    typeof origins === 'function' ? toList(await origins(contextOf(request))) : origins;
  return isListed(origin, allowed);
}

/** True where a list names an origin, or all. */
export function isListed(origin: string, list: readonly unknown[]): boolean {
  return list.includes('*') || list.includes(origin);
}

function toList(given: unknown): readonly unknown[] {
  if (given === undefined || given === null) return ['*'];
  if (typeof given === 'string') return given.split(',').map((origin) => origin.trim());
  return Array.isArray(given) ? given : [];
}

function contextOf({ headers, method, url, ip }: FastifyRequest): object {
  const get = (name: string): unknown => headers[name.toLowerCase()] ?? '';
  const [path = '', querystring = ''] = url.split('?', 2);
  const request = { headers, header: headers, method, url, path, querystring, ip, get };
  return { ...request, request };
}
