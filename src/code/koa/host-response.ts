// Responses of the server in a koa context. Their JSON remains text unless code reads the body.
import type Koa from 'koa';
import { toBuffer } from '../../query/body.ts';
import { Readable } from 'node:stream';
import type { HostResponse } from './host.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Puts a response into a context. */
export function setResponse(ctx: Koa.Context, response: HostResponse): void {
  const { status, headers = {}, cookies = [], type = JSON_TYPE, afterSent } = response;
  ctx.status = status;
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value);
  if (cookies.length > 0) ctx.append('Set-Cookie', [...cookies]);
  if (afterSent) ctx.res.once('close', afterSent);
  setBody(ctx, response.body, type);
}

function setBody(ctx: Koa.Context, body: HostResponse['body'], type: string | null): void {
  if (body === null) {
    if (ctx.status === 204 || ctx.status === 304) return;
    // Koa would send the status text as the body.
    ctx.response.body = '';
    ctx.remove('Content-Type');
    return;
  }
  if (type !== null) ctx.set('Content-Type', type);
  if (body instanceof Readable) {
    ctx.body = body;
    return;
  }
  ctx.body = typeof body === 'string' ? body : toBuffer(body);
  if (type === JSON_TYPE) holdText(ctx.response, typeof body === 'string' ? body : toBuffer(body));
}

/** Keeps the body as text until code reads it. Code gets a parsed object, which is serialized again. */
function holdText(response: Koa.Response, text: string | Buffer): void {
  Object.defineProperty(response, 'body', {
    configurable: true,
    enumerable: true,
    get() {
      releaseText(response);
      response.body = JSON.parse(text.toString());
      return response.body;
    },
    set(value: unknown) {
      releaseText(response);
      response.body = value;
    },
  });
}

/** Replaces the accessor with the body before koa sends it. */
export function releaseText(response: Koa.Response): void {
  if (Object.hasOwn(response, 'body')) Reflect.deleteProperty(response, 'body');
}
