// Entries of single types: each has one document, whose id is not part of requests (docs/strapi/content-manager.md, "Single
// types").
import { forbidden, notFound } from '../base/errors.ts';
import { findDocumentRows, type DocumentRow } from '../documents/rows/document-rows.ts';
import { preconditionFailed } from '../documents/preconditions/entry-tags.ts';
import type { QueryObject } from '../query/params.ts';
import type { DraftRelationCounts, DraftRelations } from './draft-relations.ts';
import type { Entries } from './entries.ts';
import type { EntryActions } from './entry-actions.ts';
import type { EntrySubject } from './entry-access.ts';
import { NO_META, type EntryResponse } from './entry-view.ts';
import type { EntryWrites, SentWrite } from './entry-writes.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { singlePopulate } from './populate.ts';
import { ALL_LOCALES, isRowOf, localeIn, parseVersion } from './version-params.ts';

/** The services for entries with a documentId. */
export interface DocumentServices {
  readonly entries: Entries;
  readonly writes: EntryWrites;
  readonly actions: EntryActions;
  readonly draftRelations: DraftRelations;
}

/** Reads and writes the documents of single types. */
export class SingleEntries {
  readonly #dependencies: ContentManagerDependencies;
  readonly #named: DocumentServices;

  constructor(dependencies: ContentManagerDependencies, named: DocumentServices) {
    this.#dependencies = dependencies;
    this.#named = named;
  }

  /** Returns the entry with its relations. @throws NotFoundError if it does not exist yet, ForbiddenError */
  async one(subject: EntrySubject, query: QueryObject): Promise<EntryResponse> {
    const { type } = subject;
    const { registry, context, database, locale } = this.#dependencies;
    const version = parseVersion(query, type, locale.code);
    const rows = await database.read(findDocumentRows(context, type, null));
    // As in Strapi, `*` selects the locale that was created first.
    const isInAll = version.locale === ALL_LOCALES;
    const isShown = (row: DocumentRow): boolean =>
      isInAll && isRowOf(type, { ...version, locale: row.locale }, row);
    const chosen = rows.find(isShown) ?? rows[0];
    const documentId = chosen?.documentId ?? null;
    const exists = rows.some((row) => isShown(row) || isRowOf(type, version, row));
    // As in Strapi, only those who may create the entry learn that it does not exist.
    if (!exists && this.#named.entries.access.to(subject, 'create').isNone) throw forbidden();
    if (!chosen || documentId === null) throw notFound();
    const shown = {
      populate: singlePopulate(registry, type),
      isLong: true,
      action: 'findMany' as const,
    };
    const { status } = version;
    const isNamed = !isInAll || chosen.locale === null;
    return this.#named.entries.show(subject, documentId, {
      version: isNamed ? version : { status, locale: chosen.locale },
      named: isNamed ? localeIn(query) : chosen.locale,
      ...shown,
    });
  }

  /** Updates the entry, or creates it. @throws AppError */
  async save(subject: EntrySubject, sent: SentWrite): Promise<EntryResponse> {
    const documentId = await this.#find(subject);
    const { writes } = this.#named;
    if (documentId === null && sent.ifMatch !== null) throw preconditionFailed();
    if (documentId === null) return writes.create(subject, sent, 'draft');
    return writes.update(subject, { ...sent, documentId });
  }

  /** Publishes the entry with changes, and creates it first if it does not exist. @throws AppError */
  async publish(subject: EntrySubject, sent: SentWrite): Promise<EntryResponse> {
    const documentId = await this.#find(subject);
    const { writes } = this.#named;
    if (documentId === null && sent.ifMatch !== null) throw preconditionFailed();
    if (documentId === null) return writes.create(subject, sent, 'published');
    return writes.publish(subject, { ...sent, documentId });
  }

  /** Removes the published row. As in Strapi, the response has no data if it does not exist. @throws AppError */
  async unpublish(
    subject: EntrySubject,
    sent: SentWrite,
  ): Promise<EntryResponse | Omit<EntryResponse, 'data'>> {
    const documentId = await this.#documentOf(subject);
    const { actions } = this.#named;
    const { hasDraft, isPublished } = await actions.versionsOf(subject, { ...sent, documentId });
    if (!hasDraft) throw notFound();
    if (isPublished) return actions.unpublish(subject, { ...sent, documentId });
    const mayPublish = !this.#named.entries.access.to(subject, 'publish').isNone;
    if (!mayPublish) throw forbidden();
    return { meta: NO_META, tag: null };
  }

  /** Replaces the draft with the published version. @throws AppError */
  async discard(subject: EntrySubject, sent: SentWrite): Promise<EntryResponse> {
    const documentId = await this.#documentOf(subject);
    return this.#named.actions.discard(subject, { ...sent, documentId });
  }

  /**
   * Deletes the entry in one locale. As in Strapi, `*` is not supported here, nor any locale for types without locales.
   * @throws AppError
   */
  async delete(subject: EntrySubject, sent: Omit<SentWrite, 'body'>): Promise<void> {
    const locale = localeIn(sent.query);
    if (locale === ALL_LOCALES || (locale !== null && !subject.type.localized)) throw notFound();
    const documentId = await this.#documentOf(subject);
    return this.#named.actions.delete(subject, { ...sent, documentId });
  }

  /** Counts links to entries that are not published. @throws NotFoundError, ForbiddenError */
  async countDraftRelations(
    subject: EntrySubject,
    query: QueryObject,
  ): Promise<DraftRelationCounts> {
    const documentId = await this.#documentOf(subject);
    return this.#named.draftRelations.ofOne(subject, documentId, query);
  }

  async #find({ type }: EntrySubject): Promise<string | null> {
    const { context, database } = this.#dependencies;
    const [first] = await database.read(findDocumentRows(context, type, null));
    return first?.documentId ?? null;
  }

  async #documentOf(subject: EntrySubject): Promise<string> {
    const documentId = await this.#find(subject);
    if (documentId === null) throw notFound();
    return documentId;
  }
}
