// Middlewares of Strapi that run in koa if config/middlewares lists them: strapi::compression, strapi::ip, strapi::responses
// and strapi::responseTime.
import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import type { RawRecord } from '../../schema/raw.ts';
import { toRecord } from '../../schema/raw.ts';
import { compression } from './compression.ts';
import type { Middleware } from './router.ts';

/** Their factories by name. A factory throws an error for invalid options. */
export const KOA_MIDDLEWARES: ReadonlyMap<string, (config: RawRecord) => Middleware> = new Map([
  ['strapi::compression', compression],
  ['strapi::ip', addressFilter],
  ['strapi::responses', responseHandlers],
  ['strapi::responseTime', responseTime],
]);

/**
 * Returns true for a middleware that must run around all requests. The server sends the header of strapi::responseTime itself,
 * and passes requests that strapi::ip rejects to koa; strapi::responses without handlers does nothing.
 */
export function runsForAll(name: string, config: RawRecord): boolean {
  if (name === 'strapi::responses') return Object.keys(toRecord(config['handlers'])).length > 0;
  return name !== 'strapi::ip' && name !== 'strapi::responseTime';
}

/** Returns a function that checks whether the options of strapi::ip reject an address. @throws Error for invalid options */
export function addressRejection({
  whitelist,
  blacklist,
}: RawRecord): (address: string) => boolean {
  const allowed = patternsOf('whitelist', whitelist);
  const rejected = patternsOf('blacklist', blacklist);
  return (address) => {
    const matches = (pattern: RegExp): boolean => pattern.test(address);
    return !(allowed?.some(matches) ?? true) || (rejected?.some(matches) ?? false);
  };
}

/** The address of a client, as in `ctx.ip`. */
export function clientAddress(
  { headers, socket }: IncomingMessage,
  { proxy, proxyIpHeader, maxIpsCount }: Koa,
): string {
  const sent = proxy ? String(headers[proxyIpHeader.toLowerCase()] ?? '') : '';
  const addresses = sent === '' ? [] : sent.split(/\s*,\s*/);
  const [first] = maxIpsCount > 0 ? addresses.slice(-maxIpsCount) : addresses;
  return first || (socket.remoteAddress ?? '');
}

/** Rejects requests by the address of the client, with the options of koa-ip: lists of patterns. */
function addressFilter(config: RawRecord): Middleware {
  const { handler } = config;
  const rejects = addressRejection(config);
  return (ctx, next) => {
    if (!rejects(ctx.ip)) return next();
    if (typeof handler === 'function') return Reflect.apply(handler, undefined, [ctx, next]);
    return ctx.throw(403);
  };
}

/** Null if the list is not set. @throws Error for anything but a list of patterns */
function patternsOf(name: string, list: unknown): readonly RegExp[] | null {
  if (list === undefined || list === null) return null;
  if (!Array.isArray(list)) throw new Error(`"${name}" of strapi::ip must be a list.`);
  return list.map((item: unknown) => {
    if (typeof item === 'string') return new RegExp(item);
    // A global expression would remember where its last match ended.
    if (item instanceof RegExp) return new RegExp(item.source, item.flags.replaceAll(/[gy]/g, ''));
    throw new Error(`"${name}" of strapi::ip must contain patterns.`);
  });
}

/** Calls the function that the project sets for the status of the response. */
function responseHandlers(config: RawRecord): Middleware {
  const handlers = toRecord(config['handlers']);
  return async (ctx, next) => {
    await next();
    const handler = handlers[String(ctx.status)];
    if (typeof handler === 'function') await Reflect.apply(handler, undefined, [ctx, next]);
  };
}

function responseTime(): Middleware {
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    ctx.set('X-Response-Time', `${Math.ceil(performance.now() - start)}ms`);
  };
}
