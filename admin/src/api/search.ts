// Search of entries of all types. Without support by the server, it finds none.
import { isJsonObject, objectsOf, stringOr } from '../base/json.ts';
import type { Client } from './client.ts';
import { hasStatus } from './errors.ts';

/** A search result. */
export interface FoundEntry {
  readonly uid: string;
  readonly documentId: string;
  readonly title: string;
  /** Null for types without locales. */
  readonly locale: string | null;
}

/** Finds entries whose main field contains a text. */
export type SearchApi = (text: string, signal: AbortSignal) => Promise<readonly FoundEntry[]>;

/** Creates the search call. */
export function createSearchApi({ request }: Client): SearchApi {
  return async (text, signal) => {
    try {
      const { body } = await request('GET', '/admin/quoin/search', { query: { q: text }, signal });
      return objectsOf(isJsonObject(body) ? body['data'] : null).map((found) => ({
        uid: stringOr(found['uid'], ''),
        documentId: stringOr(found['documentId'], ''),
        title: stringOr(found['title'], ''),
        locale: typeof found['locale'] === 'string' ? found['locale'] : null,
      }));
    } catch (error) {
      if (hasStatus(error, 404) || hasStatus(error, 405)) return [];
      throw error;
    }
  };
}
