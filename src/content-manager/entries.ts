// Reads of entries: lists and single entries (docs/strapi/content-manager.md, "Lists" and "Entries").
import { allConditions } from '../auth/admin/row-conditions.ts';
import type { TypeAccess } from '../auth/admin/type-access.ts';
import { forbidden, notFound } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { DocumentRow } from '../documents/rows/document-rows.ts';
import type { FieldNames, Populate, QueryObject } from '../query/params.ts';
import { EntryAccess, type EntrySubject } from './entry-access.ts';
import { DocumentReads, type DocumentRead } from './document-reads.ts';
import { readList, readOne, type EntryList, type EntryRead } from './entry-reader.ts';
import { statusOf } from './entry-status.ts';
import { EntryView, type EntryResponse } from './entry-view.ts';
import {
  listPagination,
  parseListFields,
  parseListQuery,
  parsePage,
  withoutSource,
} from './list-query.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { entryPopulate, listPopulate, systemPopulate } from './populate.ts';
import { parseStatusQuery } from './publication-query.ts';
import { readableFilters, readableSort } from './readable-query.ts';
import {
  ALL_LOCALES,
  isRowOf,
  localeChoice,
  localeIn,
  localeOf,
  parseVersion,
  type EntryVersion,
  type RequestedVersion,
} from './version-params.ts';

export interface EntryPage {
  readonly results: readonly JsonObject[];
  readonly pagination: ReturnType<typeof listPagination>;
}

/** Reads entries. */
export class Entries {
  readonly #dependencies: ContentManagerDependencies;
  readonly access: EntryAccess;
  readonly #view: EntryView;
  readonly #reads: DocumentReads;

  constructor(dependencies: ContentManagerDependencies) {
    this.#dependencies = dependencies;
    this.access = new EntryAccess(dependencies);
    this.#view = new EntryView(dependencies);
    this.#reads = new DocumentReads(dependencies);
  }

