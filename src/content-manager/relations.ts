// Relations of entries and components: possible and existing targets (docs/strapi/content-manager.md, "Relations").
import { forbidden, validationError } from '../base/errors.ts';
import type { AdminPrincipal } from '../auth/admin/admin-authenticator.ts';
import { allConditions } from '../auth/admin/row-conditions.ts';
import type { JsonObject } from '../base/json.ts';
import type { EntryObject } from '../query/object-builder.ts';
import {
  isNoneOf,
  isOneOf,
  type FilterTree,
  type OffsetPagination,
  type QueryObject,
  type Status,
} from '../query/params.ts';
import { textOf } from '../query/parse/values.ts';
import { isMany } from '../query/plan/attributes.ts';
import { isCreator } from '../schema/system-attributes.ts';
import type { ContentType, Model, RelationAttribute } from '../schema/types.ts';
import type { Cancellation } from '../storage/cancellation.ts';
import { EntryAccess, permissionOf, type EntrySubject } from './entry-access.ts';
import { countList, readList, type EntryList } from './entry-reader.ts';
import { statusOf } from './entry-status.ts';
import { EntryView } from './entry-view.ts';
import { linkedIds } from './linked-ids.ts';
import { listPagination, withoutSource } from './list-query.ts';
import type { MainFields } from './main-fields.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import {
  assertIdLists,
  candidateSelection,
  fieldsOf,
  firstPage,
  idsIn,
  parseRelationPage,
  parseRelationVersion,
  searchFilter,
} from './relation-query.ts';
import { missing } from './errors.ts';
import { isRowOf, parseVersion } from './version-params.ts';

/** A page of related entries. */
export interface RelationPage {
  readonly pagination: ReturnType<typeof listPagination>;
  readonly results: readonly JsonObject[];
}

/** A request for the targets of a relation. */
export interface RelationRequest {
  readonly admin: AdminPrincipal;
  /** Uid of a content-type or component. */
  readonly model: string;
  readonly field: string;
  readonly query: QueryObject;
  /** Cancels reads of targets if the client disconnects. */
  readonly cancellation?: Cancellation | undefined;
}

interface FoundRelation {
  readonly model: Model;
  readonly attribute: RelationAttribute;
  readonly target: ContentType;
}

/** The version of related entries, and the administrator who reads them. */
interface Related {
  readonly found: FoundRelation;
  readonly admin: AdminPrincipal;
  readonly status: Status;
  readonly cancellation: Cancellation | undefined;
}

/** Reads relations. */
export class Relations {
  readonly #dependencies: ContentManagerDependencies;
  readonly #mainFields: MainFields;
  readonly #access: EntryAccess;
  readonly #view: EntryView;

  constructor(dependencies: ContentManagerDependencies, mainFields: MainFields) {
    this.#dependencies = dependencies;
    this.#mainFields = mainFields;
    this.#access = new EntryAccess(dependencies);
    this.#view = new EntryView(dependencies);
  }

  /** Returns the possible targets of a relation, without existing ones. @throws AppError */
  async candidates(request: RelationRequest): Promise<RelationPage> {
    const { admin, query, cancellation } = request;
    const { registry, reader } = this.#dependencies;
    const pagination = parseRelationPage(query);
    assertIdLists(query);
    const found = this.#find(request);
    const { target } = found;
    this.#assertWritable(request, found);
    const { status, locale: requested } = parseRelationVersion(query, found.model);
    const locale = target.localized ? requested : null;
    const mainField = await this.#mainFieldOf(found);
    const readable = this.#access.to({ admin, type: target }, 'read');
    const mayRead = admin.ability.may(permissionOf('read'), target.uid);
    const access = target.localized && locale === null ? readable.inAll : readable.in(locale);
    if (mayRead && access.isNone) return { results: [], pagination: listPagination(pagination, 0) };
    const grant = { mayRead: (path: readonly string[]) => mayRead && access.mayRead(path) };
    const shown = grant.mayRead([mainField]) ? mainField : null;
    const selection = candidateSelection({ registry, type: target, access: grant }, query, shown);
    const omitted = await this.#omitted(request, found);
    const list: Omit<EntryList, 'filters'> = {
      type: target,
      access: mayRead ? { mayRead: () => true, rows: access.rows } : undefined,
      status,
      sort: selection.sort,
      fields: selection.read,
      populate: { form: 'none' },
      locale: locale === null ? { kind: 'any' } : { kind: 'some', codes: [locale] },
      pagination: { ...pagination, withCount: false },
      cancellation,
    };
    const search = allConditions([searchFilter(query, shown ?? 'documentId'), selection.filters]);
    const filters = allConditions([search, omitted.length === 0 ? null : isNoneOf('id', omitted)]);
    const { entries } = await readList(reader, { ...list, filters }).catch(withoutSource);
    const results = await this.#withStatus(target, entries);
    return {
      results: selection.showsLocale ? results : results.map(withoutLocale),
      pagination: listPagination(pagination, await this.#count(list, search, omitted)),
    };
  }

  #mainFieldOf({ model, attribute, target }: FoundRelation): Promise<string> {
    return this.#mainFields.ofRelation(model, attribute.name, target);
  }

