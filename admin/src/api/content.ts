// Content API: types and their configuration, entries, and actions on entries.
import { isJsonObject, numberOr, objectsOf, type JsonObject } from '../base/json.ts';
import type { ApiResponse, Query } from './send.ts';
import type { Client } from './client.ts';
import type { EarlyList } from './early-list.ts';

/** Address of a document: its type and kind, and the id unless it is a single type. */
export interface DocumentAddress {
  readonly uid: string;
  readonly isSingle: boolean;
  /** Null for a single type. */
  readonly documentId: string | null;
  /** Null for types without locales. */
  readonly locale: string | null;
}

/** A version of a document in a response. */
export interface EntryResponse {
  /** Empty if the document does not exist in the locale. */
  readonly entry: JsonObject;
  readonly meta: JsonObject;
  /** ETag of the entry for `If-Match`, or null. */
  readonly etag: string | null;
}

export interface EntryPage {
  readonly entries: readonly JsonObject[];
  readonly page: number;
  readonly pageSize: number;
  readonly pageCount: number;
  readonly total: number;
}

/** Content calls. */
export interface ContentApi {
  /** All types and components. */
  schema(): Promise<JsonObject>;
  /** Loads the configuration of the lists and forms of a type. */
  configuration(uid: string): Promise<JsonObject>;
  /** Loads the entries of a list screen. */
  list(uid: string, query: Query, signal?: AbortSignal): Promise<EntryPage>;
  /** Loads entries outside of list screens. */
  find(uid: string, query: Query): Promise<EntryPage>;
  /** @param options.relations Number of related entries to include per relation; default: only the count */
  read(address: DocumentAddress, options?: ReadOptions): Promise<EntryResponse>;
  create(address: DocumentAddress, body: JsonObject): Promise<EntryResponse>;
  update(address: DocumentAddress, body: JsonObject, etag: string | null): Promise<EntryResponse>;
  publish(address: DocumentAddress, body: JsonObject, etag: string | null): Promise<EntryResponse>;
  unpublish(address: DocumentAddress): Promise<void>;
  discard(address: DocumentAddress): Promise<void>;
  remove(address: DocumentAddress, etag: string | null): Promise<void>;
  /** Returns the number of changed entries. */
  bulk(action: BulkAction, uid: string, options: BulkOptions): Promise<number>;
  /** Returns values of another locale as initial form values. */
  valuesOfLocale(address: DocumentAddress, locale: string): Promise<JsonObject>;
  generateUid(uid: string, field: string, data: JsonObject): Promise<string>;
}

interface ReadOptions {
  readonly status?: 'draft' | 'published';
  readonly relations?: number;
}

/** An action on several entries. */
export type BulkAction = 'bulkPublish' | 'bulkUnpublish' | 'bulkDelete';

interface BulkOptions {
  readonly documentIds: readonly string[];
  readonly locale: string | null;
}

