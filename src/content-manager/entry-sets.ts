// Actions on several entries at once, each one transaction (docs/strapi/content-manager.md, "Bulk actions").
import { forbidden, invalidInput, notFound } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { DocumentRow } from '../documents/rows/document-rows.ts';
import { preconditionFailed } from '../documents/preconditions/entry-tags.ts';
import { isOneOf, type LocaleChoice } from '../query/params.ts';
import { parseSort } from '../query/parse/sort.ts';
import type { EntryAction, EntrySubject } from './entry-access.ts';
import { DocumentReads } from './document-reads.ts';
import { EntryView } from './entry-view.ts';
import type { SentWrite } from './entry-writes.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { entryPopulate } from './populate.ts';
import { withoutSource } from './list-query.ts';
import { readableSort } from './readable-query.ts';
import { assertDrafts } from './errors.ts';
import { editedStatus, ALL_LOCALES, type EntryVersion } from './version-params.ts';
import type { WriteRequests } from './write-requests.ts';

/** Number of affected entries. */
export interface EntryCount {
  readonly count: number;
}

/** Publishes, unpublishes, deletes and reads sets of entries. */
export class EntrySets {
  readonly #requests: WriteRequests;
  readonly #dependencies: ContentManagerDependencies;
  readonly #view: EntryView;
  readonly #reads: DocumentReads;

  constructor(requests: WriteRequests, dependencies: ContentManagerDependencies) {
    this.#requests = requests;
    this.#dependencies = dependencies;
    this.#view = new EntryView(dependencies);
    this.#reads = new DocumentReads(dependencies);
  }

  /** Publishes the drafts in one locale or several. @throws AppError */
  async publish(subject: EntrySubject, sent: SentWrite): Promise<EntryCount> {
    assertDrafts(subject.type);
    assertUnconditional(sent);
    const locales = await this.#requests.locales(subject, sent);
    const sought = { locales, status: 'draft' as const };
    return this.#act('publish', subject, await this.#find(subject, sent, sought));
  }

  /** Removes the published rows in one locale or several. @throws AppError */
  async unpublish(subject: EntrySubject, sent: SentWrite): Promise<EntryCount> {
    assertDrafts(subject.type);
    assertUnconditional(sent);
    const locales = await this.#requests.locales(subject, sent);
    const sought = { locales, status: 'published' as const };
    return this.#act('unpublish', subject, await this.#find(subject, sent, sought));
  }

  /** Deletes the entries in a locale. @throws AppError */
  async delete(subject: EntrySubject, sent: SentWrite): Promise<EntryCount> {
    assertUnconditional(sent);
    const status = editedStatus(subject.type);
    const { locale } = await this.#requests.version(subject, sent);
    // As in Strapi, a type without locales has no entries in a locale that the body names.
    const named = isJsonObject(sent.body) ? sent.body['locale'] : undefined;
    const isNamed = typeof named === 'string' && named !== '' && named !== ALL_LOCALES;
    if (isNamed && !subject.type.localized) throw notFound();
    const set = await this.#find(subject, sent, { locales: [locale], status });
    if (set.documents.length === 0) throw notFound();
    return this.#act('delete', subject, set);
  }

