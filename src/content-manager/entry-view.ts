// Responses of the content-manager: an entry with its status, its other locales and its other version
// (docs/strapi/content-manager.md, "Entries").
import type { TypeAccess } from '../auth/admin/type-access.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { rowsOfDocuments, type DocumentRow } from '../documents/rows/document-rows.ts';
import { groupBy } from '../base/group-by.ts';
import { sharedAttributes } from '../schema/shared-attributes.ts';
import type { EntryObject } from '../query/object-builder.ts';
import { equals, type Status } from '../query/params.ts';
import type { ContentType } from '../schema/types.ts';
import type { Cancellation } from '../storage/cancellation.ts';
import { readList } from './entry-reader.ts';
import { statusOf } from './entry-status.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { metaPopulate, requiredPopulate } from './populate.ts';
import { isRowOf, type RequestedVersion } from './version-params.ts';

export interface EntryResponse {
  /** Empty if the version does not exist. */
  readonly data: JsonObject;
  readonly meta: EntryMeta;
  /** Entity tag of the entry, or of its draft after a write. Null if the entry does not exist. */
  readonly tag: string | null;
}

/** Metadata of the other versions of an entry. */
export interface EntryMeta {
  /** The drafts of other locales with their shared values. */
  readonly availableLocales: readonly JsonObject[];
  /** The other version: the published version of a draft, or the draft of a published version. */
  readonly availableStatus: readonly JsonObject[];
  /** Pages of related entries by attribute, if requested. */
  readonly relations?: JsonObject;
}

export const NO_META: EntryMeta = { availableLocales: [], availableStatus: [] };

/** A version with its data. */
export interface ReadVersion extends RequestedVersion {
  readonly type: ContentType;
  /** Access of the administrator. */
  readonly access: TypeAccess;
  /** Null if the version does not exist. */
  readonly entry: EntryObject | null;
  /** If true, other locales include their attributes, as after a write. */
  readonly isLong: boolean;
  /** As in the response. */
  readonly tag: string | null;
  /** The row, if it was removed since. */
  readonly removed?: DocumentRow;
}

type ViewDependencies = Pick<
  ContentManagerDependencies,
  'context' | 'database' | 'locale' | 'reader' | 'registry' | 'tags'
>;

/** Adds data to entries that is not part of their rows, with a constant number of statements. */
export class EntryView {
  readonly #dependencies: ViewDependencies;

  constructor(dependencies: ViewDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the rows of documents by documentId. */
  async rowsOf(
    { uid }: ContentType,
    documents: readonly string[],
  ): Promise<ReadonlyMap<string, readonly DocumentRow[]>> {
    const { context, database } = this.#dependencies;
    const rows = await database.read(rowsOfDocuments(context, uid, documents));
    return groupBy(rows, ({ documentId }) => documentId ?? '');
  }

  /** Returns the rows of one document with the entity tag of a version, or null if the version does not exist. */
  async taggedRowsOf(
    type: ContentType,
    version: RequestedVersion,
    cancellation?: Cancellation,
  ): Promise<{ readonly rows: readonly DocumentRow[]; readonly tag: string | null }> {
    const { context, database } = this.#dependencies;
    const tags = await this.#dependencies.tags();
    const { uid } = type;
    return database.read(
      (function* () {
        const rows = yield* rowsOfDocuments(context, uid, [version.documentId]);
        const row = rows.find((each) => isRowOf(type, version, each));
        const found = row ? yield* tags.of(uid, [row.id]) : null;
        return { rows, tag: (row && found?.get(row.id)) ?? null };
      })(),
      { cancellation },
    );
  }

  /** Returns the response for a version. @param known Rows of its document */
  async show(version: ReadVersion, known?: readonly DocumentRow[]): Promise<EntryResponse> {
    const { type, documentId, locale, entry, tag } = version;
    if (!type.draftAndPublish && !type.localized) return { data: entry ?? {}, meta: NO_META, tag };
    const rows = known ?? (await this.rowsOf(type, [documentId])).get(documentId) ?? [];
    const meta = {
      availableLocales: await this.#otherLocales(version, rows),
      availableStatus: entry === null ? [] : await this.#otherStatus(version),
    };
    if (entry === null) return { data: {}, meta, tag: null };
    const localizations = await this.#localizations(version, rows);
    const all = version.removed ? [...rows, version.removed] : rows;
    const status = type.draftAndPublish ? { status: statusOf(all, locale) } : {};
    const data = { ...entry, ...(localizations ? { localizations } : {}), ...status };
    return { data, meta, tag };
  }

  /** Null for types without locales. If the row was removed, all drafts are included, as in Strapi. */
  async #localizations(
    version: ReadVersion,
    rows: readonly DocumentRow[],
  ): Promise<JsonValue | null> {
    const { type, entry, isLong, removed } = version;
    if (removed) {
      const drafts = await this.#longForm({ ...version, status: 'draft' });
      return drafts.map((draft) => withStatus(type, rows, draft));
    }
    if (!type.localized || entry === null) return null;
    const listed = entry['localizations'];
    const others: readonly JsonValue[] = Array.isArray(listed) ? listed : [];
    const long = isLong && others.length > 0 ? await this.#longForm(version) : null;
    const shown = long?.filter((other) => other['locale'] !== version.locale) ?? others;
    if (!type.draftAndPublish) return shown.map(published);
    return shown.map((other) => withStatus(type, rows, other as JsonObject));
  }

