// Reads that run inside the document middlewares of a project (docs/code.md, "Which routes run code"). A read is described by
// parameters; those that a middleware changes replace their parts of the read.
import { allConditions } from '../auth/admin/row-conditions.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { ChangedParams, ReadCall } from '../documents/read-hooks.ts';
import type { RootAccess } from '../query/access.ts';
import type { FilterTree } from '../query/params.ts';
import { parseFilters } from '../query/parse/filters.ts';
import { parsePopulate } from '../query/parse/populate.ts';
import { parseMixedSort } from '../query/parse/sort.ts';
import { textOf, parseFields } from '../query/parse/values.ts';
import { parsePublicationFilter } from '../query/parse/version.ts';
import { changedLocale, changedRange, changedStatus, changedVersion } from './changed-params.ts';
import { readableEntry } from '../query/readable-entry.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { paramsOf } from './document-params.ts';
import {
  countList,
  readAccessTo,
  readList,
  type EntryList,
  type EntryRead,
} from './entry-reader.ts';
import { readableSort } from './readable-query.ts';
import type { RequestedVersion } from './version-params.ts';

/** Reads a version. @returns null if it does not exist */
type ReadVersion = (read: EntryRead, version: RequestedVersion) => Promise<JsonObject | null>;

/** The call that a read of one entry corresponds to, with the parameters that are shown to middlewares. */
export interface DocumentRead {
  readonly action: 'findOne' | 'findMany';
  readonly view: ReadCall['view'];
  readonly read: EntryRead;
  readonly version: RequestedVersion;
}

/** Reads entries inside the middlewares, or directly if there are none. */
export class DocumentReads {
  readonly #dependencies: Pick<ContentManagerDependencies, 'reader' | 'readMiddleware'>;

  constructor(dependencies: Pick<ContentManagerDependencies, 'reader' | 'readMiddleware'>) {
    this.#dependencies = dependencies;
  }

  /** True if reads run code. */
  get hasMiddlewares(): boolean {
    return this.#dependencies.readMiddleware?.isEmpty === false;
  }

  /** Reads a list without its total. @throws ValidationError */
  async findMany(list: EntryList, view: ReadCall['view'] = null): Promise<readonly JsonObject[]> {
    const { reader, readMiddleware } = this.#dependencies;
    if (!readMiddleware || readMiddleware.isEmpty) return (await readList(reader, list)).entries;
    const call = { uid: list.type.uid, action: 'findMany' as const, params: paramsOf(list), view };
    const result = await readMiddleware.run(call, async (changed) => {
      const { entries } = await readList(reader, withoutTotal(this.#changed(list, changed)));
      return entries;
    });
    const entries: readonly unknown[] = Array.isArray(result) ? result : [];
    return entries.filter(isJsonObject).map((entry) => this.readable(list, entry));
  }

  /** An entry that middlewares may have replaced, as far as the administrator may read it. */
  readable(
    { type, access = FULL }: Pick<EntryRead, 'type' | 'access'>,
    entry: JsonObject,
  ): JsonObject {
    if (!this.hasMiddlewares) return entry;
    const { registry } = this.#dependencies.reader;
    return readableEntry({ registry, type, access: readAccessTo(access) }, entry);
  }

  /** Counts a list on all pages. @throws ValidationError */
  async count(list: EntryList): Promise<number> {
    const { reader, readMiddleware } = this.#dependencies;
    if (!readMiddleware || readMiddleware.isEmpty) return countList(reader, list);
    const { sort: _sort, fields: _fields, ...params } = paramsOf(list);
    const call = { uid: list.type.uid, action: 'count' as const, params, view: null };
    const result = await readMiddleware.run(call, (changed) =>
      countList(reader, this.#changed(list, changed)),
    );
    return typeof result === 'number' ? result : 0;
  }

  /**
   * Reads one version. @param next Reads it, with the changes of the middlewares
   * @returns null if it does not exist; otherwise, what middlewares return, which may not be `readable`
   */
  async findOne(
    { action, view, read, version }: DocumentRead,
    next: ReadVersion,
  ): Promise<JsonObject | null> {
    const { readMiddleware } = this.#dependencies;
    if (!readMiddleware || readMiddleware.isEmpty) return next(read, version);
    const { documentId, locale, status } = version;
    const isList = action === 'findMany';
    const params = {
      ...(locale === null ? {} : { locale }),
      status,
      ...(isList ? {} : { documentId }),
    };
    const result = await readMiddleware.run(
      { uid: read.type.uid, action, params, view },
      async (changed) => {
        const entry = await next(
          { ...read, ...this.#changedParts(read, changed) },
          changedVersion(read.type, version, changed),
        );
        return isList ? (entry === null ? [] : [entry]) : entry;
      },
    );
    const [first] = isList && Array.isArray(result) ? (result as readonly unknown[]) : [result];
    return isJsonObject(first) ? first : null;
  }

  #changed(list: EntryList, changed: ChangedParams): EntryList {
    if (changed.size === 0) return list;
    const { type, access } = list;
    const pagination = changedRange(list.pagination, changed);
    const sort = changed.has('sort')
      ? readableSort(
          { registry: this.#dependencies.reader.registry, type, access: access ?? FULL },
          parseMixedSort(changed.get('sort')),
        )
      : list.sort;
    const filter = changed.get('publicationFilter');
    return {
      ...list,
      ...this.#changedParts(list, changed),
      sort,
      ...(pagination && { pagination }),
      ...(changed.has('locale') && { locale: changedLocale(type, changed.get('locale')) }),
      ...(changed.has('status') && { status: changedStatus(type, changed.get('status')) }),
      ...(changed.has('_q') && { search: textOf(changed.get('_q')) || null }),
      ...(changed.has('publicationFilter') && {
        publicationFilter: type.draftAndPublish ? parsePublicationFilter(filter) : null,
      }),
    };
  }

  /** Filters of code apply to all attributes, also to those that the administrator may not read. */
  #changedParts(
    { access, filters = null, fields, populate }: Pick<EntryRead, keyof ChangedParts>,
    changed: ChangedParams,
  ): ChangedParts {
    const sent = changed.get('filters');
    const isFiltered = changed.has('filters');
    const rows = isFiltered && sent !== undefined && sent !== null ? parseFilters(sent) : null;
    return {
      access: rows ? limited(access, rows) : access,
      filters: isFiltered ? null : filters,
      fields: changed.has('fields') ? parseFields(changed.get('fields')) : fields,
      populate: changed.has('populate') ? parsePopulate(changed.get('populate')) : populate,
    };
  }
}

function withoutTotal(list: EntryList): EntryList {
  const { pagination } = list;
  return pagination ? { ...list, pagination: { ...pagination, withCount: false } } : list;
}

type ChangedParts = Required<Pick<EntryRead, 'access' | 'filters' | 'fields' | 'populate'>>;

const FULL: RootAccess = { mayRead: () => true, rows: null };

function limited(access: RootAccess = FULL, rows: FilterTree): RootAccess {
  return {
    mayRead: (path) => access.mayRead(path),
    rows: allConditions([access.rows, rows]),
  };
}
