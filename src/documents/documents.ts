// In charge of the programming interface for documents, with the names and parameters of Strapi's Document Service:
// `documents(uid).findMany(…)`. The same engine as behind the routes, without anybody's permissions.
import { AppError, validationError } from '../base/errors.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { fullAccess } from '../query/access.ts';
import type { QueryObject } from '../query/params.ts';
import type { Paging } from '../query/parse.ts';
import type { RowKey } from '../query/planner.ts';
import type { PreparedRead, Reader } from '../query/read.ts';
import type { Registry } from '../schema/registry.ts';
import type { ContentType } from '../schema/types.ts';
import type { DefaultLocale } from '../storage/default-locale.ts';
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
import { toQuery } from './to-query.ts';
import { unknownType } from './unknown-type.ts';
import type { DocumentRequest, WriteAnswer } from './write-request.ts';
import type { DocumentWriter } from './writer.ts';

/** What the programming interface is built on. */
export interface DocumentsParts {
  /** The content model in which what may be read is not private. */
  readonly registry: Registry;
  /** A reader of that model. */
  readonly reader: Reader;
  readonly writer: DocumentWriter;
  readonly locale: DefaultLocale;
}

/** Makes the programming interface of a project. */
export function createDocuments(parts: DocumentsParts): Documents {
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

  constructor(type: ContentType, { reader, writer, locale }: DocumentsParts) {
    this.#type = type;
    this.#reader = reader;
    this.#writer = writer;
    this.#locale = locale;
  }

  async findMany(params: FindParams = {}): Promise<readonly Document<T>[]> {
    const query = toQuery('findMany', params);
    const read = await this.#prepare(query, null, 'root');
    return query['limit'] === '0' ? [] : this.#entries(read);
  }

  async findFirst(params: FindFirstParams = {}): Promise<Document<T> | null> {
    const query = { ...toQuery('findFirst', params), limit: '1' };
    const [first] = await this.#entries(await this.#prepare(query, null, 'root'));
    return first ?? null;
  }

  async findOne({
    documentId,
    ...params
  }: FindOneParams & DocumentParams): Promise<Document<T> | null> {
    const value = toDocumentId(documentId);
    const one: RowKey = { by: 'documentId', value };
    const read = await this.#prepare(toQuery('findOne', params), one, 'none');
    const [entry] = await this.#entries(read);
    return entry ?? null;
  }

  async count(params: FindParams = {}): Promise<number> {
    const { start: _, limit: __, fields: ___, populate: ____, ...query } = toQuery('count', params);
    const counted = { ...query, pagination: { start: '0', limit: '1', withCount: 'true' } };
    const read = await this.#prepare(counted, null, 'nested');
    const { total } = await this.#reader.execute(read, 'v5');
    return total ?? 0;
  }

  async create({ data, ...params }: CreateParams): Promise<Document<T>> {
    const answer = await this.#answer(toQuery('create', params));
    const text = await this.#writer.create({ type: this.#type, data: toData(data), answer });
    return parseDocument<T>(text);
  }

  async update({ documentId, data, ...params }: UpdateParams): Promise<Document<T> | null> {
    const answer = await this.#answer(toQuery('update', params));
    const document = { type: this.#type, documentId: toDocumentId(documentId) };
    const update = this.#writer.update({ ...document, data: toData(data), answer });
    const text = await orAbsent(update, null);
    return text === null ? null : parseDocument<T>(text);
  }

  async delete({ documentId, ...params }: DeleteParams): Promise<Deleted<T>> {
    const answer = await this.#answer(toQuery('delete', params), true);
    const document = { type: this.#type, documentId: toDocumentId(documentId) };
    const deleted = await this.#writer.delete({ ...document, answer, withEntries: true });
    return { documentId, entries: deleted.map((text) => parseDocument<T>(text)) };
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
    if (!type.draftAndPublish) throw withoutDrafts(type, action);
    const answer = await this.#answer(toQuery(action, params), true);
    const request: DocumentRequest = { type, documentId: toDocumentId(documentId), answer };
    const texts = await orAbsent(this.#writer[action](request), []);
    return { documentId, entries: texts.map((text) => parseDocument<T>(text)) };
  }

  async #entries(read: PreparedRead): Promise<readonly Document<T>[]> {
    const { entries } = await this.#reader.execute(read, 'v5');
    return entries.map((text) => parseDocument<T>(text));
  }

  /** @param several True for a write that may be of several locales */
  async #answer(query: QueryObject, several: boolean = false): Promise<WriteAnswer> {
    return { read: await this.#prepare(query, { by: 'row', several }, 'none'), format: 'v5' };
  }

  async #prepare(query: QueryObject, one: RowKey | null, paging: Paging): Promise<PreparedRead> {
    await this.#locale.follow();
    return this.#reader.prepare({ type: this.#type, one, paging, query, access: fullAccess });
  }
}

type Action = 'publish' | 'unpublish' | 'discardDraft';

function withoutDrafts({ uid }: ContentType, action: Action): AppError {
  return validationError(
    `${uid} has no drafts: ${action} is for types with options.draftAndPublish.`,
  );
}

/** What a write gives, or something else where there is no such document. */
async function orAbsent<T, E>(written: Promise<T>, absent: E): Promise<T | E> {
  try {
    return await written;
  } catch (error) {
    if (error instanceof AppError && error.name === 'NotFoundError') return absent;
    throw error;
  }
}

/** Entries are written by us, ids first. What else is in them is the caller's word. */
function parseDocument<T extends object>(text: string): Document<T> {
  return JSON.parse(text) as Document<T>;
}

/** A program without types may hand over anything. @throws ValidationError */
function toDocumentId(documentId: unknown): string {
  if (typeof documentId === 'string') return documentId;
  throw validationError(`Invalid documentId. Expected a string, received: ${typeof documentId}`);
}

/** @throws ValidationError for what is no object of values that can be stored */
function toData(data: DocumentData): JsonObject {
  const json = toJson(data, { name: 'data' });
  if (isJsonObject(json)) return json;
  throw validationError('Invalid data. Expected an object of attributes.');
}
