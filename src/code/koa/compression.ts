// `strapi::compression`: compresses response bodies, with the options of koa-compress. That package is not used: it parses
// Accept-Encoding in quadratic time, so one request could block the server for seconds, and it ignores `q=0`.
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createDeflate, createGzip } from 'node:zlib';
import type Koa from 'koa';
import { isRecord, toRecord, type RawRecord } from '../../schema/raw.ts';
import { restoreBody } from './host-response.ts';
import type { Middleware } from './router.ts';

/** Encodings in order of preference, with the streams that create them. */
const ENCODERS = {
  br: (options: RawRecord) =>
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 }, ...options }),
  gzip: (options: RawRecord) => createGzip(options),
  deflate: (options: RawRecord) => createDeflate(options),
};

type Encoding = keyof typeof ENCODERS;

const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'deflate'];

/** Shorter bodies are not compressed, in bytes. */
const THRESHOLD = 1024;

const COMPRESSIBLE =
  /^(?:text\/|font\/(?:otf|ttf)|image\/(?:bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)|application\/(?:javascript|json|wasm|xml|rtf))|\+(?:json|text|xml)$/i;

/** Creates the middleware. @throws Error for an invalid `threshold` */
export function compression(config: RawRecord): Middleware {
  const { filter, threshold = THRESHOLD, defaultEncoding = '' } = config;
  const isCompressible =
    typeof filter === 'function'
      ? (type: string): boolean => Boolean(Reflect.apply(filter, undefined, [type]))
      : (type: string): boolean => COMPRESSIBLE.test(type);
  const least = bytesOf(threshold);
  const available = ENCODINGS.filter((name) => config[name] !== false && config[name] !== null);
  return async (ctx, next) => {
    await next();
    ctx.vary('Accept-Encoding');
    // The text of the server's own responses, instead of the value that code would read.
    restoreBody(ctx.response);
    if (!canCompress(ctx, least, isCompressible)) return;
    const accepted = ctx.get('Accept-Encoding') || String(defaultEncoding);
    const encoding = preferredEncoding(accepted, available);
    if (encoding === null) return;
    const { body } = ctx;
    const encoder = ENCODERS[encoding](toRecord(config[encoding]));
    ctx.body = encoder;
    ctx.set('Content-Encoding', encoding);
    // A range would refer to the compressed bytes.
    ctx.remove('Accept-Ranges');
    if (body instanceof Readable) pipeline(body, encoder, () => undefined);
    else encoder.end(isPlain(body) ? body : JSON.stringify(body));
  };
}

function isPlain(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body);
}

function canCompress(
  ctx: Koa.Context,
  least: number,
  isCompressible: (type: string) => boolean,
): boolean {
  const { body, response, method } = ctx;
  const isForced = ctx['compress'] === true;
  if (!body || method === 'HEAD' || !ctx.writable || ctx.headerSent) return false;
  if (ctx['compress'] === false || [204, 205, 206, 304].includes(ctx.status)) return false;
  if (!isPlain(body) && !(body instanceof Readable) && !isJson(body)) return false;
  if (response.get('Content-Encoding') !== '') return false;
  if (/(?:^|,)\s*no-transform\s*(?:,|$)/.test(response.get('Cache-Control'))) return false;
  const { length } = response;
  return (isForced || isCompressible(response.type)) && (length === undefined || length >= least);
}

function isJson(body: unknown): boolean {
  return Array.isArray(body) || isRecord(body);
}

/** The accepted encoding with the largest weight; null for none. */
function preferredEncoding(header: string, available: readonly Encoding[]): Encoding | null {
  const weights = new Map(
    header.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
      return [name, Number(weight) || 0];
    }),
  );
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const best = Math.max(...available.map(weightOf), 0);
  if (best === 0 || best < (weights.get('identity') ?? 0)) return null;
  return available.find((name) => weightOf(name) === best) ?? null;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 2 ** 10, mb: 2 ** 20 };

/** @throws Error for anything but a number or a size such as `2kb` */
function bytesOf(threshold: unknown): number {
  const [, digits, unit = ''] =
    /^\s*(\d+(?:\.\d+)?)\s*([km]?b)?\s*$/i.exec(String(threshold)) ?? [];
  if (digits !== undefined) return Number(digits) * (UNITS[unit.toLowerCase()] ?? 1);
  throw new Error('The threshold of strapi::compression must be a size such as "2kb".');
}