  /** Returns the drafts in one locale or several, which the panel checks before it publishes them. @throws AppError */
  async find(
    subject: EntrySubject,
    sent: SentWrite,
  ): Promise<{ readonly results: readonly JsonObject[] }> {
    const { registry } = this.#dependencies;
    const { type } = subject;
    const documents = documentsIn(sent.body);
    const sort = isJsonObject(sent.body) ? sent.body['sort'] : undefined;
    const locales = await this.#requests.locales(subject, sent);
    const { access } = this.#requests;
    const status = editedStatus(type);
    const granted = access.to(subject, 'read');
    if (granted.isNone) throw forbidden();
    for (const locale of locales) {
      await access.assertToAll(subject, 'publish', { locale, status, documents: [] });
    }
    const [first = null] = locales;
    const readable = locales.length === 1 ? granted.in(first) : granted.inAll;
    if (readable.isNone) return { results: [] };
    const list = this.#reads.findMany(
      {
        type,
        access: readable,
        status,
        filters: isOneOf('documentId', documents),
        sort: readableSort({ registry, type, access: readable }, parseSort(sort)),
        fields: 'all',
        populate: entryPopulate(registry, type),
        locale: localesChoice(locales),
      },
      'entry',
    );
    const entries = await list.catch(withoutSource);
    if (sort !== undefined) return { results: entries };
    const position = ({ documentId }: JsonObject): number => documents.indexOf(String(documentId));
    return { results: entries.toSorted((a, b) => position(a) - position(b)) };
  }

  async #find(
    subject: EntrySubject,
    { body }: Pick<SentWrite, 'body'>,
    { locales, status }: Pick<EntrySet, 'locales' | 'status'>,
  ): Promise<EntrySet> {
    const { type } = subject;
    const named = [...new Set(documentsIn(body))];
    const rows = await this.#view.rowsOf(type, named);
    const isIn = (row: DocumentRow, locale: string | null): boolean =>
      (!type.draftAndPublish || row.isDraft === (status === 'draft')) &&
      (locale === null || row.locale === locale);
    const inLocale = (locale: string | null): readonly string[] =>
      named.filter((id) => rows.get(id)?.some((row) => isIn(row, locale)));
    const found = new Map(locales.map((locale) => [locale, inLocale(locale)]));
    const documents = [...new Set([...found.values()].flat())];
    return { documents, found, locales, status };
  }

  async #act(
    action: 'publish' | 'unpublish' | 'delete',
    subject: EntrySubject,
    { documents, found, locales, status }: EntrySet,
  ): Promise<EntryCount> {
    const requests = this.#requests;
    for (const [locale, inLocale] of found) {
      const set = { documents: inLocale, locale, status };
      await requests.access.assertToAll(subject, PERMISSIONS[action], set);
    }
    const { type, by, documentCall } = requests.by(subject);
    const response = requests.responseReadOf(subject, {
      status: action === 'unpublish' ? 'draft' : 'published',
      locale: localesChoice(locales),
      access: { mayRead: () => false },
      one: { by: 'row', filtered: action === 'delete', several: true },
    });
    const write = { type, by, documentCall, response, withEntries: false };
    const writes = documents.map((documentId) => ({ ...write, documentId }));
    await this.#dependencies.writer.actOnAll(action, type, writes);
    return { count: [...found.values()].flat().length };
  }
}

const PERMISSIONS: Readonly<Record<'publish' | 'unpublish' | 'delete', EntryAction>> = {
  publish: 'publish',
  unpublish: 'publish',
  delete: 'delete',
};

/** A set has no ETag, so `If-Match` cannot name it. @throws PreconditionFailedError */
function assertUnconditional({ ifMatch }: SentWrite): void {
  if (ifMatch !== null && ifMatch !== '*') throw preconditionFailed();
}

function localesChoice(locales: readonly (string | null)[]): LocaleChoice {
  const codes = locales.filter((locale) => locale !== null);
  return codes.length === 0 ? { kind: 'default' } : { kind: 'some', codes };
}

/** Documents in some locales. */
interface EntrySet extends Pick<EntryVersion, 'status'> {
  readonly documents: readonly string[];
  /** The documents that have the version in each locale. */
  readonly found: ReadonlyMap<string | null, readonly string[]>;
  /** Codes; null for types without locales. */
  readonly locales: readonly (string | null)[];
}

/** Maximum number of documents in a request. */
const MAX_DOCUMENTS = 1000;

/** Returns the `documentIds` of a request body. @throws ValidationError */
function documentsIn(body: unknown): readonly string[] {
  const ids: unknown = isJsonObject(body) ? body['documentIds'] : undefined;
  const reject = (message: string, path: readonly string[] = []): never => {
    throw invalidInput(['documentIds', ...path], message);
  };
  if (!Array.isArray(ids)) {
    const received = ids === null ? 'null' : typeof ids;
    return reject(`Invalid input: expected array, received ${received}`);
  }
  const items: readonly unknown[] = ids;
  if (items.length === 0) return reject('Too small: expected array to have >=1 items');
  if (items.length > MAX_DOCUMENTS) {
    return reject(`Too big: expected array to have <=${MAX_DOCUMENTS} items`);
  }
  return items.map((item, index) =>
    typeof item === 'string' || (Number.isInteger(item) && Number(item) >= 0)
      ? String(item)
      : reject('Invalid input', [String(index)]),
  );
}
