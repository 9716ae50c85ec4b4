// Lists of administrators and their roles: filters, sort, search and pages of a query
// (docs/strapi/administration.md, "Accounts").
import { AppError, validationError } from '../../base/errors.ts';
import { fullAccess } from '../../query/access.ts';
import type { Pagination, QueryObject, ReadParams } from '../../query/params.ts';
import { parseParams } from '../../query/parse.ts';
import type { EntryObject } from '../../query/object-builder.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import type { Reader, TextQuery } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Cancellation } from '../../storage/cancellation.ts';
import {
  assertPopulatable,
  assertSortable,
  knownFilters,
  parseAdminPage,
  parseAdminRange,
  type Queryable,
} from './admin-list-query.ts';

/** A page of a list. */
export interface AdminPage {
  readonly entries: readonly EntryObject[];
  readonly pagination: {
    readonly page: number;
    readonly pageSize: number;
    readonly pageCount: number;
    readonly total: number;
  };
  /** If true, `populate` replaces what is usually shown of relations. */
  readonly isPopulated: boolean;
}

export interface ListedAttributes {
  /** Names of private attributes that are shown. */
  readonly visible?: readonly string[];
  /** Names of attributes that the list can be sorted and filtered by, and nothing is populated; by default all. */
  readonly queried?: readonly string[];
}

/** Reads lists of a built-in type whose attributes administrators may see although the content API may not. */
export class AdminList {
  readonly #reader: Reader;
  readonly #type: ContentType;
  readonly #queryable: Queryable;

  constructor(reader: Reader, type: ContentType, { visible = [], queried }: ListedAttributes = {}) {
    this.#reader = reader;
    this.#type = withVisible(type, visible);
    this.#queryable = { type: this.#type, queried: queried ?? null };
  }

  /** Reads a page, with `page` and `pageSize` of the query. @throws ValidationError, PaginationError */
  async page(query: TextQuery, cancellation: Cancellation): Promise<AdminPage> {
    const parsed = this.#reader.parse(query);
    const pagination = parseAdminPage(parsed);
    const { entries, total } = await this.#read(parsed, pagination, cancellation);
    const { page, limit: pageSize } = pagination;
    const count = total ?? 0;
    const pageCount = Math.ceil(count / pageSize);
    return {
      entries,
      pagination: { page, pageSize, pageCount, total: count },
      isPopulated: parsed['populate'] !== undefined,
    };
  }

  /** Reads all entries that match, with `start` and `limit` of the query. @throws ValidationError, PaginationError */
  async all(query: TextQuery, cancellation: Cancellation): Promise<readonly EntryObject[]> {
    const parsed = this.#reader.parse(query);
    return (await this.#read(parsed, parseAdminRange(parsed), cancellation)).entries;
  }

  async #read(
    query: QueryObject,
    pagination: Pagination,
    cancellation: Cancellation,
  ): ReturnType<Reader['objects']> {
    const params = this.#params(query, pagination);
    const { fields } = params;
    const result = await this.#reader.objects(this.#prepare(params), { cancellation });
    const hasLocale = fields === 'all' || fields.includes('*') || fields.includes('locale');
    if (!hasLocale) return result;
    return { ...result, entries: result.entries.map((entry) => ({ ...entry, locale: null })) };
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
    const queryable = this.#queryable;
    const options = this.#reader.parseOptions({ type, one: null, paging: 'none' });
    const params = parseParams(query, options, { pagination: () => pagination });
    const filters = params.filters && knownFilters(queryable, params.filters);
    assertSortable(queryable, params.sort);
    if (queryable.queried === null) return { ...params, filters };
    assertPopulatable(queryable, params.populate);
    return { ...params, filters, populate: { form: 'none' } };
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
