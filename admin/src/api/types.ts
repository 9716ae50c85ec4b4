// Type builder API: reads and changes content types and components.
import { isJsonObject, objectsOf, stringsOf, type JsonObject } from '../base/json.ts';
import type { Client } from './client.ts';
import { hasStatus } from './errors.ts';

/** The content model of the server. */
export interface TypesResponse {
  readonly schema: JsonObject;
  /** Version of the model, or null if the server sends none. */
  readonly etag: string | null;
}

/** Reserved names. */
export interface ReservedResponse {
  readonly models: readonly string[];
  readonly attributes: readonly string[];
}

/** Type builder calls, which throw ApiError and NetworkError. */
export interface TypesApi {
  read(): Promise<TypesResponse>;
  reserved(): Promise<ReservedResponse>;
  /** Returns true if the server applies changes without a restart. */
  isOpen(): Promise<boolean>;
  /** Returns removed parts that can be restored; empty without support by the server. */
  retained(): Promise<readonly JsonObject[]>;
  /** Returns the plan of a change, or null without support by the server. */
  plan(body: unknown, etag: string | null): Promise<JsonObject | null>;
  /** Applies a change. @returns when the server responds with the new model */
  save(body: unknown, etag: string | null): Promise<void>;
}

/** Restart timeout of the server and polling interval, in milliseconds. */
const RESTART = 60_000;
const INTERVAL = 300;

/** Creates the type builder calls. */
export function createTypesApi({ request }: Client): TypesApi {
  const isUpdating = async (): Promise<boolean> => {
    try {
      const { body } = await request('GET', '/content-type-builder/update-schema-status');
      return dataOf(body)['isUpdating'] === true;
    } catch {
      // Strapi restarts after each change.
      return true;
    }
  };
  return {
    async read() {
      const { body, headers } = await request('GET', '/content-type-builder/schema');
      return { schema: dataOf(body), etag: headers.get('etag') };
    },
    async reserved() {
      const { body } = await request('GET', '/content-type-builder/reserved-names');
      const names = isJsonObject(body) ? body : {};
      return { models: stringsOf(names['models']), attributes: stringsOf(names['attributes']) };
    },
    async isOpen() {
      const { body } = await request('GET', '/admin/information');
      return dataOf(body)['autoReload'] !== false;
    },
    async retained() {
      try {
        const { body } = await request('GET', '/admin/quoin/types/removed');
        return objectsOf(isJsonObject(body) ? body['data'] : null);
      } catch (error) {
        if (hasStatus(error, 404) || hasStatus(error, 405)) return [];
        throw error;
      }
    },
    async plan(body, etag) {
      try {
        const response = await request('POST', '/admin/quoin/types/plan', {
          body,
          headers: ifMatch(etag),
        });
        return dataOf(response.body);
      } catch (error) {
        if (hasStatus(error, 404) || hasStatus(error, 405)) return null;
        throw error;
      }
    },
    async save(body, etag) {
      await request('POST', '/content-type-builder/update-schema', {
        body,
        headers: ifMatch(etag),
      });
      const end = Date.now() + RESTART;
      while ((await isUpdating()) && Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, INTERVAL));
      }
    },
  };
}

function ifMatch(etag: string | null): Readonly<Record<string, string>> {
  return etag === null ? {} : { 'if-match': etag };
}

function dataOf(body: unknown): JsonObject {
  return isJsonObject(body) && isJsonObject(body['data']) ? body['data'] : {};
}
