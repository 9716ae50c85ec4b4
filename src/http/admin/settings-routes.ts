// Routes of the admin API for settings of end users: accounts, sign-in providers and emails. A setting that is not
// named in a request keeps its value (docs/strapi/differences.md, D20).
import { PROVIDER_SETTINGS } from '../../auth/providers/find-provider.ts';
import { MAIL_TEMPLATES } from '../../auth/users/account-mails.ts';
import { ADVANCED_SETTINGS } from '../../auth/users/advanced-settings.ts';
import { validationError } from '../../base/errors.ts';
import { isJsonObject, isTooDeep, type JsonObject } from '../../base/json.ts';
import { changeCoreValue } from '../../storage/settings/change-core-value.ts';
import { coreStoreValue } from '../../storage/settings/core-store.ts';
import type { Database } from '../../storage/database.ts';
import type { RowStatements } from '../../storage/statements/row-statements.ts';
import { json, NO_STORE, type RouteResponse } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { adminRoutesUnder } from './admin-route.ts';

interface SettingsRouteDependencies {
  readonly database: Database;
  readonly statements: RowStatements;
  /** All roles of end users in list form. */
  readonly roles: () => Promise<readonly JsonObject[]>;
  /** Callback URL of a sign-in provider. */
  readonly redirectUri: (provider: string) => string;
}

/** The routes of settings under `/users-permissions`. */
export function settingsRoutes(dependencies: SettingsRouteDependencies): readonly Route[] {
  const { database, statements, roles, redirectUri } = dependencies;
  const stored = (key: string): Promise<unknown> => database.read(coreStoreValue(key));
  const change = async (key: string, value: JsonObject): Promise<RouteResponse> => {
    await database.transact(changeCoreValue({ statements }, key, value));
    return json({ ok: true });
  };

  const route = adminRoutesUnder({
    path: '/users-permissions',
    permission: 'plugin::users-permissions',
    // Providers have secrets.
    headers: NO_STORE,
  });

  return [
    route(['GET', '/advanced'], 'advanced-settings.read', async () => {
      const all = await roles();
      return json({
        settings: await stored(ADVANCED_SETTINGS),
        roles: all.map(({ nb_users, ...role }) => ({ ...role, locale: null, nb_users })),
      });
    }),
    route(['PUT', '/advanced'], 'advanced-settings.update', async ({ body }) =>
      change(ADVANCED_SETTINGS, filled(body)),
    ),
    route(['GET', '/providers'], 'providers.read', async () =>
      json(withRedirects(await stored(PROVIDER_SETTINGS), redirectUri)),
    ),
    route(['PUT', '/providers'], 'providers.update', async ({ body }) => {
      const { checkProviders } = await import('../../auth/providers/provider-form.ts');
      return change(PROVIDER_SETTINGS, checkProviders(filled(body)['providers']));
    }),
    route(['GET', '/email-templates'], 'email-templates.read', async () =>
      json(await stored(MAIL_TEMPLATES)),
    ),
    route(['PUT', '/email-templates'], 'email-templates.update', async ({ body }) => {
      const { checkTemplates } = await import('../../auth/users/email-template-form.ts');
      return change(MAIL_TEMPLATES, checkTemplates(filled(body)['email-templates']));
    }),
  ];
}

/** Adds the callback URL to the settings of each provider. */
function withRedirects(
  settings: unknown,
  redirectUri: SettingsRouteDependencies['redirectUri'],
): unknown {
  if (!isJsonObject(settings)) return settings;
  return Object.fromEntries(
    Object.entries(settings).map(([name, provider]) =>
      name !== 'email' && isJsonObject(provider)
        ? [name, { ...provider, redirectUri: redirectUri(name) }]
        : [name, provider],
    ),
  );
}

/**
 * Returns a body that is not empty. @throws ValidationError, also for a body that is nested too deeply to be printed
 * again
 */
function filled(body: unknown): JsonObject {
  if (isTooDeep(body)) throw validationError('The request body is nested too deep');
  if (isJsonObject(body) && Object.keys(body).length > 0) return body;
  throw validationError('Request body cannot be empty');
}
