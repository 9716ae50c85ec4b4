// Origins that may read responses in a browser: the list or function of `strapi::cors` (docs/strapi/server.md,
// "Cross-origin requests").
import type { FastifyRequest } from 'fastify';

/**
 * A list of origins, where `*` allows all, or a function of the project. The function receives the request in the
 * form of a Koa context and returns a list, a comma-separated string, nothing for all, or a promise.
 */
export type Origins = readonly string[] | ((context: unknown) => unknown);

/** Returns true if a page of the origin may read the response. @throws errors of the project's function */
export async function isAllowedOrigin(
  origin: string,
  origins: Origins,
  request: FastifyRequest,
): Promise<boolean> {
  const allowed =
    typeof origins === 'function' ? toList(await origins(contextOf(request))) : origins;
  return isListed(origin, allowed);
}

/** Returns true if a list contains the origin or `*`. */
export function isListed(origin: string, list: readonly unknown[]): boolean {
  return list.includes('*') || list.includes(origin);
}

function toList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return ['*'];
  if (typeof value === 'string') return value.split(',').map((origin) => origin.trim());
  return Array.isArray(value) ? value : [];
}

function contextOf({ headers, method, url, ip }: FastifyRequest): object {
  const get = (name: string): unknown => headers[name.toLowerCase()] ?? '';
  const [path = '', querystring = ''] = url.split('?', 2);
  const request = { headers, header: headers, method, url, path, querystring, ip, get };
  return { ...request, request };
}
