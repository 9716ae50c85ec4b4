// Queries of users: `start` and `limit` are top-level parameters, and `populate[role]=*` populates the role only
// (docs/strapi/accounts.md, "Users").
import {
  allOf,
  hasKey,
  readParams,
  type OffsetPagination,
  type Populate,
  type PopulateOption,
  type PopulateValue,
  type ReadParams,
} from '../../query/params.ts';
import { parseParams, parseRead, type QueryParser } from '../../query/parse.ts';
import { checkRootPage, rangeNumber } from '../../query/parse/root-range.ts';

/** Parses the query of a list. */
export const USER_LIST: QueryParser = {
  name: 'users',
  parse: (query, options) => withoutStars(parseRead(query, options)),
};

/** Parses the query of a single user. A positive `start` skips the user. */
export const SINGLE_USER: QueryParser = {
  name: 'user',
  parse(query, options) {
    checkRootPage(query);
    rangeNumber(query, 'limit');
    if (rangeNumber(query, 'start') > 0) return NO_USER;
    const params = withoutStars(parseRead(query, options));
    const { status, filters, sort, fields, populate, rows } = params;
    // In a group, the id in the path does not replace a filter on the document.
    if (!filters || !hasKey(filters, 'documentId')) return params;
    return { status, filters: allOf([filters]), sort, fields, populate, rows };
  },
};

/** Parses the query of a count, which does not depend on pagination. */
export const USER_COUNT: QueryParser = {
  name: 'user count',
  parse(query, options) {
    checkRootPage(query);
    rangeNumber(query, 'start');
    rangeNumber(query, 'limit');
    return withoutStars(parseParams(query, options, { pagination: () => ONE_WITH_TOTAL }));
  },
};

const ONE_WITH_TOTAL: OffsetPagination = {
  style: 'page',
  offset: 0,
  limit: 1,
  page: 1,
  withCount: true,
};

const NO_USER: ReadParams = readParams({ skipsDocument: true });

/** Replaces `*` for relations: these routes populate nothing below them. */
function withoutStars({ status, filters, sort, fields, populate, rows }: ReadParams): ReadParams {
  return { status, filters, sort, fields, populate: plainPopulate(populate), rows };
}

function plainPopulate(populate: Populate): Populate {
  if (populate.form !== 'object') return populate;
  const entries = populate.entries.map(({ name, value }) => ({ name, value: plainValue(value) }));
  return { form: 'object', entries, paths: populate.paths };
}

function plainValue(value: PopulateValue): PopulateValue {
  if (value.form === 'all') return { form: 'flag', flag: true };
  if (value.form !== 'options') return value;
  const { list, text } = value.options;
  const options = { list: list.map(plainOption), text };
  return { form: 'options', options, isText: value.isText };
}

function plainOption(option: PopulateOption): PopulateOption {
  if (option.option !== 'populate' || !('value' in option.populate)) return option;
  return { option: 'populate', populate: { value: plainPopulate(option.populate.value) } };
}
