// `populate`, fields and sort of document reads as parameters of row queries, as hooks see and change them.
import { toParamValue } from '../../documents/programs/program-values.ts';
import { parseMixedSort } from '../../query/parse/sort.ts';
import { isRecord } from '../../schema/raw.ts';
import type { Fields } from '../strapi/code-values.ts';

const ALL = '*';

/** As in Strapi, with the ids. */
export function toSelect(fields: unknown): unknown {
  const names = typeof fields === 'string' ? fields.split(',').map((name) => name.trim()) : fields;
  if (!Array.isArray(names) || names.length === 0 || names.includes(ALL)) return undefined;
  return [...new Set(['id', 'documentId', ...(names as readonly unknown[])])];
}

/** As in Strapi, a list of nested objects. An invalid order remains as it is. */
export function toOrderBy(sort: unknown): unknown {
  if (sort === undefined || sort === null) return undefined;
  const terms = parseMixedSort(toParamValue(sort, 'sort'));
  const isValid = terms.every(({ direction }) => direction === 'asc' || direction === 'desc');
  if (terms.length === 0 || !isValid) return sort;
  return terms.map(({ path, direction }) =>
    path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), direction),
  );
}

/** Returns the `populate` of a row query. Invalid values remain as they are. */
export function toRowPopulate(populate: unknown): unknown {
  if (populate === ALL) return true;
  return isRecord(populate) ? mapValues(populate, toRowOptions) : populate;
}

/** Returns the `populate` of a document read. */
export function toDocumentPopulate(populate: unknown): unknown {
  if (populate === true) return ALL;
  return isRecord(populate) ? mapValues(populate, toDocumentOptions) : populate;
}

/** As in Strapi, an attribute with all relations is populated. */
function toRowOptions(value: unknown): unknown {
  if (value === ALL) return true;
  if (!isRecord(value)) return value;
  const { fields, filters, sort, populate, on, ...others } = value;
  return present({
    select: toSelect(fields),
    where: filters,
    orderBy: toOrderBy(sort),
    populate: toRowPopulate(populate),
    on: toRowPopulate(on),
    ...others,
  });
}

function toDocumentOptions(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { select, where, orderBy, populate, on, ...others } = value;
  return present({
    fields: toFields(select),
    filters: where,
    sort: orderBy,
    populate: toDocumentPopulate(populate),
    on: toDocumentPopulate(on),
    ...others,
  });
}

/** Without the ids, which responses always contain. */
function toFields(select: unknown): unknown {
  if (!Array.isArray(select)) return select;
  const names = (select as readonly unknown[]).filter(
    (name) => name !== 'id' && name !== 'documentId',
  );
  return names.length > 0 ? names : ['id'];
}

function mapValues(values: Fields, map: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

function present(values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
