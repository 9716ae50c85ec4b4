// Pagination of core services: by page or by offset, within the limits of `config/api`.
import { validationError } from '../../base/errors.ts';
import { numberOf, stringOf } from '../../base/json.ts';
import { parseRange } from '../../query/parse/pagination.ts';
import { isRecord, toRecord } from '../../schema/raw.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { Fields, Params } from '../strapi/code-values.ts';

/** A page of a list. */
export interface Page {
  readonly start: number;
  /** -1 for all. */
  readonly limit: number;
  /** False if `start` and `limit` were requested. */
  readonly isPaged: boolean;
}

/** Applies the limits of `config/api`, as the routes of the content API do. @throws PaginationError, ValidationError */
export function pageOf(pagination: Readonly<Record<string, unknown>>, { config }: Strapi): Page {
  if ((pagination['after'] ?? pagination['before']) !== undefined) {
    throw validationError(
      'Keyset pagination (pagination[after], pagination[before]) is not available on routes that run project code.',
    );
  }
  const defaultLimit = Number(config.get('api.rest.defaultLimit', 25));
  const most = Number(config.get('api.rest.maxLimit'));
  const maxLimit = most > 0 ? most : null;
  const names = ['page', 'pageSize', 'start', 'limit'].filter((name) => name in pagination);
  const given = names.filter((name) => pagination[name] !== undefined);
  const params = Object.fromEntries(given.map((name) => [name, toParam(pagination[name])]));
  const { offset, limit } = parseRange(params, { defaultLimit, maxLimit });
  return {
    start: offset,
    limit: params['limit'] === -1 && maxLimit === null ? -1 : limit,
    isPaged: names.length === 0 || names.some((name) => name.startsWith('page')),
  };
}

function toParam(value: unknown): string | number | null {
  return typeof value === 'string' || value === null ? value : numberOf(value);
}

/** Returns true if the response contains the total. @throws ValidationError */
export function isCounted(params: Params, { config }: Strapi): boolean {
  const pagination = toRecord(params['pagination']);
  if (!isRecord(params['pagination']) || !('withCount' in pagination)) {
    return Boolean(config.get('api.rest.withCount', true));
  }
  const { withCount } = pagination;
  if (withCount === undefined) return false;
  if (typeof withCount === 'boolean') return withCount;
  const text = stringOf(withCount);
  if (['true', 't', '1'].includes(text)) return true;
  if (['false', 'f', '0'].includes(text)) return false;
  throw validationError('Invalid withCount parameter. Expected "t","1","true","false","0","f"');
}

/** `meta.pagination` of a list. @param total Null if it was not counted */
export function paginationOf({ start, limit, isPaged }: Page, total: number | null): Fields {
  if (!isPaged) return { start, limit, ...(total === null ? {} : { total }) };
  const page = Math.floor(start / limit) + 1;
  if (total === null) return { page, pageSize: limit };
  return { page, pageSize: limit, pageCount: Math.ceil(total / limit), total };
}
