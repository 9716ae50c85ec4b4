// Counts links of drafts to entries that are not published (docs/strapi/content-manager.md, "Draft relations").
import { forbidden, notFound } from '../base/errors.ts';
import type { TypeAccess } from '../auth/admin/type-access.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { isOneOf, type QueryObject } from '../query/params.ts';
import { listItems, textOf } from '../query/parse/values.ts';
import type { Registry } from '../schema/registry.ts';
import { isCreator } from '../schema/system-attributes.ts';
import type { Attribute, Model, RelationAttribute } from '../schema/types.ts';
import { EntryAccess, type EntrySubject } from './entry-access.ts';
import { DocumentReads } from './document-reads.ts';
import { readOne, type EntryRead } from './entry-reader.ts';
import { EntryView } from './entry-view.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { linkPopulate } from './populate.ts';
import { editedStatus, localeChoice, parseVersion, type EntryVersion } from './version-params.ts';

/** Numbers of links to unpublished entries. */
export interface DraftRelationCounts {
  readonly unpublishedRelations: number;
  /** Links of bidirectional many-to-many relations, which Strapi counts separately. */
  readonly draftM2mLinks: number;
}

const NO_DRAFT_RELATIONS: DraftRelationCounts = { unpublishedRelations: 0, draftM2mLinks: 0 };

/** Counts links of drafts. */
export class DraftRelations {
  readonly #dependencies: ContentManagerDependencies;
  readonly #access: EntryAccess;
  readonly #view: EntryView;
  readonly #reads: DocumentReads;

  constructor(dependencies: ContentManagerDependencies) {
    this.#dependencies = dependencies;
    this.#access = new EntryAccess(dependencies);
    this.#view = new EntryView(dependencies);
    this.#reads = new DocumentReads(dependencies);
  }

  /** Counts the links of one document. @throws NotFoundError if the permission depends on the entry, ForbiddenError */
  async ofOne(
    subject: EntrySubject,
    documentId: string,
    query: QueryObject,
  ): Promise<DraftRelationCounts> {
    const version = this.#version(subject, query);
    const rows = (await this.#view.rowsOf(subject.type, [documentId])).get(documentId) ?? [];
    const isChecked = subject.type.localized || this.#access.to(subject, 'read').rows !== null;
    if (rows.length === 0 && isChecked) throw notFound();
    if (!rows.some(({ locale }) => version.locale === null || locale === version.locale)) {
      if (this.#access.to(subject, 'read').in(version.locale).isNone) throw forbidden();
      return NO_DRAFT_RELATIONS;
    }
    const access = await this.#access.assertTo(subject, 'read', { ...version, documentId });
    const { reader } = this.#dependencies;
    const read = this.#read(subject, access);
    const entry = await this.#reads.findOne(
      { action: 'findOne', view: null, read, version: { ...version, documentId } },
      (changed, at) => readOne(reader, changed, at),
    );
    return this.#count(subject, entry === null ? [] : [entry]);
  }

  /** Counts the links of several documents. @throws NotFoundError if none of them exists, ForbiddenError */
  async ofMany(subject: EntrySubject, query: QueryObject): Promise<number> {
    const items = listItems(query['documentIds']) ?? [query['documentIds'] ?? null];
    const named = items.flatMap((item) => textOf(item) ?? []);
    const version = this.#version(subject, query);
    const rows = await this.#view.rowsOf(subject.type, named);
    if (rows.size === 0) throw notFound();
    const documents = named.filter((id) =>
      rows.get(id)?.some(({ locale }) => version.locale === null || locale === version.locale),
    );
    if (documents.length === 0) return 0;
    await this.#access.assertToAll(subject, 'read', { ...version, documents });
    const access = this.#access.to(subject, 'read').in(version.locale);
    const entries = await this.#reads.findMany({
      ...this.#read(subject, access),
      status: 'draft',
      filters: isOneOf('documentId', documents),
      sort: [],
      locale: localeChoice(version),
    });
    const counts = await this.#count(subject, entries);
    return counts.unpublishedRelations + counts.draftM2mLinks;
  }

  #version({ type }: EntrySubject, query: QueryObject): EntryVersion {
    const { locale } = parseVersion(query, type, this.#dependencies.locale.code);
    return { locale, status: editedStatus(type) };
  }

  /** Describes a read of entries with the links that are counted. */
  #read({ type }: EntrySubject, access: TypeAccess): EntryRead {
    const { registry } = this.#dependencies;
    return {
      type,
      access: { mayRead: (path) => access.mayRead(path), rows: null },
      fields: [],
      populate: linkPopulate(registry, type, (model, attribute) =>
        isCounted(registry, model, attribute),
      ),
    };
  }

  async #count(
    { type }: EntrySubject,
    entries: readonly JsonObject[],
  ): Promise<DraftRelationCounts> {
    const { registry } = this.#dependencies;
    const links = entries.flatMap((entry) => [...linksIn(registry, type, entry)]);
    const counts = { unpublishedRelations: 0, draftM2mLinks: 0 };
    for (const target of new Set(links.map(({ attribute }) => attribute.target))) {
      const own = links.filter(({ attribute }) => attribute.target === target);
      const model = registry.contentType(target);
      const rows = await this.#view.rowsOf(
        model,
        own.map(({ documentId }) => documentId),
      );
      for (const { attribute, documentId, locale } of own) {
        const published = rows
          .get(documentId)
          ?.some((row) => !row.isDraft && (!model.localized || row.locale === locale));
        if (!published)
          counts[isTwoSided(attribute) ? 'draftM2mLinks' : 'unpublishedRelations'] += 1;
      }
    }
    return counts;
  }
}

interface FoundLink {
  readonly attribute: RelationAttribute;
  readonly documentId: string;
  readonly locale: JsonValue;
}

/** Returns true for a relation to another type with drafts; publishing keeps relations of a type to itself. */
function isCounted(registry: Registry, model: Model, attribute: Attribute): boolean {
  if (attribute.kind !== 'relation' || isCreator(attribute)) return false;
  const { target } = attribute;
  return target !== model.uid && registry.contentType(target).draftAndPublish;
}

function isTwoSided({ relation, inversedBy, mappedBy }: RelationAttribute): boolean {
  return relation === 'manyToMany' && (inversedBy ?? mappedBy) !== undefined;
}

/** Yields the links of an entry and of its components, on all levels. */
function* linksIn(registry: Registry, model: Model, entry: JsonValue): Iterable<FoundLink> {
  if (!isJsonObject(entry)) return;
  for (const attribute of model.attributes.values()) {
    const value = entry[attribute.name];
    const items: readonly JsonValue[] = Array.isArray(value) ? value : [value ?? null];
    for (const item of items) {
      if (!isJsonObject(item)) continue;
      const { documentId, locale = null, __component: uid } = item;
      if (attribute.kind === 'component') {
        yield* linksIn(registry, registry.model(attribute.component), item);
      } else if (attribute.kind === 'dynamiczone' && typeof uid === 'string') {
        yield* linksIn(registry, registry.model(uid), item);
      } else if (attribute.kind === 'relation' && typeof documentId === 'string') {
        if (isCounted(registry, model, attribute)) yield { attribute, documentId, locale };
      }
    }
  }
}