/** Creates the content calls. */
export function createContentApi(
  { request }: Client,
  lists: Pick<EarlyList, 'request'>,
): ContentApi {
  const act = async (
    address: DocumentAddress,
    { action, body, etag = null }: { action: string; body: JsonObject; etag?: string | null },
  ): Promise<EntryResponse> =>
    entryOf(
      await request('POST', `${pathOf(address)}/actions/${action}`, {
        query: { locale: address.locale },
        body,
        headers: ifMatch(etag),
      }),
    );
  return {
    schema: async () => dataOf(await request('GET', '/content-manager/init')),
    configuration: async (uid) =>
      dataOf(
        await request(
          'GET',
          `/content-manager/content-types/${encodeURIComponent(uid)}/configuration`,
        ),
      ),
    async list(uid, query, signal) {
      const path = pathOf({ uid, isSingle: false, documentId: null });
      return pageOf((await lists.request(path, query, signal)).body);
    },
    async find(uid, query) {
      const path = pathOf({ uid, isSingle: false, documentId: null });
      return pageOf((await request('GET', path, { query })).body);
    },
    read: async (address, { status = 'draft', relations } = {}) =>
      withRelations(
        entryOf(
          await request('GET', pathOf(address), {
            query: { locale: address.locale, status, relations },
          }),
        ),
      ),
    create: async (address, body) =>
      entryOf(
        await request(address.isSingle ? 'PUT' : 'POST', pathOf({ ...address, documentId: null }), {
          query: { locale: address.locale },
          body,
        }),
      ),
    update: async (address, body, etag) =>
      entryOf(
        await request('PUT', pathOf(address), {
          query: { locale: address.locale },
          body,
          headers: ifMatch(etag),
        }),
      ),
    publish: (address, body, etag) =>
      address.documentId === null && !address.isSingle
        ? act(address, { action: 'publish', body })
        : act(address, { action: 'publish', body, etag }),
    unpublish: async (address) => void (await act(address, { action: 'unpublish', body: {} })),
    discard: async (address) => void (await act(address, { action: 'discard', body: {} })),
    async remove(address, etag) {
      await request('DELETE', pathOf(address), {
        query: { locale: address.locale },
        headers: ifMatch(etag),
      });
    },
    async bulk(action, uid, { documentIds, locale }) {
      const path = pathOf({ uid, isSingle: false, documentId: null });
      const { body } = await request('POST', `${path}/actions/${action}`, {
        query: { locale },
        body: { documentIds },
      });
      return numberOr(isJsonObject(body) ? body['count'] : null, 0);
    },
    async valuesOfLocale({ uid, isSingle, documentId, locale: targetLocale }, sourceLocale) {
      const path = `/i18n/content-manager/get-fill-from-locale/${encodeURIComponent(uid)}`;
      const collectionType = isSingle ? 'single-types' : 'collection-types';
      const query = { documentId, sourceLocale, targetLocale, collectionType };
      return dataOf(await request('GET', path, { query }));
    },
    async generateUid(uid, field, data) {
      const { body } = await request('POST', '/content-manager/uid/generate', {
        body: { contentTypeUID: uid, field, data },
      });
      return isJsonObject(body) && typeof body['data'] === 'string' ? body['data'] : '';
    },
  };
}

function pathOf({
  uid,
  isSingle,
  documentId,
}: Pick<DocumentAddress, 'uid' | 'isSingle' | 'documentId'>): string {
  const kind = isSingle ? 'single-types' : 'collection-types';
  const id = documentId === null || isSingle ? '' : `/${encodeURIComponent(documentId)}`;
  return `/content-manager/${kind}/${encodeURIComponent(uid)}${id}`;
}

function ifMatch(etag: string | null): Readonly<Record<string, string>> {
  return etag === null ? {} : { 'if-match': etag };
}

function dataOf({ body }: ApiResponse): JsonObject {
  return isJsonObject(body) && isJsonObject(body['data']) ? body['data'] : {};
}

function entryOf(response: ApiResponse): EntryResponse {
  const { body, headers } = response;
  const meta = isJsonObject(body) && isJsonObject(body['meta']) ? body['meta'] : {};
  const etag = headers.get('etag');
  // A weak validator does not match in `If-Match` (RFC 9110, section 13.1.1).
  return { entry: dataOf(response), meta, etag: etag?.startsWith('"') ? etag : null };
}

/** Merges pages of related entries into an entry. Strapi only sends counts. */
function withRelations(response: EntryResponse): EntryResponse {
  const { entry, meta } = response;
  if (!isJsonObject(meta['relations'] ?? null)) return response;
  const loaded = Object.entries(meta['relations'] as JsonObject).flatMap(([field, page]) => {
    const known = entry[field] ?? null;
    if (!isJsonObject(known) || !isJsonObject(page)) return [];
    return typeof known['count'] === 'number' ? [[field, { ...known, ...page }] as const] : [];
  });
  return { ...response, entry: { ...entry, ...Object.fromEntries(loaded) } };
}

function pageOf(body: unknown): EntryPage {
  const content = isJsonObject(body) ? body : {};
  const entries = objectsOf(content['results']);
  const pagination = isJsonObject(content['pagination']) ? content['pagination'] : {};
  return {
    entries,
    page: numberOr(pagination['page'], 1),
    pageSize: numberOr(pagination['pageSize'], entries.length),
    pageCount: numberOr(pagination['pageCount'], 1),
    total: numberOr(pagination['total'], entries.length),
  };
}
