// Routes of the admin API for stored settings: accounts, sign-in providers, emails and uploads.
import { checkTemplates } from '../../auth/admin/email-templates.ts';
import { checkProviders, storeProviders } from '../../auth/admin/provider-settings.ts';
import { PROVIDER_SETTINGS } from '../../auth/providers/find-provider.ts';
import { MAIL_TEMPLATES } from '../../auth/users/account-mails.ts';
import { ADVANCED_SETTINGS } from '../../auth/users/advanced-settings.ts';
import { validationError } from '../../base/errors.ts';
import { isJsonObject, isTooDeep, type JsonObject } from '../../base/json.ts';
import { UPLOAD_SETTINGS } from '../../media/upload-settings.ts';
import { coreStoreValue, storeCoreValue } from '../../storage/core-store.ts';
import type { Database } from '../../storage/database.ts';
import type { RowStatements } from '../../storage/row-statements.ts';
import { json } from '../response/response.ts';
import type { AdminRoute, Route } from '../routing/route.ts';

interface SettingsRouteParts {
  readonly database: Database;
  readonly statements: RowStatements;
  /** All roles of end users in list form. */
  readonly roles: () => Promise<readonly JsonObject[]>;
  /** Callback URL of a sign-in provider. */
  readonly redirectUri: (provider: string) => string;
  /** `concurrentUploadRequests` of the upload plugin. */
  readonly concurrentUploads: number;
  /** Why the routes of a plugin return 501, or null if they are served. */
  readonly blocked: { readonly users: string | null; readonly upload: string | null };
}

/** The routes under `/users-permissions` and `/upload`. */
export function settingsRoutes(parts: SettingsRouteParts): readonly Route[] {
  const { database, statements, roles, redirectUri, blocked, concurrentUploads } = parts;
  const stored = (key: string): Promise<unknown> => database.read(coreStoreValue(key));
  const store = (key: string, value: unknown): Promise<void> =>
    database.transact(storeCoreValue({ statements }, key, value));

  /** @param answer Returns the body of the response */
  const users = (
    method: 'GET' | 'PUT',
    settings: 'advanced' | 'providers' | 'email-templates',
    answer: (body: unknown) => Promise<unknown>,
  ): AdminRoute => {
    const action = method === 'GET' ? 'read' : 'update';
    const subject = settings === 'advanced' ? 'advanced-settings' : settings;
    return {
      method,
      path: `/users-permissions/${settings}`,
      caller: 'admin',
      permission: `plugin::users-permissions.${subject}.${action}`,
      blocked: blocked.users,
      handler: async ({ body }) => json(await answer(body)),
    };
  };

  const upload = (
    method: 'GET' | 'PUT',
    answer: (body: unknown) => Promise<object>,
  ): AdminRoute => ({
    method,
    path: '/upload/settings',
    caller: 'admin',
    permission: 'plugin::upload.settings.read',
    blocked: blocked.upload,
    handler: async ({ body }) => json({ data: await answer(body) }),
  });

  return [
    users('GET', 'advanced', async () => {
      const all = await roles();
      return {
        settings: await stored(ADVANCED_SETTINGS),
        roles: all.map(({ nb_users, ...role }) => ({ ...role, locale: null, nb_users })),
      };
    }),
    users('PUT', 'advanced', async (body) => {
      await store(ADVANCED_SETTINGS, filled(body));
      return DONE;
    }),
    users('GET', 'providers', async () =>
      withRedirects(await stored(PROVIDER_SETTINGS), redirectUri),
    ),
    users('PUT', 'providers', async (body) => {
      const providers = checkProviders(filled(body)['providers']);
      await database.transact(storeProviders(statements, providers));
      return DONE;
    }),
    users('GET', 'email-templates', () => stored(MAIL_TEMPLATES)),
    users('PUT', 'email-templates', async (body) => {
      await store(MAIL_TEMPLATES, checkTemplates(filled(body)['email-templates']));
      return DONE;
    }),
    upload('GET', async () => {
      const settings = await stored(UPLOAD_SETTINGS);
      const known = isJsonObject(settings) ? settings : {};
      return { ...known, concurrentUploadRequests: concurrentUploads };
    }),
    upload('PUT', async (body) => {
      const { checkUploadSettings } = await import('./settings-form.ts');
      const settings = await checkUploadSettings(body);
      await store(UPLOAD_SETTINGS, settings);
      return settings;
    }),
  ];
}

const DONE = { ok: true };

/** Adds the callback URL to the settings of each provider. */
function withRedirects(settings: unknown, redirectUri: SettingsRouteParts['redirectUri']): unknown {
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
