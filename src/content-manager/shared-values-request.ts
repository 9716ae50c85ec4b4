// Values that all locales of a document share: initial values for the form of a new locale
// (docs/strapi/content-manager.md, "Other locales").
import type { AdminPrincipal } from '../auth/admin/admin-authenticator.ts';
import { AppError, forbidden, notFound } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { sharedAttributes } from '../schema/shared-attributes.ts';
import { equals } from '../query/params.ts';
import type { ContentType } from '../schema/types.ts';
import { EntryAccess, permissionOf } from './entry-access.ts';
import { readList } from './entry-reader.ts';
import { defaultFirst } from './entry-view.ts';
import { formValues } from './form-values.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { metaPopulate } from './populate.ts';

/** A row whose shared values are requested. */
export interface SharedValuesRequest {
  readonly admin: AdminPrincipal;
  /** Uid of a content-type. */
  readonly model: string;
  /** Row id; ignored for a single type. */
  readonly id: unknown;
  /** Code of the new locale. */
  readonly locale: string;
}

/** Shared values, and all existing locales. */
export interface SharedValuesResponse {
  readonly nonLocalizedFields: JsonObject;
  readonly localizations: readonly JsonObject[];
}

/** Reads shared values. */
export class SharedValues {
  readonly #dependencies: ContentManagerDependencies;
  readonly #access: EntryAccess;

  constructor(dependencies: ContentManagerDependencies) {
    this.#dependencies = dependencies;
    this.#access = new EntryAccess(dependencies);
  }

  /**
   * Returns the shared values of a row that the permissions for the new locale include.
   * @throws ForbiddenError, NotFoundError, ApplicationError for a type without locales
   */
  async of({ admin, model, id, locale }: SharedValuesRequest): Promise<SharedValuesResponse> {
    const { registry, reader } = this.#dependencies;
    if (!admin.ability.may(permissionOf('read'), model)) throw forbidden();
    const type = registry.contentType(model);
    if (!type.localized) throw new AppError('ApplicationError', `Model ${model} is not localized`);
    const row = await this.#row(type, id);
    if (!row) throw notFound();
    const subject = { admin, type };
    const readable = this.#access.to(subject, 'read');
    if (readable.isNone) throw forbidden();
    const grants = [readable.in(locale), this.#access.to(subject, 'create').ofOwn.in(locale)];
    const shared = sharedAttributes(type);
    const names = new Set(shared.map(({ name }) => name));
    const { entries } = await readList(reader, {
      type,
      access: {
        mayRead: (path) => grants.some((access) => !access.isNone && access.mayRead(path)),
        rows: readable.rows,
      },
      status: row.isDraft ? 'draft' : 'published',
      filters: equals('id', row.id),
      sort: [],
      fields: shared.filter(({ kind }) => kind === 'scalar').map(({ name }) => name),
      populate: metaPopulate(registry, type, names),
      locale: { kind: 'any' },
    });
    const [entry] = entries;
    if (!entry) throw forbidden();
    const values = formValues(
      registry,
      { model: type, entry },
      {
        relation: (_, value) => value,
        hasKeys: false,
      },
    );
    return {
      nonLocalizedFields: Object.fromEntries(
        Object.entries(values).filter(([name]) => names.has(name)),
      ),
      localizations: await this.#localizations(type, row),
    };
  }

  /** Finds the row with an id; the first row of a single type. */
  async #row({ uid, kind, draftAndPublish }: ContentType, id: unknown): Promise<SourceRow | null> {
    const { context, database } = this.#dependencies;
    const isAny = kind === 'singleType';
    const named = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
    if (!isAny && !/^\d{1,15}$/.test(named)) return null;
    const [row] = await database.read(
      context.statements.select(context.layout.table(uid), {
        columns: ['id', 'document_id', 'locale', 'published_at'],
        where: isAny ? [] : [{ column: 'id', is: Number(named) }],
        order: ['id'],
      }),
    );
    if (!row) return null;
    const [rowId, documentId, locale, publishedAt] = row;
    return {
      id: Number(rowId),
      documentId: String(documentId),
      locale: String(locale),
      isDraft: draftAndPublish && publishedAt === null,
    };
  }

  /** Returns the drafts of other locales, the default locale first, then the row itself. */
  async #localizations(type: ContentType, row: SourceRow): Promise<readonly JsonObject[]> {
    const read = async (isDraft: boolean): Promise<readonly JsonObject[]> => {
      const { entries } = await readList(this.#dependencies.reader, {
        type,
        status: isDraft ? 'draft' : 'published',
        filters: equals('documentId', row.documentId),
        sort: [{ path: ['locale'], direction: 'asc', explicit: null }],
        fields: ['locale', 'publishedAt'],
        populate: { form: 'none' },
        locale: { kind: 'any' },
      });
      return entries.map(({ id = null, locale = null, publishedAt = null }) => ({
        id,
        locale,
        publishedAt,
      }));
    };
    const drafts = await read(type.draftAndPublish);
    const own = row.isDraft === type.draftAndPublish ? drafts : await read(row.isDraft);
    return [
      ...defaultFirst(drafts, this.#dependencies.locale.code).filter(
        ({ locale }) => locale !== row.locale,
      ),
      ...own.filter(({ id }) => id === row.id),
    ];
  }
}

/** A row of a localized type. */
interface SourceRow {
  readonly id: number;
  readonly documentId: string;
  readonly locale: string;
  readonly isDraft: boolean;
}
