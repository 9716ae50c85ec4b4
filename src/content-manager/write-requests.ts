// Common steps of all writes of entries: version, permissions, request to the writer, and response.
import type { TypeAccess } from '../auth/admin/type-access.ts';
import { AppError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { DocumentRow } from '../documents/rows/document-rows.ts';
import type { IfMatch } from '../documents/preconditions/entry-tags.ts';
import { readLocales } from '../documents/locales/document-locales.ts';
import { TaggedWrite } from '../documents/preconditions/tagged-write.ts';
import type { AfterWrite, ResponseRequest } from '../documents/write-request.ts';
import type { EntryObject } from '../query/object-builder.ts';
import type { LocaleChoice, QueryObject, Status } from '../query/params.ts';
import type { RowKey } from '../query/planner.ts';
import type { ContentType } from '../schema/types.ts';
import { EntryAccess, type EntrySubject } from './entry-access.ts';
import { readAccessTo } from './entry-reader.ts';
import { EntryView, type EntryResponse, type ReadVersion } from './entry-view.ts';
import { administrator, type ContentManagerDependencies } from './dependencies.ts';
import { entryPopulate } from './populate.ts';
import {
  localeChoice,
  editedStatus,
  localeIn,
  localeOf,
  localesIn,
  assertStatus,
  type RequestedVersion,
  type EntryVersion,
} from './version-params.ts';
import { writtenData } from './written-data.ts';

/** Precondition of a write. */
export interface WriteCondition {
  /** Entity tags of the `If-Match` header, or null. */
  readonly ifMatch: IfMatch | null;
}

/** Strapi saves the entries of administrators with this parameter. */
const DRAFT_CALL: JsonObject = { status: 'draft' };

/** The body and the query of a write. */
interface Sent {
  readonly body: unknown;
  readonly query: QueryObject;
}

interface RunWrite extends WriteCondition {
  /** Null for a new document. */
  readonly documentId: string | null;
  /** Versions that `If-Match` may refer to. */
  readonly statuses: readonly Status[];
  readonly response: ResponseRequest<EntryObject>;
  /** Runs in the transaction of the write. */
  readonly afterWrite?: AfterWrite | undefined;
}

/** What all requests to the writer have in common. */
type CommonRequest = ReturnType<WriteRequests['by']> &
  Pick<RunWrite, 'response'> &
  TaggedWrite['steps'];

/** Options of the read after a write. */
interface WrittenEntry extends Pick<EntryVersion, 'status'> {
  readonly locale: LocaleChoice;
  readonly access: Pick<TypeAccess, 'mayRead'>;
  readonly one: RowKey;
}

/** Creates write requests and their responses. */
export class WriteRequests {
  readonly access: EntryAccess;
  readonly #dependencies: ContentManagerDependencies;
  readonly #view: EntryView;

  constructor(dependencies: ContentManagerDependencies) {
    this.#dependencies = dependencies;
    this.access = new EntryAccess(dependencies);
    this.#view = new EntryView(dependencies);
  }

  /**
   * Parses the version of a write. As in Strapi, a `status` in its query has no effect, and one in its body must be valid.
   * @throws ApplicationError for an unknown locale, ValidationError
   */
  async version({ type }: EntrySubject, { body, query }: Sent): Promise<EntryVersion> {
    const { context, database, locale } = this.#dependencies;
    assertStatus(type, body);
    const version = { status: editedStatus(type), locale: localeOf(query, type, locale.code) };
    if (!type.localized || localeIn(query) === null) return version;
    const locales = await database.read(readLocales(context));
    if (locales.some(({ code }) => code === version.locale)) return version;
    throw new AppError('ApplicationError', "This locale doesn't exist");
  }

  /**
   * Parses the locales of an action on several entries. As in Strapi, those that do not exist are ignored if another one
   * exists. @returns null in the list for a type without locales @throws ApplicationError if none of them exists
   */
  async locales(
    { type }: EntrySubject,
    { body, query }: Sent,
  ): Promise<readonly (string | null)[]> {
    const { context, database, locale } = this.#dependencies;
    assertStatus(type, body);
    const named = localesIn(query);
    if (!type.localized) return [null];
    if (named === null) return [locale.code];
    const locales = await database.read(readLocales(context));
    const found = locales.map(({ code }) => code).filter((code) => named.includes(code));
    if (found.length > 0) return found;
    throw new AppError('ApplicationError', "This locale doesn't exist");
  }

  /** Returns all rows of a document. */
  async rowsOf({ type }: EntrySubject, documentId: string): Promise<readonly DocumentRow[]> {
    return (await this.#view.rowsOf(type, [documentId])).get(documentId) ?? [];
  }

  /** Returns the data of a body that an administrator may write. */
  written(
    { type }: EntrySubject,
    access: Pick<TypeAccess, 'mayWrite'>,
    body: JsonObject,
  ): JsonObject {
    return writtenData(this.#dependencies.registry, { type, access }, body);
  }

  /** Returns the type and the caller of a write. */
  by({ type, admin: { admin } }: EntrySubject): {
    readonly type: ContentType;
    readonly by: ReturnType<typeof administrator>;
    readonly creator: number;
    readonly documentCall: JsonObject;
  } {
    const { context } = this.#dependencies;
    return {
      type: context.registry.contentType(type.uid),
      by: administrator(admin.id),
      creator: admin.id,
      documentCall: DRAFT_CALL,
    };
  }

  /** Returns the response request of a write to one version. */
  responseRead(
    subject: EntrySubject,
    version: EntryVersion,
    access: Pick<TypeAccess, 'mayRead'>,
  ): ResponseRequest<EntryObject> {
    const locale = localeChoice(version);
    return this.responseReadOf(subject, { ...version, locale, access, one: { by: 'row' } });
  }

  /** Returns the response request of a write to any locales. */
  responseReadOf(
    { type }: EntrySubject,
    { status, locale, access, one }: WrittenEntry,
  ): ResponseRequest<EntryObject> {
    const { reader, registry } = this.#dependencies;
    const rows = { pagination: null, locale, search: null, publicationFilter: null };
    const params = {
      status,
      filters: null,
      sort: [],
      fields: 'all' as const,
      populate: entryPopulate(registry, type),
      rows: { value: rows },
    };
    const readable = readAccessTo({ mayRead: (path) => access.mayRead(path), rows: null });
    return reader.objectResponse(reader.prepare({ type, one, params, access: readable }));
  }

  /** Runs a write that checks `If-Match`, and reads the entity tag of the written entry. @throws AppError */
  async run<Written>(
    subject: EntrySubject,
    { documentId, ifMatch, statuses, response, afterWrite }: RunWrite,
    write: (request: CommonRequest) => Promise<Written>,
  ): Promise<{ readonly written: Written; readonly tag: string | null }> {
    const { type } = subject;
    const entry = { type, documentId, ifMatch, read: response.read, statuses };
    const tagged = new TaggedWrite(await this.#dependencies.tags(), { ...entry, after: 'edited' });
    const { steps } = tagged;
    const written = await write({
      ...this.by(subject),
      response,
      beforeWrite: steps.beforeWrite,
      afterWrite: inOrder(afterWrite, steps.afterWrite),
    });
    return { written, tag: tagged.tag };
  }

  /** Returns the response for a written entry. */
  respond(
    { type }: EntrySubject,
    version: RequestedVersion,
    written: Pick<ReadVersion, 'access' | 'entry' | 'removed' | 'tag'>,
  ): Promise<EntryResponse> {
    return this.#view.show({ ...version, ...written, type, isLong: true });
  }
}

function inOrder(first: AfterWrite | undefined, second: AfterWrite): AfterWrite {
  if (first === undefined) return second;
  return function* (...rows) {
    yield* first(...rows);
    yield* second(...rows);
  };
}
