// Converts parameters of the REST API to those of `strapi.db.query`.
import { numberOf as toNumber } from '../../base/json.ts';
import { MAX_SORT_STEPS } from '../../base/limits.ts';
import type { Params } from '../strapi/code-values.ts';
import { isRecord } from '../packages/strapi-utils/values.ts';

const IDS = ['id', 'documentId'];

/** The parameters of a row query. Unknown parameters are omitted. */
export function rowQuery(params: Params): Params {
  const { filters, fields, sort, populate, start, limit, page, pageSize, _q } = params;
  const size = numberOf(pageSize);
  const first = size === undefined ? undefined : ((numberOf(page) ?? 1) - 1) * size;
  const all: Params = {
    where: filters,
    select: fields === undefined || fields === '*' ? undefined : [...IDS, ...listOf(fields)],
    orderBy: sort === undefined ? undefined : listOf(sort).map(orderOf),
    populate: populate === undefined ? undefined : populateOf(populate),
    offset: numberOf(start) ?? first,
    limit: numberOf(limit) ?? size,
    _q,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Converts `name:desc` and `role.name` to objects. */
function orderOf(term: unknown): unknown {
  if (typeof term !== 'string') return term;
  const [path = '', direction = 'asc'] = term.trim().split(':');
  return path
    .split('.', MAX_SORT_STEPS + 2)
    .toReversed()
    .reduce<unknown>((inner, name) => ({ [name]: inner }), direction);
}

function populateOf(populate: unknown): unknown {
  if (populate === '*' || populate === true) return true;
  if (!isRecord(populate)) return listOf(populate);
  return Object.fromEntries(
    Object.entries(populate).map(([name, value]) => [
      name,
      isRecord(value) ? { ...value, ...rowQuery(value) } : value === '*' || value,
    ]),
  );
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value];
}

function numberOf(value: unknown): number | undefined {
  const number = value === undefined || value === null || value === '' ? NaN : toNumber(value);
  return Number.isFinite(number) ? number : undefined;
}
