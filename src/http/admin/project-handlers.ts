// Handlers of the admin API about the project. Imported on demand.
import { actionLists, type ActionGroup } from '../../auth/roles/action-listing.ts';
import type { AppError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { formError } from '../../forms/check-form.ts';
import { ADMIN_USER, API_TOKEN, FILE, LOCALE } from '../../schema/built-in/uids.ts';
import type { RawDefinition } from '../../schema/types.ts';
import { changeCoreValue } from '../../storage/settings/change-core-value.ts';
import type { ModelChanges } from '../../model/model-changes.ts';
import {
  coreStoreValue,
  PROJECT_SETTINGS,
  storeCoreValue,
} from '../../storage/settings/core-store.ts';
import type { Database } from '../../storage/database.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import { countTables } from '../../storage/statements/row-counts.ts';
import type { RowStatements } from '../../storage/statements/row-statements.ts';
import { etagHeader, json, jsonText } from '../response/response.ts';
import { builderSchema } from '../schema/builder-schema.ts';
import { typeSchema } from '../schema/schema-response.ts';
import { preferencesKey } from '../../auth/admin/preferences.ts';
import { checkHomepageLayout } from './homepage-form.ts';
import { checkPreferences } from './preferences-form.ts';
import { logoHandler, showLogos, type LogoHandlerDependencies } from './logo-handlers.ts';
import type { ProjectHandlers } from './project-routes.ts';

/** A route of the content API, as the editor of roles shows it. */
export interface ListedRoute {
  readonly method: string;
  readonly path: string;
  /** For example `api::article.article.find`; of a plugin without its name. */
  readonly handler: string;
  readonly config: object;
  readonly info: object;
}

interface ProjectHandlerDependencies extends LogoHandlerDependencies {
  readonly database: Database;
  readonly tables: { readonly layout: Layout; readonly statements: RowStatements };
  /** All content-types and components, as in their files. */
  readonly definitions: readonly RawDefinition[];
  /** All actions that can be granted. */
  readonly actions: readonly ActionGroup[];
  /** Routes of the content API by API or plugin. */
  readonly routes: Readonly<Record<string, readonly ListedRoute[]>>;
  /** Changes of the content model. */
  readonly changes: Pick<ModelChanges, 'tag'>;
}

/** Key of the settings of the locales plugin. */
const LOCALE_SETTINGS = 'plugin_i18n_settings';

export function createProjectHandlers(dependencies: ProjectHandlerDependencies): ProjectHandlers {
  const { database, tables, definitions, actions, routes, changes } = dependencies;
  const stored = async (key: string): Promise<JsonObject | null> => {
    const value = await database.read(coreStoreValue(key));
    return isJsonObject(value) ? value : null;
  };
  const modelTotals = modelCounts(definitions);
  const counted = [FILE, LOCALE, ADMIN_USER, API_TOKEN].map((uid) => tables.layout.table(uid));
  let schema: string | undefined;
  return {
    keyStatistics: async () => {
      const counts = await database.read(countTables([...counted, 'strapi_webhooks']));
      const [assets, locales, admins, apiTokens, webhooks] = counts;
      return json({ data: { assets, ...modelTotals, locales, admins, webhooks, apiTokens } });
    },
    homepageLayout: async ({ caller }) => json({ data: await stored(layoutKey(caller.admin.id)) }),
    saveHomepageLayout: async ({ body, caller }) => {
      const key = layoutKey(caller.admin.id);
      const layout = await checkHomepageLayout(body, (await stored(key)) ?? {});
      const data: JsonObject = { updatedAt: new Date().toISOString(), ...layout };
      await database.transact(storeCoreValue(tables, key, data));
      return json({ data });
    },
    preferences: async ({ caller }) =>
      json({ data: (await stored(preferencesKey(caller.admin.id))) ?? {} }),
    savePreferences: async ({ body, caller }) => {
      const change = await checkPreferences(body);
      const key = preferencesKey(caller.admin.id);
      return json({ data: await database.transact(changeCoreValue(tables, key, change)) });
    },
    logos: async () => json(showLogos(await stored(PROJECT_SETTINGS))),
    changeLogos: logoHandler(dependencies),
    contentActions: () => json({ data: actionLists(actions) }),
    policies: () => json({ policies: [] }),
    contentRoutes: () => json({ routes }),
    contentRouteData: () => json({ data: routes }),
    localeSettings: async () => json({ data: await stored(LOCALE_SETTINGS) }),
    saveLocaleSettings: async ({ body }) => {
      const { aiLocalizations } = isJsonObject(body) ? body : {};
      if (aiLocalizations === undefined)
        return json({ data: (await stored(LOCALE_SETTINGS)) ?? {} });
      if (typeof aiLocalizations !== 'boolean') throw notBoolean(aiLocalizations);
      const change = changeCoreValue(tables, LOCALE_SETTINGS, { aiLocalizations });
      return json({ data: await database.transact(change) });
    },
    schema: () => {
      // A changed model has its own handlers.
      schema ??= JSON.stringify({ data: builderSchema(definitions) });
      return jsonText(schema, { headers: etagHeader(changes.tag) });
    },
  };
}

/** How many content-types the content-type builder shows, and how many categories of components there are. */
function modelCounts(definitions: readonly RawDefinition[]): {
  readonly contentTypes: number;
  readonly components: number;
} {
  const components = definitions.filter(({ modelType }) => modelType === 'component');
  const types = definitions.filter(({ modelType }) => modelType === 'contentType');
  return {
    contentTypes: types.filter((type) => typeSchema(type).schema['visible'] === true).length,
    components: new Set(components.map(({ uid }) => uid.slice(0, uid.indexOf('.')))).size,
  };
}

function notBoolean(value: JsonValue): AppError {
  const shown = JSON.stringify(value);
  const message = `aiLocalizations must be a \`boolean\` type, but the final value was: \`${shown}\`.`;
  return formError([{ path: ['aiLocalizations'], message, name: 'ValidationError', value }]);
}

/** @param admin Row id of the administrator */
function layoutKey(admin: number): string {
  return `core_admin_homepage-layout:${admin}`;
}
