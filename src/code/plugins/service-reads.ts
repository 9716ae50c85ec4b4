// Actions of built-in plugins whose service an extension replaced: as in Strapi, the query is validated first and the result
// is sanitized.
import type Koa from 'koa';
import { AppError } from '../../base/errors.ts';
import { FILE, USER } from '../../schema/built-in/uids.ts';
import { toRecord } from '../../schema/raw.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { Fields } from '../strapi/code-values.ts';
import { replacedMethod } from './service-overrides.ts';

interface ServiceRead {
  /** The service, and the name of the function. */
  readonly service: string;
  readonly method: string;
  /** The type that is read. */
  readonly uid: string;
  /** Arguments of the function. */
  readonly args: (ctx: Koa.Context, query: Fields) => readonly unknown[];
  /** Response if nothing is found: 404, or an empty response. */
  readonly otherwise?: 404 | 204;
}

const UPLOAD = 'plugin::upload.upload';

const READS: Readonly<Record<string, ServiceRead>> = {
  'plugin::users-permissions.user.find': {
    service: USER,
    method: 'fetchAll',
    uid: USER,
    args: (_, query) => [query],
  },
  'plugin::users-permissions.user.findOne': {
    service: USER,
    method: 'fetch',
    uid: USER,
    otherwise: 204,
    args: (ctx, query) => [idOf(ctx), query],
  },
  'plugin::users-permissions.user.me': {
    service: USER,
    method: 'fetch',
    uid: USER,
    otherwise: 204,
    args: (ctx, query) => [callerOf(ctx), query],
  },
  'plugin::users-permissions.user.count': {
    service: USER,
    method: 'count',
    uid: USER,
    args: (_, query) => [query],
  },
  'plugin::upload.content-api.find': {
    service: UPLOAD,
    method: 'findMany',
    uid: FILE,
    args: (_, query) => [query],
  },
  'plugin::upload.content-api.findPage': {
    service: UPLOAD,
    method: 'findAndCountPage',
    uid: FILE,
    args: (_, query) => [query],
  },
  'plugin::upload.content-api.findOne': {
    service: UPLOAD,
    method: 'findOne',
    uid: FILE,
    otherwise: 404,
    args: (ctx, { populate }) => [idOf(ctx), populate],
  },
};

/** Runs an action with a replaced service; null if the server handles it. @param action As in permissions */
export function serviceRead(
  strapi: Strapi,
  action: string,
): ((ctx: Koa.Context) => Promise<void>) | null {
  const read = READS[action];
  const method = read && replacedMethod(strapi, read.service, read.method);
  if (!method) return null;
  return async (ctx) => {
    const model = strapi.contentType(read.uid);
    if (!model) throw new Error(`Unknown content-type "${read.uid}".`);
    const options = { auth: ctx.state['auth'], route: ctx.state['route'] };
    const { sanitize, validate } = strapi.contentAPI;
    const sent = toRecord(ctx.query);
    await validate.query(sent, model, options);
    const query = await sanitize.query(sent, model, options);
    const result = await method(...read.args(ctx, query));
    if (result === null || result === undefined) {
      if (read.otherwise === 404) throw new AppError('NotFoundError', 'file.notFound');
      ctx.status = 204;
      return;
    }
    const page = toRecord(result);
    if (typeof result !== 'object') ctx.body = result;
    else if (!Array.isArray(page['results'])) {
      ctx.body = await sanitize.output(result, model, options);
    } else {
      const results = await sanitize.output(page['results'], model, options);
      ctx.body = { results, pagination: page['pagination'] };
    }
  };
}

function idOf(ctx: Koa.Context): unknown {
  return toRecord(Reflect.get(ctx, 'params'))['id'];
}

/** @throws AppError UnauthorizedError for a request without a user */
function callerOf({ state }: Koa.Context): unknown {
  const { id } = toRecord(state['user']);
  if (id === undefined) throw new AppError('UnauthorizedError', 'Unauthorized');
  return id;
}