  /** Returns all locales with their values, and the required attributes of their components. */
  async #longForm({ type, documentId, status }: ReadVersion): Promise<readonly JsonObject[]> {
    const { reader, registry } = this.#dependencies;
    const { entries } = await readList(reader, {
      type,
      status,
      filters: equals('documentId', documentId),
      sort: [{ path: ['locale'], direction: 'asc', explicit: null }],
      fields: 'all',
      populate: requiredPopulate(registry, type),
      locale: { kind: 'any' },
    });
    return entries;
  }

  /** Returns the drafts of other locales with their shared values. */
  async #otherLocales(
    { type, documentId, locale, access }: ReadVersion,
    rows: readonly DocumentRow[],
  ): Promise<readonly JsonObject[]> {
    if (!type.localized) return [];
    const isOther = (code: unknown): boolean => code !== locale;
    if (!rows.some((row) => isOther(row.locale))) return [];
    const { reader, registry, locale: defaultLocale } = this.#dependencies;
    const shared = sharedAttributes(type).filter(({ kind }) => kind !== 'dynamiczone');
    const scalars = shared.filter(({ kind }) => kind === 'scalar').map(({ name }) => name);
    const { entries } = await readList(reader, {
      type,
      access: { mayRead: (path) => access.mayRead(path), rows: null },
      status: 'draft',
      filters: equals('documentId', documentId),
      sort: [{ path: ['locale'], direction: 'asc', explicit: null }],
      fields: ['locale', 'updatedAt', 'createdAt', 'publishedAt', ...scalars],
      populate: metaPopulate(registry, type, new Set(shared.map(({ name }) => name))),
      locale: { kind: 'any' },
    });
    return defaultFirst(entries, defaultLocale.code)
      .filter((other) => isOther(other['locale']))
      .map((other) => withStatus(type, rows, other));
  }

  async #otherStatus({
    type,
    documentId,
    locale,
    status,
  }: ReadVersion): Promise<readonly JsonObject[]> {
    if (!type.draftAndPublish) return [];
    const { reader, registry } = this.#dependencies;
    const other: Status = status === 'draft' ? 'published' : 'draft';
    const { entries } = await readList(reader, {
      type,
      status: other,
      filters: equals('documentId', documentId),
      sort: [],
      fields: ['locale', 'updatedAt', 'createdAt', 'publishedAt'],
      populate: metaPopulate(registry, type, new Set()),
      locale: locale === null ? { kind: 'default' } : { kind: 'some', codes: [locale] },
    });
    return type.localized ? entries : entries.map(withShortCreators);
  }
}

/** Moves the default locale to the front. */
export function defaultFirst(entries: readonly JsonObject[], code: string): readonly JsonObject[] {
  const isDefault = ({ locale }: JsonObject): boolean => locale === code;
  return [...entries.filter(isDefault), ...entries.filter((entry) => !isDefault(entry))];
}

function withStatus(
  { draftAndPublish }: ContentType,
  rows: readonly DocumentRow[],
  entry: JsonObject,
): JsonObject {
  if (!draftAndPublish) return entry;
  const { locale = null } = entry;
  return { ...entry, status: statusOf(rows, typeof locale === 'string' ? locale : null) };
}

/** Adds the status to another locale of a type without drafts, whose entries have none otherwise. */
function published(entry: JsonValue): JsonValue {
  return { ...(entry as JsonObject), status: 'published' };
}

/** Removes attributes of creators, as Strapi does for types without locales. */
function withShortCreators(entry: EntryObject): JsonObject {
  return { ...entry, createdBy: short(entry['createdBy']), updatedBy: short(entry['updatedBy']) };
}

function short(creator: JsonValue | undefined): JsonValue {
  if (typeof creator !== 'object' || creator === null || Array.isArray(creator)) return null;
  const { id = null, firstname = null, lastname = null, email = null } = creator as JsonObject;
  return { id, firstname, lastname, email };
}
