// Document service methods of one content-type, without middlewares, on the reader and writer of the project.
import type { LruMap } from '../../base/lru-map.ts';
import { fullAccess } from '../../query/access.ts';
import type { EntryObject } from '../../query/object-builder.ts';
import { ascending, equals, paramsKey, type ReadParams } from '../../query/params.ts';
import type { RowKey } from '../../query/planner.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import type { Reader } from '../../query/read.ts';
import { ADMIN_USER } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import type { DefaultLocale } from '../../storage/settings/default-locale.ts';
import { orAbsent } from '../../documents/programs/documents.ts';
import type { Method } from '../../documents/programs/method-params.ts';
import type { ResponseRequest } from '../../documents/write-request.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import type { Transactions } from '../database/transactions.ts';
import type { CodeQuery } from '../strapi/database-types.ts';
import type { DocumentEntries } from '../strapi/strapi.ts';
import type { Params, Row } from '../strapi/code-values.ts';
import {
  missingAdministrators,
  toCreators,
  toNewDocumentId,
  toDocumentData,
  toDocumentTimes,
} from './document-data.ts';
import { parseCallParams } from './document-params.ts';

export interface DocumentCallDependencies {
  /** The content model. */
  readonly registry: Registry;
  /** The content model for code (`openModels`). */
  readonly models: Registry;
  /** A reader for `models`. */
  readonly reader: Reader;
  readonly writer: DocumentWriter;
  readonly transactions: Transactions;
  readonly locale: DefaultLocale;
  /** Reads rows of a type. */
  readonly query: (uid: string) => CodeQuery;
  /** Planned reads by type, method and parameters. */
  readonly plans: LruMap<string, PreparedRead>;
}

/** In characters; calls with longer parameters are planned each time. */
const MAX_CACHED_LENGTH = 2000;

/** Methods of types with drafts. */
export type PublicationCall = 'publish' | 'unpublish' | 'discardDraft';

/** Document service methods of a content-type. */
export class DocumentCalls {
  readonly #dependencies: DocumentCallDependencies;
  readonly type: ContentType;
  /** The same type in `models`. */
  readonly #read: ContentType;

  constructor(dependencies: DocumentCallDependencies, type: ContentType) {
    this.#dependencies = dependencies;
    this.type = type;
    this.#read = dependencies.models.contentType(type.uid);
  }

  /** @throws ValidationError */
  async findMany(params: Params): Promise<Row[]> {
    return this.#entries(await this.#prepare('findMany', params, null));
  }

  /** @throws ValidationError */
  async findFirst(params: Params): Promise<Row | null> {
    const [first] = await this.#entries(await this.#prepare('findFirst', params, null));
    return first ?? null;
  }

  /** @throws ValidationError */
  async findOne({ documentId, ...params }: Params): Promise<Row | null> {
    const one: RowKey = { by: 'documentId', value: toText(documentId) };
    const [entry] = await this.#entries(await this.#prepare('findOne', params, one));
    return entry ?? null;
  }

  /** @throws ValidationError */
  async count(params: Params): Promise<number> {
    const read = await this.#prepare('count', params, null);
    const { total } = await this.#dependencies.reader.execute(read, 'v5');
    return total ?? 0;
  }

  /** @throws ValidationError */
  async create({ data, ...params }: Params): Promise<Row> {
    const { registry, writer } = this.#dependencies;
    const { type } = this;
    const response = await this.#response('create', params);
    const entry = await writer.create({
      type,
      data: toDocumentData(registry, type, data ?? {}),
      times: toDocumentTimes(type, data),
      ...(await this.#creators(data)),
      ...toNewDocumentId(data),
      response,
    });
    return entry as Row;
  }

  /** @returns null if the document does not exist @throws ValidationError */
  async update({ documentId, data, ...params }: Params): Promise<Row | null> {
    const { registry, writer } = this.#dependencies;
    const { type } = this;
    const response = await this.#response('update', params);
    const sent = toDocumentData(registry, type, data ?? {});
    const times = toDocumentTimes(type, data);
    const request = {
      type,
      documentId: toText(documentId),
      data: sent,
      times,
      ...(await this.#creators(data)),
      response,
    };
    return (await orAbsent(writer.update(request), null)) as Row | null;
  }

  /** @throws Error for `status: 'draft'`, ValidationError */
  async delete({ documentId, status, ...params }: Params): Promise<DocumentEntries> {
    const { type } = this;
    if (status === 'draft' && type.draftAndPublish) {
      throw new Error('Cannot delete a draft document');
    }
    const response = await this.#response('delete', params, true);
    const request = { type, documentId: toText(documentId), response, withEntries: true };
    const deleted = await this.#dependencies.writer.delete(request);
    return { documentId: toText(documentId), entries: deleted as Row[] };
  }

  /** @throws ValidationError */
  async publish(params: Params): Promise<DocumentEntries> {
    return this.#act('publish', params);
  }

  /** @returns the previously published entries @throws ValidationError */
  async unpublish(params: Params): Promise<DocumentEntries> {
    return this.#ifPublished(params, async (published) => {
      await this.#act('unpublish', params);
      return { documentId: toText(params['documentId']), entries: published };
    });
  }

