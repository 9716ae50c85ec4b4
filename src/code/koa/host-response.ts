// Copies responses of the server to koa contexts. A JSON body stays text unless code reads it.
import type Koa from 'koa';
import { toBuffer } from '../../query/body.ts';
import { Readable } from 'node:stream';
import type { HttpResponse } from '../../base/http-message.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sets the response of a context. */
export function setResponse(ctx: Koa.Context, response: HttpResponse): void {
  const { status, headers = {}, cookies = [], type = JSON_TYPE, afterSent } = response;
  ctx.status = status;
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value);
  if (cookies.length > 0) ctx.append('Set-Cookie', [...cookies]);
  if (afterSent) ctx.res.once('close', afterSent);
  setBody(ctx, response.body, type);
}

function setBody(ctx: Koa.Context, body: HttpResponse['body'], type: string | null): void {
  if (body === null) {
    if (ctx.status === 204 || ctx.status === 304) return;
    // Without a body, koa would send the reason phrase.
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
  if (type === JSON_TYPE)
    deferParsing(ctx.response, typeof body === 'string' ? body : toBuffer(body));
}

/** Parses the body when code first reads it; the parsed value is then serialized again. */
function deferParsing(response: Koa.Response, text: string | Buffer): void {
  Object.defineProperty(response, 'body', {
    configurable: true,
    enumerable: true,
    get() {
      restoreBody(response);
      response.body = JSON.parse(text.toString());
      return response.body;
    },
    set(value: unknown) {
      restoreBody(response);
      response.body = value;
    },
  });
}

/** Restores koa's own `body` accessor, before the response is sent. */
export function restoreBody(response: Koa.Response): void {
  if (Object.hasOwn(response, 'body')) Reflect.deleteProperty(response, 'body');
}
