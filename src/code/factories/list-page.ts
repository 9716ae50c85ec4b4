// Pagination of core services: by page or by offset, within the limits of `config/api`.
import { validationError } from '../../base/errors.ts';
import { numberOf, stringOf } from '../../base/json.ts';
import { isRecord, toRecord } from '../../schema/raw.ts';
import type { Fields, Params, Strapi } from '../strapi/strapi.ts';

/** A page of a list. */
export interface Page {
  readonly start: number;
  /** -1 for all. */
  readonly limit: number;
  /** False if `start` and `limit` were requested. */
  readonly isPaged: boolean;
}

/** Applies the limits of `config/api`. @throws ValidationError for values that are not integers */
export function pageOf(pagination: Readonly<Record<string, unknown>>, { config }: Strapi): Page {
  const defaultLimit = Number(config.get('api.rest.defaultLimit', 25));
  const maxLimit = Number(config.get('api.rest.maxLimit')) || Infinity;
  const { page, pageSize, start, limit } = pagination;
  const hasPages = page !== undefined || pageSize !== undefined;
  const hasOffset = start !== undefined || limit !== undefined;
  if (hasPages && hasOffset) {
    throw validationError(
      'Invalid pagination attributes. The pagination parameters are incorrect and cannot be combined',
    );
  }
  if (hasOffset) {
    const requested = parseInteger(limit, defaultLimit, -1);
    const bounded =
      requested === -1 ? (maxLimit === Infinity ? -1 : maxLimit) : Math.min(requested, maxLimit);
    return { start: parseInteger(start, 0, 0), limit: bounded, isPaged: false };
  }
  const size = Math.min(parseInteger(pageSize, defaultLimit, 1), maxLimit);
  return { start: (parseInteger(page, 1, 1) - 1) * size, limit: size, isPaged: true };
}

function parseInteger(value: unknown, fallback: number, min: number): number {
  if (value === undefined) return fallback;
  const number = numberOf(value);
  if (Number.isInteger(number)) return Math.max(number, min);
  throw validationError(`Invalid pagination: expected an integer, received: ${stringOf(value)}`);
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