  /** Counts candidates. Omitted rows are counted separately, so that the cached total is shared by all entries. */
  async #count(
    list: Omit<EntryList, 'filters'>,
    search: FilterTree | null,
    omitted: readonly number[],
  ): Promise<number> {
    const { reader } = this.#dependencies;
    const all = await countList(reader, { ...list, filters: search });
    if (omitted.length === 0) return all;
    const filters = allConditions([search, isOneOf('id', omitted)]);
    return all - (await countList(reader, { ...list, filters }));
  }

  /** Returns the targets of a relation in reverse order. @param id documentId, or row id of a component @throws AppError */
  async existing(request: RelationRequest, id: string): Promise<RelationPage> {
    const { admin, query, cancellation } = request;
    const pagination = parseRelationPage(query);
    const found = this.#find(request);
    const row = await this.#sourceRow(request, found, { id, isRead: true });
    const { status } = parseRelationVersion(query, found.model);
    return this.#page({ admin, status, found, cancellation }, row, pagination);
  }

  /**
   * Returns the first page of each readable relation of an entry, as `existing` does.
   * @param size Page size
   * @throws AppError
   */
  async ofEntry(
    { admin, type, cancellation }: EntrySubject,
    documentId: string,
    { query, size }: { readonly query: QueryObject; readonly size: number },
  ): Promise<JsonObject> {
    const version = { documentId, ...parseVersion(query, type, this.#dependencies.locale.code) };
    const rows = (await this.#view.rowsOf(type, [documentId])).get(documentId) ?? [];
    const row = rows.find((each) => isRowOf(type, version, each));
    if (!row) return {};
    const access = await this.#access.assertTo({ admin, type }, 'read', version);
    const relations = [...type.attributes.values()].filter(
      (each) => each.kind === 'relation' && !isCreator(each) && access.mayRead([each.name]),
    );
    const pagination = firstPage(size);
    const pages = await Promise.all(
      relations.map(async ({ name: field }): Promise<readonly [string, JsonObject]> => {
        const found = this.#find({ model: type.uid, field });
        const { status } = parseRelationVersion(query, found.model);
        const related = { admin, status, found, cancellation };
        const page = await this.#page(related, row.id, pagination);
        return [field, { results: page.results, pagination: { ...page.pagination } }];
      }),
    );
    return Object.fromEntries(pages);
  }

  /** Returns a page of related rows. */
  async #page(related: Related, row: number, pagination: OffsetPagination): Promise<RelationPage> {
    const { attribute, target } = related.found;
    const ids = await this.#linked(related.found, row);
    const all = await this.#read(related, ids);
    const { offset, limit } = pagination;
    const page = all.slice(offset, offset + limit);
    const paged = listPagination(pagination, all.length);
    return {
      pagination: isMany(attribute) ? paged : { ...paged, page: 1, pageSize: 10, pageCount: 1 },
      results: await this.#withStatus(target, page),
    };
  }

  #find({ model: uid, field }: Pick<RelationRequest, 'model' | 'field'>): FoundRelation {
    const { registry } = this.#dependencies;
    if (!registry.has(uid)) throw validationError(`The model ${uid} doesn't exist`);
    const model = registry.model(uid);
    const attribute = model.attributes.get(field);
    if (attribute?.kind !== 'relation' || isCreator(attribute)) {
      throw validationError(`The relational field ${field} doesn't exist on ${uid}`);
    }
    return { model, attribute, target: registry.contentType(attribute.target) };
  }

  /** @throws ForbiddenError without `create` or `update`, or if the attribute is not readable */
  #assertWritable({ admin }: RelationRequest, { model, attribute }: FoundRelation): void {
    if (model.modelType === 'component') return;
    const mayWrite = (['create', 'update'] as const).some((action) =>
      admin.ability.may(permissionOf(action), model.uid),
    );
    const mayRead = this.#access.to({ admin, type: model }, 'read').mayRead([attribute.name]);
    if (!mayWrite || !mayRead) throw forbidden();
  }

  /** Returns the row ids of entries that are not candidates. */
  async #omitted(request: RelationRequest, found: FoundRelation): Promise<readonly number[]> {
    const { query } = request;
    const id = textOf(query['id']) ?? textOf(query['entityId']) ?? '';
    const linked =
      id === ''
        ? []
        : await this.#linked(found, await this.#sourceRow(request, found, { id, isRead: false }));
    const included = new Set(idsIn(query['idsToInclude']));
    return [...linked.filter((row) => !included.has(row)), ...idsIn(query['idsToOmit'])];
  }

  /** Returns the row id of the source. @throws NotFoundError, ForbiddenError if it is not readable */
  async #sourceRow(
    { admin, query }: RelationRequest,
    { model, attribute }: FoundRelation,
    { id, isRead }: { readonly id: string; readonly isRead: boolean },
  ): Promise<number> {
    if (model.modelType === 'component') return this.#componentRow(model, id);
    const { status, locale } = parseRelationVersion(query, model);
    const rows = (await this.#view.rowsOf(model, [id])).get(id) ?? [];
    const row = rows.find((each) =>
      isRowOf(model, { status, locale: locale ?? each.locale }, each),
    );
    if (!row) throw missing('Entity not found');
    if (!isRead) return row.id;
    const version = { documentId: id, status, locale: model.localized ? row.locale : null };
    const access = await this.#access.assertTo({ admin, type: model }, 'read', version);
    if (!access.mayRead([attribute.name])) throw forbidden();
    return row.id;
  }

  async #componentRow({ uid }: Model, id: string): Promise<number> {
    const { context, database } = this.#dependencies;
    const row = /^\d{1,15}$/.test(id) ? Number(id) : 0;
    const where = [{ column: 'id', is: row }];
    const table = context.layout.table(uid);
    const rows = await database.read(context.statements.select(table, { columns: ['id'], where }));
    if (rows.length === 0) throw missing('Entity not found');
    return row;
  }

  /** Returns linked row ids in reverse order. */
  async #linked({ model, attribute }: FoundRelation, row: number): Promise<readonly number[]> {
    const { context, database } = this.#dependencies;
    const ids = await database.read(linkedIds(context, { uid: model.uid, attribute }, row));
    return ids.toReversed();
  }

  /** Returns linked entries in the order of the ids. Entries that are not readable have no main field. */
  async #read(
    { admin, found, status, cancellation }: Related,
    ids: readonly number[],
  ): Promise<readonly EntryObject[]> {
    const { reader } = this.#dependencies;
    if (ids.length === 0) return [];
    const { target } = found;
    const mainField = await this.#mainFieldOf(found);
    const mayRead = admin.ability.may(permissionOf('read'), target.uid);
    const access = this.#access.to({ admin, type: target }, 'read');
    const list = {
      type: target,
      status,
      filters: isOneOf('id', ids),
      sort: [],
      populate: { form: 'none' as const },
      locale: { kind: 'any' as const },
      cancellation,
    };
    const plain = await readList(reader, {
      ...list,
      fields: [...fieldsOf(target, null), 'locale'],
    });
    const readable =
      mayRead && !access.isNone
        ? await readList(reader, { ...list, access, fields: fieldsOf(target, mainField) })
        : { entries: [] };
    const shown = new Map(readable.entries.map((entry) => [entry['id'], entry]));
    const entries = new Map<number, EntryObject>();
    for (const { locale: code, ...rest } of plain.entries) {
      const hidden = mayRead || target.localized ? { ...rest, locale: code ?? null } : rest;
      entries.set(Number(rest['id']), shown.get(rest['id']) ?? hidden);
    }
    return ids.map((id) => entries.get(id)).filter((entry) => entry !== undefined);
  }

  async #withStatus(
    target: ContentType,
    entries: readonly EntryObject[],
  ): Promise<readonly JsonObject[]> {
    if (!target.draftAndPublish) return entries;
    const documents = entries.map(({ documentId }) => String(documentId));
    const rows = await this.#view.rowsOf(target, documents);
    return entries.map((entry) => {
      const { documentId, locale } = entry;
      const own = rows.get(String(documentId)) ?? [];
      const code = target.localized && typeof locale === 'string' ? locale : null;
      return { ...entry, status: statusOf(own, code) };
    });
  }
}

function withoutLocale(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'locale'));
}