  /** Returns a page of entries. Reading their status takes one more statement. @throws ValidationError */
  async list(subject: EntrySubject, query: QueryObject): Promise<EntryPage> {
    const { registry, locale } = this.#dependencies;
    const { type, cancellation } = subject;
    const { draftAndPublish } = type;
    const { status, publicationFilter, ...given } = parseStatusQuery(query);
    const code = localeOf(query, type, locale.code);
    const pagination = parsePage(query);
    const requested = parseListQuery(query, type, given);
    const isInAll = code === ALL_LOCALES;
    const granted = this.access.to(subject, 'read');
    const access = isInAll ? granted.inAll : granted.in(code);
    if (access.isNone) return { results: [], pagination: listPagination(pagination, 0) };
    const readable = { registry, type, access };
    const fields = parseListFields(type, query);
    const isShort = type.localized && !hasLocale(fields);
    const read = this.#page({
      type,
      access,
      status: draftAndPublish ? status : 'published',
      filters: readableFilters(readable, requested.filters),
      sort: readableSort(readable, requested.sort),
      search: requested.search,
      publicationFilter: draftAndPublish ? publicationFilter : null,
      fields: isShort ? (isInAll ? ['locale'] : []) : fields,
      populate: isShort ? systemPopulate(type) : listPopulate(type),
      locale: isInAll ? { kind: 'any' } : localeChoice({ locale: code }),
      pagination,
      cancellation,
    });
    const { entries, total } = await read.catch(withoutSource);
    return {
      results: await this.#withStatus(subject, entries, ({ locale: own }) =>
        isInAll && typeof own === 'string' ? own : code,
      ),
      pagination: listPagination(pagination, total ?? 0),
    };
  }

  async #page(
    list: EntryList,
  ): Promise<{ readonly entries: readonly JsonObject[]; readonly total: number | null }> {
    if (!this.#reads.hasMiddlewares) return readList(this.#dependencies.reader, list);
    const [entries, total] = await Promise.all([
      this.#reads.findMany(list, 'list'),
      this.#reads.count(list),
    ]);
    return { entries, total };
  }

  async #withStatus(
    { type }: EntrySubject,
    entries: readonly JsonObject[],
    localeOf: (entry: JsonObject) => string | null,
  ): Promise<readonly JsonObject[]> {
    if (!type.draftAndPublish) return entries.map((entry) => ({ ...entry, status: 'published' }));
    const documents = entries.map(({ documentId }) => String(documentId));
    const rows = await this.#view.rowsOf(type, documents);
    return entries.map((entry) => ({
      ...entry,
      status: statusOf(rows.get(String(entry['documentId'])) ?? [], localeOf(entry)),
    }));
  }

  /** Returns one version of a document. @throws NotFoundError, ForbiddenError, ValidationError */
  async one(subject: EntrySubject, documentId: string, query: QueryObject): Promise<EntryResponse> {
    const { registry, locale } = this.#dependencies;
    const { type } = subject;
    const version = parseVersion(query, type, locale.code);
    const populate = entryPopulate(registry, type);
    const named = localeIn(query);
    return this.show(subject, documentId, { version, named, populate, isLong: false });
  }

  /** Returns one version of a document in a view. @throws errors of `one` */
  async show(
    subject: EntrySubject,
    documentId: string,
    { version: { status, locale }, named, populate, isLong, action = 'findOne' }: ShownEntry,
  ): Promise<EntryResponse> {
    const { type, cancellation } = subject;
    const version = { documentId, status, locale };
    const read = { type, fields: 'all' as const, populate, cancellation };
    const found = await this.#find(subject, { action, view: 'entry', read, version });
    const { entry, rows, access, tag } = found;
    if (entry) return this.#view.show({ ...found.version, type, access, entry, isLong, tag }, rows);
    // Without a locale in the query, all locales are included.
    const missing = { ...found.version, locale: named, entry: null, tag: null };
    return this.#view.show({ ...missing, type, access, isLong }, rows);
  }

  /** @throws NotFoundError, ForbiddenError */
  async #find(subject: EntrySubject, described: DocumentRead): Promise<FoundEntry> {
    const { type, cancellation } = subject;
    const state = async (version: RequestedVersion): Promise<Omit<FoundEntry, 'entry'>> => {
      // The tag is read before the entry: a stale tag only prevents a write, a newer one could lose an update.
      const { rows, tag } = await this.#view.taggedRowsOf(type, version, cancellation);
      if (rows.some((row) => isRowOf(type, version, row))) {
        const access = await this.access.assertTo(subject, 'read', version);
        return { version, rows, tag, access };
      }
      const granted = this.access.to(subject, 'read');
      const isInAll = version.locale === ALL_LOCALES;
      const access = isInAll ? granted.inAll : granted.in(version.locale);
      if (rows.length > 0 && access.isNone) throw forbidden();
      return { version, rows, tag: null, access };
    };
    let found: Omit<FoundEntry, 'entry'> | null = null;
    const entry = await this.#reads.findOne(described, async (read, version) => {
      found = await state(version);
      if (!found.rows.some((row) => isRowOf(type, version, row))) return null;
      return readOne(this.#dependencies.reader, within(read, found.access), version);
    });
    const known = found ?? (await state(described.version));
    if (entry === null && known.rows.length === 0) throw notFound();
    const { access } = known;
    return { ...known, entry: entry && this.#reads.readable({ type, access }, entry) };
  }
}

/** Adds the access of an administrator to a read, which may have conditions of project code. */
function within(read: EntryRead, access: TypeAccess): EntryRead {
  if (!read.access) return { ...read, access };
  const rows = allConditions([access.rows, read.access.rows]);
  return { ...read, access: { mayRead: (path) => access.mayRead(path), rows } };
}

/** Options of a view of an entry. */
interface ShownEntry {
  readonly version: EntryVersion;
  /** The locale that the query names; null for none. */
  readonly named: string | null;
  readonly populate: Populate;
  readonly isLong: boolean;
  /** The call that document middlewares see. */
  readonly action?: DocumentRead['action'];
}

/** A version with the rows of its document. */
interface FoundEntry {
  readonly version: RequestedVersion;
  readonly entry: JsonObject | null;
  readonly rows: readonly DocumentRow[];
  readonly access: TypeAccess;
  readonly tag: string | null;
}

/** As in Strapi, localized entries are only readable together with their locale. */
function hasLocale(fields: FieldNames): boolean {
  return fields === 'all' || fields.includes('*') || fields.includes('locale');
}
