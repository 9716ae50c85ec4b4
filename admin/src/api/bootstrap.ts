// Loads the startup data: one request to Quoin, several to a server without the endpoint.
import { isJsonObject, objectsOf, stringOr, type JsonObject } from '../base/json.ts';
import type { Client } from './client.ts';
import type { ContentApi } from './content.ts';
import { hasStatus } from './errors.ts';
import { listLocales, parseLocales, type ContentLocale } from './locales.ts';
import { parsePreferences, parseViews, type Preferences, type SavedView } from './views.ts';
import {
  parseAdministrator,
  type AdministratorsApi,
  type Administrator,
} from './administrators.ts';

/** Strapi's default. */
const REST_PREFIX = '/api';

/** The signed-in user with permissions, and the project. */
export interface Bootstrap {
  readonly administrator: Administrator;
  /** Permission rows of all roles of the user. */
  readonly permissions: readonly JsonObject[];
  /** All types and components. */
  readonly schema: JsonObject;
  /** Configurations of lists and forms by uid; empty if they are loaded on demand. */
  readonly views: ReadonlyMap<string, JsonObject>;
  /** Locales, starting with the default; empty without locales. */
  readonly locales: readonly ContentLocale[];
  /** Saved views, or null without support by the server. */
  readonly savedViews: readonly SavedView[] | null;
  readonly preferences: Preferences;
  /** Prefix of REST API routes. */
  readonly restPrefix: string;
}

interface BootstrapApis {
  readonly client: Client;
  readonly administrators: AdministratorsApi;
  readonly content: ContentApi;
}

/** @throws ApiError, NetworkError */
export async function loadBootstrap(apis: BootstrapApis): Promise<Bootstrap> {
  try {
    const { body } = await apis.client.request('GET', '/admin/quoin/bootstrap');
    return parseBootstrap(isJsonObject(body) && isJsonObject(body['data']) ? body['data'] : {});
  } catch (error) {
    if (hasStatus(error, 404) || hasStatus(error, 405)) return loadSingly(apis);
    throw error;
  }
}

function parseBootstrap({
  user,
  permissions,
  types,
  views,
  locales,
  savedViews,
  preferences,
  restPrefix,
}: JsonObject): Bootstrap {
  const shown = isJsonObject(views ?? null) ? (views as JsonObject) : {};
  const components = shown['components'] ?? {};
  const contentTypes = isJsonObject(shown['contentTypes'] ?? null) ? shown['contentTypes'] : {};
  return {
    administrator: parseAdministrator(user),
    permissions: objectsOf(permissions),
    schema: isJsonObject(types ?? null) ? (types as JsonObject) : {},
    views: new Map(
      Object.entries(contentTypes as JsonObject).map(([uid, contentType]) => [
        uid,
        { contentType, components },
      ]),
    ),
    locales: parseLocales(locales),
    savedViews: parseViews(savedViews),
    preferences: parsePreferences(preferences),
    restPrefix: stringOr(restPrefix, REST_PREFIX),
  };
}

/** Loads the data with the requests of Strapi's admin panel. */
async function loadSingly({ client, administrators, content }: BootstrapApis): Promise<Bootstrap> {
  const [administrator, permissions, schema, locales] = await Promise.all([
    administrators.me(),
    administrators.permissions(),
    content.schema(),
    listLocales(client).catch((error: unknown) => {
      // Without permission to read locales, only entries in the default locale are shown.
      if (hasStatus(error, 403) || hasStatus(error, 404)) return [];
      throw error;
    }),
  ]);
  return {
    administrator,
    permissions,
    schema,
    views: new Map(),
    locales,
    savedViews: null,
    preferences: parsePreferences(null),
    restPrefix: REST_PREFIX,
  };
}
