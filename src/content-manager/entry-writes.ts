// Creates and updates entries for administrators (docs/strapi/content-manager.md, "Writes"). Permissions are checked
// before each write.
import type { TypeAccess } from '../auth/admin/type-access.ts';
import type { JsonObject } from '../base/json.ts';
import type { AfterWrite } from '../documents/write-request.ts';
import type { DocumentWriter } from '../documents/writer.ts';
import type { QueryObject, Status } from '../query/params.ts';
import type { EntryAction, EntrySubject } from './entry-access.ts';
import type { EntryResponse } from './entry-view.ts';
import { assertDrafts, missing } from './errors.ts';
import type { RequestedVersion, EntryVersion } from './version-params.ts';
import type { WriteCondition, WriteRequests } from './write-requests.ts';
import { bodyObject } from './written-data.ts';

/** The parameters of a write request. */
export interface SentWrite extends WriteCondition {
  readonly body: unknown;
  readonly query: QueryObject;
  /** Runs in the transaction of the write. */
  readonly afterWrite?: AfterWrite;
}

/** A write of an existing document. */
export interface DocumentWrite extends SentWrite {
  readonly documentId: string;
}

/** Creates, updates and publishes entries. */
export class EntryWrites {
  readonly #requests: WriteRequests;
  readonly #writer: DocumentWriter;

  constructor(requests: WriteRequests, writer: DocumentWriter) {
    this.#requests = requests;
    this.#writer = writer;
  }

  /** Creates an entry. @param status `published` also publishes it @throws AppError */
  async create(
    subject: EntrySubject,
    { body, query }: SentWrite,
    status: Status,
  ): Promise<EntryResponse> {
    const requests = this.#requests;
    if (status === 'published') assertDrafts(subject.type);
    const sent = bodyObject(body);
    const version = {
      ...(await requests.version(subject, { body, query })),
      status: statusIn(subject, status),
    };
    const access = requests.access.toNew(subject, 'create', version.locale);
    return this.createFrom(subject, version, { data: requests.written(subject, access, sent) });
  }

  /** Creates an entry from data whose permissions are checked already. @throws AppError */
  async createFrom(
    subject: EntrySubject,
    version: EntryVersion,
    { data, afterWrite }: NewEntry,
  ): Promise<EntryResponse> {
    const requests = this.#requests;
    const readable = requests.access.to(subject, { responseTo: 'create' }).ofOwn.in(version.locale);
    const response = requests.responseRead(subject, version, readable);
    const { written: entry, tag } = await requests.run(
      subject,
      { documentId: null, ifMatch: null, statuses: [], response, afterWrite },
      (request) => this.#writer.create({ ...request, data }),
    );
    const created = { ...version, documentId: String(entry['documentId']) };
    return requests.respond(subject, created, { entry, access: readable, tag });
  }

  /** Updates the draft of a document, or adds a locale to it. @throws AppError */
  async update(
    subject: EntrySubject,
    { documentId, body, query, ifMatch, afterWrite }: DocumentWrite,
  ): Promise<EntryResponse> {
    const requests = this.#requests;
    const { access } = requests;
    const sent = bodyObject(body);
    const { locale } = await requests.version(subject, { body, query });
    const version = { documentId, locale, status: statusIn(subject, 'draft') };
    const rows = await requests.rowsOf(subject, documentId);
    if (rows.length === 0) throw missing('Entity not found');
    const exists = rows.some((row) => locale === null || row.locale === locale);
    if (!exists && subject.type.kind === 'collectionType') access.toNew(subject, 'update', locale);
    const writable = exists
      ? await access.assertTo(subject, 'update', version)
      : access.toNew(subject, 'create', locale);
    const data = requests.written(subject, writable, sent);
    return this.#save(subject, version, { action: 'update', data, ifMatch, exists, afterWrite });
  }

  /** Publishes the draft of a document with changes, or adds a locale and publishes it. @throws AppError */
  async publish(
    subject: EntrySubject,
    { documentId, body, query, ifMatch }: DocumentWrite,
  ): Promise<EntryResponse> {
    const requests = this.#requests;
    assertDrafts(subject.type);
    const sent = bodyObject(body);
    const { locale } = await requests.version(subject, { body, query });
    const draft = { documentId, locale, status: 'draft' as const };
    const rows = await requests.rowsOf(subject, documentId);
    if (rows.length === 0) throw missing('Document not found');
    const exists = rows.some((row) => row.isDraft && (locale === null || row.locale === locale));
    const writable = exists
      ? await this.#toPublish(subject, draft)
      : this.#toPublishNew(subject, locale);
    const data = requests.written(subject, writable, sent);
    return this.#save(
      subject,
      { ...draft, status: 'published' },
      { action: 'publish', data, ifMatch, exists },
    );
  }

  async #toPublish(subject: EntrySubject, draft: RequestedVersion): Promise<TypeAccess> {
    const { access } = this.#requests;
    await access.assertTo(subject, 'publish', draft);
    return access.toVersion(subject, 'update', draft);
  }

  /** As in Strapi, adding a locale to a document of a collection type needs both `create` and `update`. */
  #toPublishNew(subject: EntrySubject, locale: string | null): TypeAccess {
    const { access } = this.#requests;
    access.toNew(subject, 'publish', locale);
    if (subject.type.kind === 'collectionType') access.toNew(subject, 'update', locale);
    return access.toNew(subject, 'create', locale);
  }

  async #save(
    subject: EntrySubject,
    version: RequestedVersion,
    { action, data, ifMatch, exists, afterWrite }: SavedData,
  ): Promise<EntryResponse> {
    const requests = this.#requests;
    const { documentId } = version;
    const use = { responseTo: action };
    const readable = exists
      ? await requests.access.toVersion(subject, use, { ...version, status: 'draft' })
      : requests.access.to(subject, use).ofOwn.in(version.locale);
    const response = requests.responseRead(subject, version, readable);
    const { written: entry, tag } = await requests.run(
      subject,
      { documentId, ifMatch, statuses: ['draft'], response, afterWrite },
      (request) => this.#writer.update({ ...request, documentId, data }),
    );
    return requests.respond(subject, version, { entry, access: readable, tag });
  }
}

/** The data of a new entry. */
interface NewEntry {
  readonly data: JsonObject;
  /** Runs in the transaction of the write. */
  readonly afterWrite?: AfterWrite | undefined;
}

/** The data to save, and the action. */
interface SavedData extends WriteCondition, NewEntry {
  readonly action: EntryAction;
  /** False if the document does not have the locale yet. */
  readonly exists: boolean;
}

/** Entries of types without drafts are published. */
function statusIn({ type }: EntrySubject, status: Status): Status {
  return type.draftAndPublish ? status : 'published';
}
