// Widgets of the home page: recently changed entries, and counts by status (docs/strapi/content-manager.md, "Home
// page").
import type { AdminPrincipal } from '../auth/admin/admin-authenticator.ts';
import { allConditions } from '../auth/admin/row-conditions.ts';
import { validationError } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { isOneOf, type FilterTree, type QueryObject, type Status } from '../query/params.ts';
import { textOf } from '../query/parse/values.ts';
import type { ContentType } from '../schema/types.ts';
import { EntryAccess } from './entry-access.ts';
import { DocumentReads } from './document-reads.ts';
import { readList } from './entry-reader.ts';
import { statusOf } from './entry-status.ts';
import { EntryView } from './entry-view.ts';
import type { MainFields } from './main-fields.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import type { ShownModel } from './views/shown-types.ts';

/** Number of entries in a widget. */
const WIDGET_SIZE = 4;

/** Number of entries by status. */
export interface DocumentCounts {
  draft: number;
  published: number;
  modified: number;
}

/** Reads entries of all types that an administrator may read. */
export class HomeDocuments {
  readonly #dependencies: ContentManagerDependencies;
  readonly #mainFields: MainFields;
  readonly #access: EntryAccess;
  readonly #view: EntryView;
  readonly #reads: DocumentReads;
  readonly #isDisplayed: (uid: string) => boolean;

  /** @param models Content-types by uid */
  constructor(
    dependencies: ContentManagerDependencies,
    mainFields: MainFields,
    models: ReadonlyMap<string, Pick<ShownModel, 'isDisplayed'>>,
  ) {
    this.#isDisplayed = (uid) => models.get(uid)?.isDisplayed === true;
    this.#dependencies = dependencies;
    this.#mainFields = mainFields;
    this.#access = new EntryAccess(dependencies);
    this.#view = new EntryView(dependencies);
    this.#reads = new DocumentReads(dependencies);
  }

  /** Returns the most recently updated or published entries. @throws ValidationError */
  async recent(admin: AdminPrincipal, query: QueryObject): Promise<readonly JsonObject[]> {
    const action = textOf(query['action']);
    if (action !== 'update' && action !== 'publish') {
      throw validationError('Invalid option: expected one of "update"|"publish"');
    }
    const isUpdate = action === 'update';
    const status = isUpdate ? 'draft' : 'published';
    const sorted = isUpdate ? 'updatedAt' : 'publishedAt';
    const found: {
      readonly type: ContentType;
      readonly entry: JsonObject;
      readonly title: JsonValue;
    }[] = [];
    for (const type of this.#types()) {
      if (!isUpdate && !type.draftAndPublish) continue;
      const access = this.#access.to({ admin, type }, 'read');
      if (access.isNone) continue;
      const mainField = await this.#mainFields.of(type);
      const fields = ['updatedAt', 'publishedAt', 'locale', mainField];
      const entries = await this.#reads.findMany({
        type,
        access: {
          mayRead: (path) => access.mayRead(path),
          rows: allConditions([access.rows, inLocales(access.locales)]),
        },
        status: type.draftAndPublish ? status : 'published',
        filters: null,
        sort: [{ path: [sorted], direction: 'desc', explicit: null }],
        fields: [...new Set(fields.filter((name) => type.attributes.has(name)))],
        populate: { form: 'none' },
        locale: { kind: 'any' },
        pagination: { style: 'page', offset: 0, limit: WIDGET_SIZE, page: 1, withCount: false },
      });
      for (const entry of entries) {
        const title = Object.hasOwn(entry, mainField) ? entry[mainField] : entry['documentId'];
        found.push({ type, entry, title: title ?? null });
      }
    }
    const time = ({ entry }: (typeof found)[number]): string => String(entry[sorted]);
    const newest = found.toSorted((a, b) => (time(a) < time(b) ? 1 : -1)).slice(0, WIDGET_SIZE);
    return Promise.all(newest.map(({ type, entry, title }) => this.#show(type, entry, title)));
  }

  async #show(type: ContentType, entry: JsonObject, title: JsonValue): Promise<JsonObject> {
    const { documentId = null, locale = null, updatedAt = null, publishedAt = null } = entry;
    const shown = {
      documentId,
      locale,
      title,
      contentTypeUid: type.uid,
      contentTypeDisplayName: type.displayName,
      kind: type.kind,
      updatedAt,
      publishedAt: type.draftAndPublish ? publishedAt : null,
    };
    if (!type.draftAndPublish) return shown;
    const id = String(documentId);
    const rows = (await this.#view.rowsOf(type, [id])).get(id) ?? [];
    const code = type.localized && typeof locale === 'string' ? locale : null;
    return { ...shown, status: statusOf(rows, code) };
  }

  /** Counts entries by status, with two statements per type. */
  async counts(admin: AdminPrincipal): Promise<DocumentCounts> {
    const counts = { draft: 0, published: 0, modified: 0 };
    for (const type of this.#types()) {
      const access = this.#access.to({ admin, type }, 'read');
      if (access.isNone) continue;
      const rows = allConditions([access.rows, inLocales(access.locales)]);
      const count = (status: Status, filter: 'modified' | null = null): Promise<number> =>
        this.#count(type, { status, filter, rows });
      const published = await count('published');
      if (!type.draftAndPublish) {
        counts.published += published;
        continue;
      }
      const modified = await count('draft', 'modified');
      counts.modified += modified;
      counts.published += published - modified;
      counts.draft += (await count('draft')) - published;
    }
    return counts;
  }

  async #count(
    type: ContentType,
    {
      status,
      filter,
      rows,
    }: {
      readonly status: Status;
      readonly filter: 'modified' | null;
      readonly rows: FilterTree | null;
    },
  ): Promise<number> {
    const { total } = await readList(this.#dependencies.reader, {
      type,
      access: { mayRead: () => true, rows },
      status,
      publicationFilter: filter,
      filters: null,
      sort: [],
      fields: [],
      populate: { form: 'none' },
      locale: { kind: 'any' },
      pagination: { style: 'page', offset: 0, limit: 1, page: 1, withCount: true },
    });
    return total ?? 0;
  }

  /** The types that the panel shows. */
  #types(): readonly ContentType[] {
    return [...this.#dependencies.registry.contentTypes.values()].filter(({ uid }) =>
      this.#isDisplayed(uid),
    );
  }
}

/** Returns a filter for locales; null for all. */
function inLocales(codes: readonly string[] | null): FilterTree | null {
  return codes && isOneOf('locale', codes);
}
