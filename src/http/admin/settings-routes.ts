// In charge of the settings that administrators keep in the database: of end users' accounts, their sign-in providers,
// the mails they get, and uploads (spec/auth.md sections 5 and 6, "Settings").
import type { FastifyReply } from 'fastify';
import type { AdminAuthenticator } from '../../auth/admin/admin-authenticator.ts';
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
import type { Route } from '../bind-routes.ts';
import { assertServed, sendJson } from '../respond.ts';
import { admitAdmin } from './admit-admin.ts';

export interface SettingsRouteParts {
  readonly authenticator: AdminAuthenticator;
  readonly database: Database;
  readonly statements: RowStatements;
  /** All roles of end users, as they are listed. */
  readonly roles: () => Promise<readonly JsonObject[]>;
  /** Where a sign-in provider sends people back to. */
  readonly redirectUri: (provider: string) => string;
  /** `concurrentUploadRequests` of the upload plugin. */
  readonly concurrentUploads: number;
  /** Why the routes of a plugin answer 501 until they are released; null: they are served. */
  readonly blocked: { readonly users: string | null; readonly upload: string | null };
}

/** What answers under `/users-permissions` and `/upload`. */
export function settingsRoutes(parts: SettingsRouteParts): readonly Route[] {
  const { authenticator, database, statements, roles, redirectUri, blocked } = parts;
  const stored = (key: string): Promise<unknown> => database.read(coreStoreValue(key));
  const store = (key: string, value: unknown): Promise<void> =>
    database.transact(storeCoreValue({ statements }, key, value));

  /** A call about the settings of end users. */
  const users =
    (action: string, answer: (body: unknown) => Promise<unknown>): Route['handler'] =>
    async (request, reply) => {
      await admitAdmin(authenticator, request, `plugin::users-permissions.${action}`);
      assertServed(blocked.users);
      return send(reply, await answer(request.body));
    };

  const providers = async (): Promise<unknown> => {
    const all = await stored(PROVIDER_SETTINGS);
    if (!isJsonObject(all)) return all;
    return Object.fromEntries(
      Object.entries(all).map(([name, provider]) =>
        name !== 'email' && isJsonObject(provider)
          ? [name, { ...provider, redirectUri: redirectUri(name) }]
          : [name, provider],
      ),
    );
  };

  const putProviders = async (body: unknown): Promise<unknown> => {
    await database.transact(storeProviders(statements, checkProviders(filled(body)['providers'])));
    return DONE;
  };

  const putTemplates = async (body: unknown): Promise<unknown> => {
    await store(MAIL_TEMPLATES, checkTemplates(filled(body)['email-templates']));
    return DONE;
  };

  const advanced = async (): Promise<unknown> => {
    const all = await roles();
    return {
      settings: await stored(ADVANCED_SETTINGS),
      roles: all.map(({ nb_users, ...role }) => ({ ...role, locale: null, nb_users })),
    };
  };

  const putAdvanced = async (body: unknown): Promise<unknown> => {
    await store(ADVANCED_SETTINGS, filled(body));
    return DONE;
  };

  const upload: Route['handler'] = async (request, reply) => {
    await admitAdmin(authenticator, request, 'plugin::upload.settings.read');
    assertServed(blocked.upload);
    const settings = await stored(UPLOAD_SETTINGS);
    const known = isJsonObject(settings) ? settings : {};
    return send(reply, { data: { ...known, concurrentUploadRequests: parts.concurrentUploads } });
  };

  const putUpload: Route['handler'] = async (request, reply) => {
    await admitAdmin(authenticator, request, 'plugin::upload.settings.read');
    assertServed(blocked.upload);
    const { checkUploadSettings } = await import('./settings-form.ts');
    const data = await checkUploadSettings(request.body);
    await store(UPLOAD_SETTINGS, data);
    return send(reply, { data });
  };

  const path = '/users-permissions';
  const templates = (): Promise<unknown> => stored(MAIL_TEMPLATES);
  return [
    { method: 'GET', path: `${path}/advanced`, handler: users('advanced-settings.read', advanced) },
    {
      method: 'PUT',
      path: `${path}/advanced`,
      handler: users('advanced-settings.update', putAdvanced),
    },
    { method: 'GET', path: `${path}/providers`, handler: users('providers.read', providers) },
    { method: 'PUT', path: `${path}/providers`, handler: users('providers.update', putProviders) },
    {
      method: 'GET',
      path: `${path}/email-templates`,
      handler: users('email-templates.read', templates),
    },
    {
      method: 'PUT',
      path: `${path}/email-templates`,
      handler: users('email-templates.update', putTemplates),
    },
    { method: 'GET', path: '/upload/settings', handler: upload },
    { method: 'PUT', path: '/upload/settings', handler: putUpload },
  ];
}

const DONE = { ok: true };

/** A body that has something in it. @throws ValidationError, also for one that no recursion could print again */
function filled(body: unknown): JsonObject {
  if (isTooDeep(body)) throw validationError('The request body is nested too deep');
  if (isJsonObject(body) && Object.keys(body).length > 0) return body;
  throw validationError('Request body cannot be empty');
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return sendJson(reply, JSON.stringify(body));
}
