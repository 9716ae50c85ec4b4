// Methods that Strapi adds to a koa context: `ctx.send`, `ctx.created`, and one for each error, such as `ctx.badRequest`.
import { STATUS_CODES } from 'node:http';
import type Koa from 'koa';
import { errorBody, errorNameOf, reasonPhrase, statusOf } from './thrown-errors.ts';

/** Properties that the methods set. */
interface ResponseState {
  status: number;
  body: unknown;
}

type Method = (this: ResponseState, ...args: unknown[]) => void;

const METHODS: Readonly<Record<string, Method>> = {
  send(data, status = 200) {
    this.status = Number(status);
    this.body = data;
  },
  created(data) {
    this.status = 201;
    this.body = data;
  },
  deleted(data) {
    this.status = data === undefined || data === null ? 204 : 200;
    if (this.status === 200) this.body = data;
  },
};

/** Adds the methods to responses, and to contexts, which delegate to their response. */
export function addContextMethods(app: Koa): void {
  const all = { ...METHODS, ...Object.fromEntries(errorMethods()) };
  for (const [name, method] of Object.entries(all)) {
    Reflect.set(app.response, name, method);
    Reflect.set(app.context, name, function (this: Koa.Context, ...args: unknown[]): void {
      Reflect.apply(method, this.response, args);
    });
  }
}

function errorMethods(): readonly (readonly [string, Method])[] {
  const statuses = Object.keys(STATUS_CODES).map(Number);
  return statuses
    .filter((status) => status >= 400)
    .map((status) => [methodName(status), errorMethod(status)]);
}

/** `badRequest` for 400, `uriTooLong` for 414. */
function methodName(status: number): string {
  const words = reasonPhrase(status)
    .replaceAll("'", '')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

/**
 * Sets an error response without throwing. An error keeps its name, message and status. Any other message that is not a
 * string is ignored.
 */
function errorMethod(code: number): Method {
  return function (given, details = {}) {
    const status = given instanceof Error ? (statusOf(given) ?? code) : code;
    const name = given instanceof Error ? given.name : errorNameOf(status);
    const message = given instanceof Error ? given.message : given;
    this.status = status;
    this.body = errorBody({
      status,
      name,
      message: typeof message === 'string' ? message : reasonPhrase(status),
      details,
    });
  };
}
