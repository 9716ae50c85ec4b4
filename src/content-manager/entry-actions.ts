// Unpublishes entries, discards drafts and deletes documents for administrators (docs/strapi/content-manager.md, "Writes").
import { notFound } from '../base/errors.ts';
import { isJsonObject } from '../base/json.ts';
import type { DocumentRow } from '../documents/rows/document-rows.ts';
import { preconditionFailed } from '../documents/preconditions/entry-tags.ts';
import type { DocumentWriter } from '../documents/writer.ts';
import type { EntrySubject } from './entry-access.ts';
import { readOne } from './entry-reader.ts';
import type { EntryResponse } from './entry-view.ts';
import type { DocumentWrite } from './entry-writes.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { entryPopulate } from './populate.ts';
import { assertDrafts, missing } from './errors.ts';
import { ALL_LOCALES, localeChoice, localeIn, parseVersion } from './version-params.ts';
import type { WriteRequests } from './write-requests.ts';

/** Removes versions of documents. */
export class EntryActions {
  readonly #requests: WriteRequests;
  readonly #writer: DocumentWriter;
  readonly #dependencies: Pick<ContentManagerDependencies, 'registry' | 'reader' | 'locale'>;

  constructor(requests: WriteRequests, dependencies: ContentManagerDependencies) {
    this.#requests = requests;
    this.#writer = dependencies.writer;
    this.#dependencies = dependencies;
  }

  /** Removes the published row. @returns the removed row @throws AppError */
  async unpublish(
    subject: EntrySubject,
    { documentId, body, query, ifMatch }: DocumentWrite,
  ): Promise<EntryResponse> {
    const requests = this.#requests;
    const { type } = subject;
    assertDrafts(type);
    const { locale } = await requests.version(subject, { body, query });
    const version = { documentId, locale, status: 'published' as const };
    const rows = inLocale(await requests.rowsOf(subject, documentId), locale);
    const removed = rows.find(({ isDraft }) => !isDraft);
    if (!removed) throw missing('Entity not found');
    await requests.access.assertTo(subject, 'publish', version);
    const access = await requests.access.toVersion(subject, { responseTo: 'publish' }, version);
    const { reader, registry } = this.#dependencies;
    const shown = { type, access, fields: 'all' as const, populate: entryPopulate(registry, type) };
    const entry = await readOne(reader, shown, version);
    const readable = { mayRead: () => false };
    const response = requests.responseRead(subject, { ...version, status: 'draft' }, readable);
    const discardsDrafts = isJsonObject(body) && body['discardDraft'] === true;
    const { tag } = await requests.run(
      subject,
      { documentId, ifMatch, statuses: ANY_STATUS, response },
      (request) => this.#writer.unpublish({ ...request, documentId, discardsDrafts }),
    );
    return requests.respond(subject, version, { entry: entry ?? {}, access, removed, tag });
  }

  /** Returns which versions a document has in the locale of a request. @throws AppError */
  async versionsOf(
    subject: EntrySubject,
    { documentId, body, query }: Pick<DocumentWrite, 'documentId' | 'body' | 'query'>,
  ): Promise<{ readonly hasDraft: boolean; readonly isPublished: boolean }> {
    assertDrafts(subject.type);
    const { locale } = await this.#requests.version(subject, { body, query });
    const rows = inLocale(await this.#requests.rowsOf(subject, documentId), locale);
    return {
      hasDraft: rows.some(({ isDraft }) => isDraft),
      isPublished: rows.some(({ isDraft }) => !isDraft),
    };
  }

  /** Replaces the draft with the published version. @throws AppError */
  async discard(
    subject: EntrySubject,
    { documentId, body, query, ifMatch }: DocumentWrite,
  ): Promise<EntryResponse> {
    const requests = this.#requests;
    assertDrafts(subject.type);
    const { locale } = await requests.version(subject, { body, query });
    const version = { documentId, locale, status: 'draft' as const };
    const rows = inLocale(await requests.rowsOf(subject, documentId), locale);
    if (!rows.some(({ isDraft }) => !isDraft)) throw notFound();
    const published = { ...version, status: 'published' as const };
    await requests.access.assertTo(subject, 'update', published);
    const use = { responseTo: 'update' as const };
    const readable = await requests.access.toVersion(subject, use, published);
    const response = requests.responseRead(subject, version, readable);
    const { written, tag } = await requests.run(
      subject,
      { documentId, ifMatch, statuses: ['draft'], response },
      (request) => this.#writer.discardDraft({ ...request, documentId }),
    );
    const [entry = {}] = written;
    return requests.respond(subject, version, { entry, access: readable, tag });
  }

  /**
   * Deletes a document in a locale, by default the default locale; `*` means all locales. As in Strapi, the permission is
   * checked for all locales unless the query names one, and a missing default locale is not an error. @throws AppError
   */
  async delete(
    subject: EntrySubject,
    { documentId, query, ifMatch }: Omit<DocumentWrite, 'body'>,
  ): Promise<void> {
    const requests = this.#requests;
    const { type } = subject;
    const version = parseVersion(query, type, this.#dependencies.locale.code);
    const named = localeIn(query);
    const isAll = type.localized && named === ALL_LOCALES;
    const rows = await requests.rowsOf(subject, documentId);
    const found = named === null || named === ALL_LOCALES ? rows : inLocale(rows, named);
    if (found.length === 0) throw notFound();
    for (const { locale, isDraft } of found) {
      const status = isDraft ? ('draft' as const) : ('published' as const);
      await requests.access.assertTo(subject, 'delete', {
        documentId,
        locale: type.localized ? locale : null,
        status,
      });
    }
    const isDeleted = isAll || inLocale(found, version.locale).length > 0;
    if (!isDeleted && ifMatch !== null) throw preconditionFailed();
    if (!isDeleted) return;
    const response = requests.responseReadOf(subject, {
      status: 'published',
      locale: isAll ? { kind: 'any' } : localeChoice(version),
      access: { mayRead: () => false },
      one: { by: 'row', filtered: true, several: true },
    });
    await requests.run(
      subject,
      { documentId, ifMatch, statuses: ANY_STATUS, response },
      (request) => this.#writer.delete({ ...request, documentId, withEntries: false }),
    );
  }
}

/** The draft or the published version may link to the removed entry. */
const ANY_STATUS = ['draft', 'published'] as const;

function inLocale(rows: readonly DocumentRow[], locale: string | null): readonly DocumentRow[] {
  return rows.filter((row) => locale === null || row.locale === locale);
}
