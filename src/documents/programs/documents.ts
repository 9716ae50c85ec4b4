// The document API for programs, with the names and parameters of Strapi's Document Service: `documents(uid).findMany(…)`.
// It uses the same engine as the routes, without permissions.
import { AppError, validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { fullAccess } from '../../query/access.ts';
import type { EntryObject } from '../../query/object-builder.ts';
import type { RowKey } from '../../query/planner.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import type { Reader } from '../../query/read.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import type { DefaultLocale } from '../../storage/settings/default-locale.ts';
import type {
  CreateParams,
  Deleted,
  DeleteParams,
  Document,
  DocumentCollection,
  DocumentData,
  DocumentParams,
  Documents,
  PublicationParams,
  UpdateParams,
  Versions,
} from './document-collection.ts';
import type { FindFirstParams, FindOneParams, FindParams } from './find-params.ts';
import { toJson } from './program-values.ts';
import { parseMethodParams, type Method } from './method-params.ts';
import { unknownType } from './unknown-type.ts';
import type { DocumentRequest, ResponseRequest } from '../write-request.ts';
import type { DocumentWriter } from '../writer.ts';

export interface DocumentsDependencies {
  /** The content model in which readable attributes are not private. */
  readonly registry: Registry;
  /** A reader of that model. */
  readonly reader: Reader;
  readonly writer: DocumentWriter;
  readonly locale: DefaultLocale;
}

/** Creates the document API of a project. */
export function createDocuments(parts: DocumentsDependencies): Documents {
  return <T extends object>(uid: string) => {
    const type = parts.registry.contentTypes.get(uid);
    if (!type) throw unknownType(parts.registry, uid);
    return new Collection<T>(type, parts);
  };
}

class Collection<T extends object> implements DocumentCollection<T> {
  readonly #type: ContentType;
  readonly #reader: Reader;
  readonly #writer: DocumentWriter;
  readonly #locale: DefaultLocale;

  constructor(type: ContentType, { reader, writer, locale }: DocumentsDependencies) {
    this.#type = type;
    this.#reader = reader;
    this.#writer = writer;
    this.#locale = locale;
  }

  async findMany(params: FindParams = {}): Promise<readonly Document<T>[]> {
    const read = await this.#prepare('findMany', params, null);
    return read.plan.pagination?.limit === 0 ? [] : this.#entries(read);
  }

  async findFirst(params: FindFirstParams = {}): Promise<Document<T> | null> {
    const [first] = await this.#entries(await this.#prepare('findFirst', params, null));
    return first ?? null;
  }

  async findOne({
    documentId,
    ...params
  }: FindOneParams & DocumentParams): Promise<Document<T> | null> {
    const value = toDocumentId(documentId);
    const read = await this.#prepare('findOne', params, { by: 'documentId', value });
    const [entry] = await this.#entries(read);
    return entry ?? null;
  }

  async count(params: FindParams = {}): Promise<number> {
    const read = await this.#prepare('count', params, null);
    const { total } = await this.#reader.objects(read);
    return total ?? 0;
  }

  async create({ data, ...params }: CreateParams): Promise<Document<T>> {
    const response = await this.#response('create', params);
    return asDocument<T>(
      await this.#writer.create({ type: this.#type, data: toData(data), response }),
    );
  }

  async update({ documentId, data, ...params }: UpdateParams): Promise<Document<T> | null> {
    const response = await this.#response('update', params);
    const document = { type: this.#type, documentId: toDocumentId(documentId) };
    const update = this.#writer.update({ ...document, data: toData(data), response });
    const entry = await orAbsent(update, null);
    return entry && asDocument<T>(entry);
  }

  async delete({ documentId, ...params }: DeleteParams): Promise<Deleted<T>> {
    const response = await this.#response('delete', params, true);
    const document = { type: this.#type, documentId: toDocumentId(documentId) };
    const deleted = await this.#writer.delete({ ...document, response, withEntries: true });
    return { documentId, entries: deleted.map((entry) => asDocument<T>(entry)) };
  }

  publish(params: PublicationParams): Promise<Versions<T>> {
    return this.#act('publish', params);
  }

  unpublish(params: PublicationParams): Promise<Versions<T>> {
    return this.#act('unpublish', params);
  }

  discardDraft(params: PublicationParams): Promise<Versions<T>> {
    return this.#act('discardDraft', params);
  }

  async #act(action: Action, { documentId, ...params }: PublicationParams): Promise<Versions<T>> {
    const type = this.#type;
    if (!type.draftAndPublish) throw requiresDrafts(type, action);
    const response = await this.#response(action, params, true);
    const request: DocumentRequest<EntryObject> = {
      type,
      documentId: toDocumentId(documentId),
      response,
    };
    const entries = await orAbsent(this.#writer[action](request), []);
    return { documentId, entries: entries.map((entry) => asDocument<T>(entry)) };
  }

  async #entries(read: PreparedRead): Promise<readonly Document<T>[]> {
    const { entries } = await this.#reader.objects(read);
    return entries.map((entry) => asDocument<T>(entry));
  }

  /** @param several True for a write that may change several locales */
  async #response(
    method: Method,
    params: object,
    several: boolean = false,
  ): Promise<ResponseRequest<EntryObject>> {
    const read = await this.#prepare(method, params, { by: 'row', several });
    this.#reader.assertFastResponse(read);
    return this.#reader.objectResponse(read);
  }

  async #prepare(method: Method, params: object, one: RowKey | null): Promise<PreparedRead> {
    await this.#locale.follow();
    const type = this.#type;
    const paging = one === null ? 'root' : 'none';
    const options = this.#reader.parseOptions({ type, one, paging });
    const parsed = parseMethodParams(method, params, options);
    return this.#reader.prepare({ type, one, params: parsed, access: fullAccess });
  }
}

type Action = 'publish' | 'unpublish' | 'discardDraft';

function requiresDrafts({ uid }: ContentType, action: Action): AppError {
  return validationError(`${uid} has no drafts: ${action} requires options.draftAndPublish.`);
}

/** The result of a write, or another value if the document does not exist. */
export async function orAbsent<T, E>(written: Promise<T>, absent: E): Promise<T | E> {
  try {
    return await written;
  } catch (error) {
    if (error instanceof AppError && error.name === 'NotFoundError') return absent;
    throw error;
  }
}

/** Every entry has its ids; the caller is responsible for the other properties of T. */
function asDocument<T extends object>(entry: object): Document<T> {
  return entry as Document<T>;
}

/** Checks the type, since callers may be untyped. @throws ValidationError */
function toDocumentId(documentId: unknown): string {
  if (typeof documentId === 'string') return documentId;
  throw validationError(`Invalid documentId. Expected a string, received: ${typeof documentId}`);
}

/** @throws ValidationError unless the data is an object of values that can be stored */
function toData(data: DocumentData): JsonObject {
  const json = toJson(data, 'data');
  if (isJsonObject(json)) return json;
  throw validationError('Invalid data. Expected an object of attributes.');
}
