// Actions on several entries at once, each one transaction (docs/strapi/content-manager.md, "Bulk actions").
import { invalidInput, notFound } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { DocumentRow } from '../documents/document-rows.ts';
import { preconditionFailed } from '../documents/entry-tags.ts';
import { isOneOf, type Status } from '../query/params.ts';
import type { EntryAction, EntrySubject } from './entry-access.ts';
import { readList } from './entry-reader.ts';
import { EntryView } from './entry-view.ts';
import type { SentWrite } from './entry-writes.ts';
import type { ContentManagerDependencies } from './dependencies.ts';
import { entryPopulate } from './populate.ts';
import { assertDrafts } from './errors.ts';
import { localeChoice, type EntryVersion } from './version-params.ts';
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

  constructor(requests: WriteRequests, dependencies: ContentManagerDependencies) {
    this.#requests = requests;
    this.#dependencies = dependencies;
    this.#view = new EntryView(dependencies);
  }

  /** Publishes the drafts in a locale. @throws AppError */
  async publish(subject: EntrySubject, sent: SentWrite): Promise<EntryCount> {
    assertDrafts(subject.type);
    assertUnconditional(sent);
    return this.#act('publish', subject, await this.#find(subject, sent, 'draft'));
  }

  /** Removes the published rows in a locale. @throws AppError */
  async unpublish(subject: EntrySubject, sent: SentWrite): Promise<EntryCount> {
    assertDrafts(subject.type);
    assertUnconditional(sent);
    return this.#act('unpublish', subject, await this.#find(subject, sent, 'published'));
  }

  /** Deletes the entries in a locale. @throws AppError */
  async delete(subject: EntrySubject, sent: SentWrite): Promise<EntryCount> {
    assertUnconditional(sent);
    const status = subject.type.draftAndPublish ? 'draft' : 'published';
    const set = await this.#find(subject, sent, status);
    if (set.documents.length === 0) throw notFound();
    return this.#act('delete', subject, set);
  }

  /** Returns the entries, which the panel checks before it publishes them. @throws AppError */
  async find(
    subject: EntrySubject,
    { body, query }: SentWrite,
  ): Promise<{ readonly results: readonly JsonObject[] }> {
    const { registry, reader } = this.#dependencies;
    const { type } = subject;
    const documents = documentsIn(body);
    const version = await this.#requests.version(subject, query);
    const { access } = this.#requests;
    await access.assertToAll(subject, 'publish', { ...version, documents: [] });
    const readable = access.to(subject, 'read').in(version.locale);
    if (readable.isNone) return { results: [] };
    const { entries } = await readList(reader, {
      type,
      access: readable,
      status: version.status,
      filters: isOneOf('documentId', documents),
      sort: [],
      fields: 'all',
      populate: entryPopulate(registry, type),
      locale: localeChoice(version),
    });
    const position = ({ documentId }: JsonObject): number => documents.indexOf(String(documentId));
    return { results: entries.toSorted((a, b) => position(a) - position(b)) };
  }

  async #find(
    subject: EntrySubject,
    { body, query }: SentWrite,
    status: Status,
  ): Promise<EntrySet> {
    const { type } = subject;
    const named = documentsIn(body);
    const { locale } = await this.#requests.version(subject, query);
    const rows = await this.#view.rowsOf(type, named);
    const isIn = (row: DocumentRow): boolean =>
      (!type.draftAndPublish || row.isDraft === (status === 'draft')) &&
      (locale === null || row.locale === locale);
    const documents = [...new Set(named)].filter((id) => rows.get(id)?.some(isIn));
    return { documents, locale, status };
  }

  async #act(
    action: 'publish' | 'unpublish' | 'delete',
    subject: EntrySubject,
    set: EntrySet,
  ): Promise<EntryCount> {
    const requests = this.#requests;
    await requests.access.assertToAll(subject, PERMISSIONS[action], set);
    const { type, by, runsMiddlewares } = requests.by(subject);
    const response = requests.responseReadOf(subject, {
      status: action === 'unpublish' ? 'draft' : 'published',
      locale: localeChoice(set),
      access: { mayRead: () => false },
      one: { by: 'row', filtered: action === 'delete', several: true },
    });
    const write = { type, by, runsMiddlewares, response, withEntries: false };
    const writes = set.documents.map((documentId) => ({ ...write, documentId }));
    await this.#dependencies.writer.actOnAll(action, type, writes);
    return { count: set.documents.length };
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

/** Documents in one locale. */
interface EntrySet extends EntryVersion {
  readonly documents: readonly string[];
}

/** Maximum number of documents in a request. */
const MAX_DOCUMENTS = 1000;

/** Returns the `documentIds` of a request body. @throws ValidationError */
function documentsIn(body: unknown): readonly string[] {
  const ids: unknown = isJsonObject(body) ? body['documentIds'] : undefined;
  const refuse = (message: string, path: readonly string[] = []): never => {
    throw invalidInput(['documentIds', ...path], message);
  };
  if (!Array.isArray(ids)) {
    const received = ids === null ? 'null' : typeof ids;
    return refuse(`Invalid input: expected array, received ${received}`);
  }
  const items: readonly unknown[] = ids;
  if (items.length === 0) return refuse('Too small: expected array to have >=1 items');
  if (items.length > MAX_DOCUMENTS) {
    return refuse(`Too big: expected array to have <=${MAX_DOCUMENTS} items`);
  }
  return items.map((item, index) =>
    typeof item === 'string' || (Number.isInteger(item) && Number(item) >= 0)
      ? String(item)
      : refuse('Invalid input', [String(index)]),
  );
}
