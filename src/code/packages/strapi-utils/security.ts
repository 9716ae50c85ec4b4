// Configuration of middlewares that plugins extend.
import { isRecord } from './values.ts';

/** The default content security policy of the security middleware. */
export const CSP_DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  'connect-src': ["'self'", 'https:'],
  'img-src': ["'self'", 'data:', 'blob:', 'https://market-assets.strapi.io'],
  'media-src': ["'self'", 'data:', 'blob:'],
};

interface NamedMiddleware {
  readonly name: string;
  readonly [key: string]: unknown;
}

/** Merges configuration into one middleware of the list; lists are concatenated. */
export function extendMiddlewareConfiguration(
  middlewares: readonly unknown[],
  middleware: NamedMiddleware,
): unknown[] {
  return middlewares.map((each) => {
    if (each === middleware.name) return middleware;
    return isRecord(each) && each['name'] === middleware.name ? merged(each, middleware) : each;
  });
}

function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one)) return [...new Set(one.concat(other))];
  if (!isRecord(one) || !isRecord(other)) return other === undefined ? one : other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...keys].map((key) => [key, merged(one[key], other[key])]));
}
