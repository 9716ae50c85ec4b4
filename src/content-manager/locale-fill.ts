// Copies values of one locale to the form of another: relations are mapped to the entries of that locale
// (docs/strapi/content-manager.md, "Other locales").
import { notFound } from '../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import type { EntryObject } from '../query/object-builder.ts';
import { isOneOf } from '../query/params.ts';
import type { Attribute, ContentType } from '../schema/types.ts';
import { EntryAccess, permissionOf, type EntrySubject } from './entry-access.ts';
import { readList, readOne } from './entry-reader.ts';
import { statusOf } from './entry-status.ts';
import { EntryView } from './entry-view.ts';
import { formValues } from './form-values.ts';
import type { MainFields } from './main-fields.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { formPopulate } from './populate.ts';
import { editedStatus } from './version-params.ts';

/** The source and the target of a fill. */
export interface LocaleFillRequest {
  /** Null for a single type. */
  readonly documentId: string | null;
  /** Codes. */
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

/** As in Strapi, attributes with these names are not copied. */
const OMITTED: ReadonlySet<string> = new Set(['status', 'strapi_stage', 'strapi_assignee']);

/** Related entries in the locale of the form, by documentId. */
type Targets = ReadonlyMap<string, JsonObject>;

/** Reads values of other locales. */
export class LocaleFill {
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

  /** Returns form values for a locale, with three statements per related type. @throws NotFoundError, ForbiddenError */
  async of(subject: EntrySubject, request: LocaleFillRequest): Promise<JsonObject> {
    const { registry, reader } = this.#dependencies;
    const { type } = subject;
    const version = {
      documentId: request.documentId ?? (await this.#onlyDocument(type)),
      locale: type.localized ? request.sourceLocale : null,
      status: editedStatus(type),
    };
    const rows = (await this.#view.rowsOf(type, [version.documentId])).get(version.documentId);
    if (!rows?.some(({ locale }) => version.locale === null || locale === version.locale)) {
      throw notFound();
    }
    const access = await this.#access.assertTo(subject, 'read', version);
    const populate = formPopulate(registry, type);
    const entry = await readOne(reader, { type, access, fields: 'all', populate }, version);
    if (!entry) throw notFound();
    const linked = new Map<string, Set<string>>();
    formValues(
      registry,
      { model: type, entry },
      {
        hasKeys: true,
        omitted: OMITTED,
        relation: (attribute, value) => {
          const target = targetOf(attribute);
          if (target === null) return null;
          const existing = linked.get(target) ?? new Set();
          for (const { documentId } of itemsOf(value)) existing.add(String(documentId));
          linked.set(target, existing);
          return null;
        },
      },
    );
    const targets = new Map<string, Targets>();
    for (const [uid, documents] of linked) {
      targets.set(uid, await this.#targets(subject, uid, { ...request, documents }));
    }
    return formValues(
      registry,
      { model: type, entry },
      {
        hasKeys: true,
        omitted: OMITTED,
        relation: (attribute, value) => ({
          connect: connected(targets.get(targetOf(attribute) ?? ''), itemsOf(value)),
          disconnect: [],
        }),
      },
    );
  }

  /** @throws NotFoundError if a single type has no document */
  async #onlyDocument({ uid }: ContentType): Promise<string> {
    const { context, database } = this.#dependencies;
    const [row] = await database.read(
      context.statements.select(context.layout.table(uid), {
        columns: ['document_id'],
        where: [],
        order: ['id'],
      }),
    );
    if (!row) throw notFound();
    return String(row[0]);
  }

  /** Returns the entries that a form can link to; none of a type that is not readable. */
  async #targets(
    { admin }: EntrySubject,
    uid: string,
    { documents, targetLocale }: LocaleFillRequest & { readonly documents: ReadonlySet<string> },
  ): Promise<Targets> {
    if (documents.size === 0 || !admin.ability.may(permissionOf('read'), uid)) return new Map();
    const type = this.#dependencies.registry.contentType(uid);
    const locale = type.localized ? targetLocale : null;
    const access = this.#access.to({ admin, type }, 'read').in(locale);
    if (access.isNone) return new Map();
    const mainField = await this.#mainFields.of(type);
    const { entries } = await readList(this.#dependencies.reader, {
      type,
      access,
      status: editedStatus(type),
      filters: isOneOf('documentId', [...documents]),
      sort: [],
      fields: access.mayRead([mainField]) ? [mainField] : [],
      populate: { form: 'none' },
      locale: locale === null ? { kind: 'default' } : { kind: 'some', codes: [locale] },
    });
    const rows = type.draftAndPublish ? await this.#view.rowsOf(type, [...documents]) : null;
    return new Map(
      entries.map((entry) => {
        const documentId = String(entry['documentId']);
        const status = rows ? { status: statusOf(rows.get(documentId) ?? [], locale) } : {};
        return [documentId, { ...toTarget(entry, mainField, locale), ...status }];
      }),
    );
  }
}

function toTarget(entry: EntryObject, mainField: string, locale: string | null): JsonObject {
  const { id = null, documentId = null } = entry;
  const value = entry[mainField] ?? null;
  const label = value === null || typeof value === 'string' ? (value ?? '') : documentId;
  return {
    documentId,
    id,
    ...(locale === null ? {} : { locale }),
    [mainField]: value,
    label,
  };
}

/** Returns the links to entries that exist in the locale of the form, in order. */
function connected(
  targets: Targets | undefined,
  links: readonly JsonObject[],
): readonly JsonObject[] {
  return links.flatMap(({ documentId, id = null }, index) => {
    const target = targets?.get(String(documentId));
    if (!target) return [];
    const row = target['locale'] === undefined ? { id } : {};
    return [{ ...target, ...row, __temp_key__: `a${index}` }];
  });
}

function targetOf(attribute: Attribute): string | null {
  return attribute.kind === 'relation' ? attribute.target : null;
}

function itemsOf(value: JsonValue): readonly JsonObject[] {
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return items.filter(isJsonObject);
}