  /** @throws ValidationError */
  async discardDraft(params: Params): Promise<DocumentEntries> {
    return this.#ifPublished(params, () => this.#act('discardDraft', params));
  }

  async #act(call: PublicationCall, { documentId, ...params }: Params): Promise<DocumentEntries> {
    const { type } = this;
    const response = await this.#response(call, params, true);
    const request = { type, documentId: toText(documentId), response };
    const entries = await orAbsent(this.#dependencies.writer[call](request), []);
    return { documentId: toText(documentId), entries: entries as Row[] };
  }

  /** Runs a call in the transaction that finds the published entries. @returns no entries if there are none */
  async #ifPublished(
    { documentId, ...params }: Params,
    run: (published: Row[]) => Promise<DocumentEntries>,
  ): Promise<DocumentEntries> {
    const id = toText(documentId);
    return this.#dependencies.transactions.run(async () => {
      await this.#dependencies.locale.follow();
      const published = await this.#entries(this.#planPublished(id, params));
      return published.length > 0 ? run(published) : { documentId: id, entries: [] };
    });
  }

  /** @throws ValidationError for administrators that do not exist */
  async #creators(data: unknown): Promise<ReturnType<typeof toCreators>> {
    const sent = toCreators(data);
    const ids = new Set(Object.values(sent.creators ?? {}).filter((id) => id !== null));
    if (ids.size === 0) return sent;
    const where = { id: { $in: [...ids] } };
    const count = await this.#dependencies.query(ADMIN_USER).count({ where });
    if (count < ids.size) throw missingAdministrators(ids.size - count);
    return sent;
  }

  async #entries(read: PreparedRead): Promise<Row[]> {
    const { entries } = await this.#dependencies.reader.objects(read, { format: 'plain' });
    return entries as Row[];
  }

  /** @param several True for a write that can affect several locales */
  async #response(
    method: Method,
    params: Params,
    several: boolean = false,
  ): Promise<ResponseRequest<EntryObject>> {
    const read = await this.#prepare(method, params, { by: 'row', several });
    const { reader } = this.#dependencies;
    reader.assertFastResponse(read);
    return reader.objectResponse(read, 'plain');
  }

  async #prepare(method: Method, params: Params, one: RowKey | null): Promise<PreparedRead> {
    const { locale, plans } = this.#dependencies;
    await locale.follow();
    const key = paramsKey([this.type.uid, method, one, locale.code, params]);
    if (key === null || key.length > MAX_CACHED_LENGTH) return this.#plan(method, params, one);
    return plans.get(key) ?? plans.set(key, this.#plan(method, params, one));
  }

  #plan(method: Method, params: Params, one: RowKey | null): PreparedRead {
    const parsed = this.#parse(method, params, one);
    const { reader } = this.#dependencies;
    return reader.prepare({ type: this.#read, one, params: parsed, access: fullAccess });
  }

  /** Plans a read of the published versions of a document, with the fields and relations that the parameters select. */
  #planPublished(documentId: string, sent: Params): PreparedRead {
    const { filters: _filters, sort: _sort, status: _status, ...others } = sent;
    const { fields, populate, rows } = this.#parse('findMany', others, null);
    const filters = equals('documentId', documentId);
    const sort = [ascending('locale')];
    const params: ReadParams = { status: 'published', filters, sort, fields, populate, rows };
    const { reader } = this.#dependencies;
    return reader.prepare({ type: this.#read, one: null, params, access: fullAccess });
  }

  #parse(method: Method, params: Params, one: RowKey | null): ReadParams {
    const type = this.#read;
    const paging = one === null && method !== 'findFirst' ? 'root' : 'none';
    const options = this.#dependencies.reader.parseOptions({ type, one, paging });
    return parseCallParams(method, params, options);
  }
}

/** Returns a documentId, or an empty string, which no document has, if it is not a string. */
export function toText(documentId: unknown): string {
  return typeof documentId === 'string' ? documentId : '';
}
