// Lists of administrators and their roles: filters, sort, search and pages of a query
// (docs/strapi/administration.md, "People").
import { AppError, validationError } from '../../base/errors.ts';
import { fullAccess } from '../../query/access.ts';
import type {
  FilterTree,
  OffsetPagination,
  Pagination,
  QueryObject,
  ReadParams,
} from '../../query/params.ts';
import { WHOLE_LIST } from '../../query/params.ts';
import { parseParams } from '../../query/parse.ts';
import { printValue, toNumber } from '../../query/parse/values.ts';
import type { EntryObject } from '../../query/object-builder.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import type { Reader } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Cancellation } from '../../storage/errors.ts';

/** A page of a list. */
export interface AdminPage {
  readonly entries: readonly EntryObject[];
  readonly pagination: {
    readonly page: number;
    readonly pageSize: number;
    readonly pageCount: number;
    readonly total: number;
  };
}

const PAGE_SIZE = 10;

/** Reads lists of a built-in type whose attributes administrators may see although the content API may not. */
export class AdminList {
  readonly #reader: Reader;
  readonly #type: ContentType;

  /** @param visible Names of private attributes that are shown */
  constructor(reader: Reader, type: ContentType, visible: readonly string[] = []) {
    this.#reader = reader;
    this.#type = withVisible(type, visible);
  }

  /** Reads a page, with `page` and `pageSize` of the query. @throws ValidationError, PaginationError */
  async page(query: string, cancellation: Cancellation): Promise<AdminPage> {
    const parsed = this.#reader.parse(query);
    const pagination = parsePage(parsed);
    const { entries, total } = await this.#read(parsed, pagination, cancellation);
    const { page, limit: pageSize } = pagination;
    const count = total ?? 0;
    const pageCount = Math.ceil(count / pageSize);
    return { entries, pagination: { page, pageSize, pageCount, total: count } };
  }

  /** Reads all entries that match. @throws ValidationError */
  async all(query: string, cancellation: Cancellation): Promise<readonly EntryObject[]> {
    return (await this.#read(this.#reader.parse(query), WHOLE_LIST, cancellation)).entries;
  }

  async #read(
    query: QueryObject,
    pagination: Pagination,
    cancellation: Cancellation,
  ): ReturnType<Reader['objects']> {
    const params = this.#params(query, pagination);
    const { fields } = params;
    const answer = await this.#reader.objects(this.#prepare(params), cancellation);
    const hasLocale = fields === 'all' || fields.includes('*') || fields.includes('locale');
    if (!hasLocale) return answer;
    return { ...answer, entries: answer.entries.map((entry) => ({ ...entry, locale: null })) };
  }

  /** @throws ValidationError; only for names of `fields` it has details */
  #prepare(params: ReadParams): PreparedRead {
    try {
      const type = this.#type;
      return this.#reader.prepare({ type, one: null, access: fullAccess, params });
    } catch (error) {
      if (!(error instanceof AppError) || error.name !== 'ValidationError') throw error;
      const key = error.details?.['key'];
      const isField = typeof key === 'string' && params.fields.includes(key);
      throw validationError(error.message, isField ? { key, path: key } : {});
    }
  }

  #params(query: QueryObject, pagination: Pagination): ReadParams {
    const type = this.#type;
    const options = this.#reader.parseOptions({ type, one: null, paging: 'none' });
    const params = parseParams(query, options, { pagination: () => pagination });
    return { ...params, filters: params.filters && knownNames(params.filters, type) };
  }
}

/** Attributes that are visible here are not private. */
function withVisible(type: ContentType, visible: readonly string[]): ContentType {
  const attributes = [...type.attributes].map(
    ([name, attribute]) =>
      [name, visible.includes(name) ? { ...attribute, private: false } : attribute] as const,
  );
  return { ...type, attributes: new Map(attributes) };
}

/** @throws PaginationError */
function parsePage(query: QueryObject): OffsetPagination {
  const page = positive(query, 'page', 1);
  const limit = positive(query, 'pageSize', PAGE_SIZE);
  return { style: 'page', page, limit, offset: (page - 1) * limit, withCount: true };
}

function positive(query: QueryObject, name: 'page' | 'pageSize', usual: number): number {
  const value = query[name];
  if (value === undefined || value === null) return usual;
  const number = toNumber(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new AppError(
    'PaginationError',
    `Invalid '${name}' parameter. Expected an integer > 0, received: ${printValue(value)}`,
  );
}

/** Filters without names that the type does not have: these lists ignore them. */
function knownNames(tree: FilterTree, { attributes }: ContentType): FilterTree {
  const isKnown = (name: string): boolean =>
    attributes.has(name) || name === 'id' || name === 'documentId';
  const known = (inner: FilterTree): FilterTree => {
    if (inner.form === 'list') return { ...inner, items: inner.items.map(known) };
    if (inner.form === 'value') return inner;
    const keys = inner.keys
      .filter(({ kind, key }) => kind !== 'name' || isKnown(key))
      .map((each) => (each.kind === 'name' ? each : { ...each, value: known(each.value) }));
    return { ...inner, keys };
  };
  return known(tree);
}
