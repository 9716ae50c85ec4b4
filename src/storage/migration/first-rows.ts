// Initial rows of a database: the migration log that keeps Strapi from migrating it again, a locale, the roles of end
// users with their permissions, settings, and two API tokens (docs/strapi/storage.md, "Strapi's own tables";
// docs/strapi/access.md, "Default permissions" and "API tokens"). A group is inserted only if none of its rows exist,
// all in one transaction. Roles of administrators are created with the first administrator
// (`auth/admin/admin-roles`), because Strapi creates them with their permissions if it finds none.
import { sql } from 'kysely';
import { localeName } from '../../base/locale-name.ts';
import { ADMIN_USER, API_TOKEN, LOCALE, PERMISSION, ROLE } from '../../schema/built-in/uids.ts';
import { defaultTokens, type DefaultToken } from './default-tokens.ts';
import type { Database } from '../database.ts';
import type { Dialect, Fragment } from '../dialect.ts';
import type { Layout } from '../layout/layout.ts';
import { RowWriter, toQuery } from './row-writer.ts';
import { runInSession, type ReadSteps } from '../session.ts';
import { storedSettings } from './default-settings.ts';

/** Inputs of the initial rows; without a salt no API tokens are created. */
export interface FirstRowsOptions {
  /** Default locale of a new database. Default: `en`. */
  readonly localeCode?: string;
  /** `admin.apiToken.salt` of the project. */
  readonly apiTokenSalt?: string;
  /** `admin.secrets.encryptionKey` of the project, with which administrators can see tokens again. */
  readonly encryptionKey?: string;
}

const MIGRATIONS = 'strapi_migrations_internal';
const SETTINGS = 'strapi_core_store_settings';

/** Migrations of Strapi 5.54; a database with this layout needs none of them. */
const MIGRATION_NAMES = [
  '5.0.0-rename-identifiers-longer-than-max-length',
  '5.0.0-02-created-document-id',
  '5.0.0-03-created-locale',
  '5.0.0-04-created-published-at',
  '5.0.0-05-drop-slug-fields-index',
  '5.0.0-06-add-document-id-indexes',
  'core::5.0.0-discard-drafts',
  'admin::migrate-prefered-language-dk-to-da',
];

const ROLES = [
  {
    name: 'Authenticated',
    description: 'Default role given to authenticated user.',
    type: 'authenticated',
  },
  { name: 'Public', description: 'Default role given to unauthenticated user.', type: 'public' },
];

/** Actions of `plugin::users-permissions` by role type. */
const ACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'authenticated',
    ['auth.logout', 'auth.getSessions', 'auth.revokeSession', 'user.me', 'auth.changePassword'],
  ],
  [
    'public',
    [
      'auth.callback',
      'auth.connect',
      'auth.forgotPassword',
      'auth.resetPassword',
      'auth.register',
      'auth.emailConfirmation',
      'auth.sendEmailConfirmation',
      'auth.refresh',
    ],
  ],
]);

/**
 * Inserts missing initial rows.
 * @returns the tables that got rows, for the console
 */
export async function writeFirstRows(
  database: Database,
  layout: Layout,
  options: FirstRowsOptions,
): Promise<readonly string[]> {
  const { dialect } = database;
  const groups = groupsOf(layout, options);
  const missing = await database.read(inspectGroups(groups, dialect));
  if (missing.length === 0) return [];
  return database.runInTransaction(async (session) => {
    const writer = new RowWriter(session, dialect, layout);
    const stillMissing = await runInSession(session, inspectGroups(groups, dialect));
    for (const { write } of stillMissing) await write(writer);
    return [...new Set(stillMissing.map(({ table }) => table))];
  });
}

/** Rows that are inserted together if a query finds none. */
interface Group {
  readonly table: string;
  readonly unless: Fragment;
  write(writer: RowWriter): Promise<unknown>;
}

/** The groups without any row. */
function* inspectGroups(groups: readonly Group[], dialect: Dialect): ReadSteps<readonly Group[]> {
  const found = yield groups.map(({ unless }) => toQuery(dialect.compile(unless)));
  return groups.filter((_, i) => found[i]?.length === 0);
}

/** All groups in insertion order. */
function groupsOf(layout: Layout, options: FirstRowsOptions): readonly Group[] {
  const { localeCode = 'en', apiTokenSalt, encryptionKey } = options;
  const ifEmpty = (table: string, write: Group['write']): Group => ({
    table,
    unless: sql`SELECT id FROM ${sql.id(table)} LIMIT 1`,
    write,
  });
  const tokens = layout.table(API_TOKEN);
  return [
    ifEmpty(MIGRATIONS, writeMigrations),
    ifEmpty(layout.table(LOCALE), (writer) => writeLocale(writer, localeCode)),
    ifEmpty(layout.table(ROLE), writeRoles),
    ifEmpty(layout.table(PERMISSION), (writer) => writePermissions(writer, layout)),
    ...Object.entries(storedSettings).map(([key, value]) => settingGroup(key, value)),
    ...(apiTokenSalt === undefined
      ? []
      : [
          {
            table: tokens,
            unless: sql`SELECT id FROM ${sql.id(tokens)} UNION ALL SELECT id FROM ${sql.id(layout.table(ADMIN_USER))} LIMIT 1`,
            write: (writer: RowWriter) =>
              writeTokens(writer, defaultTokens(apiTokenSalt, encryptionKey)),
          },
        ]),
  ];
}

function settingGroup(key: string, value: unknown): Group {
  return {
    table: SETTINGS,
    unless: sql`SELECT id FROM ${sql.id(SETTINGS)} WHERE ${sql.id('key')} = ${key} LIMIT 1`,
    write: (writer) =>
      writer.insert(SETTINGS, { key, value: JSON.stringify(value), type: 'object' }),
  };
}

async function writeMigrations(writer: RowWriter): Promise<void> {
  for (const name of MIGRATION_NAMES) await writer.insert(MIGRATIONS, { name, time: writer.now });
}

async function writeLocale(writer: RowWriter, code: string): Promise<void> {
  const name = localeName(code);
  if (name === null) {
    throw new Error(
      `The initial locale ${code} is not a valid locale code. Use one such as en or fr-CA.`,
    );
  }
  await writer.insertEntry(LOCALE, { name, code });
  const key = 'plugin_i18n_default_locale';
  await writer.insert(SETTINGS, { key, value: JSON.stringify(code), type: 'string' });
}

async function writeRoles(writer: RowWriter): Promise<void> {
  for (const role of ROLES) await writer.insertEntry(ROLE, role);
}

async function writePermissions(writer: RowWriter, layout: Layout): Promise<void> {
  const roles = await writer.rows(
    sql`SELECT id, ${sql.id(layout.column(ROLE, 'type'))} FROM ${sql.id(layout.table(ROLE))} ORDER BY id`,
  );
  for (const [role, type] of roles) {
    const ids: number[] = [];
    for (const action of ACTIONS.get(String(type)) ?? []) {
      ids.push(
        await writer.insertEntry(PERMISSION, { action: `plugin::users-permissions.${action}` }),
      );
    }
    await writer.insertLinks(ROLE, 'permissions', { near: Number(role), far: ids });
  }
}

async function writeTokens(writer: RowWriter, tokens: readonly DefaultToken[]): Promise<void> {
  for (const token of tokens) await writer.insertEntry(API_TOKEN, { ...token });
}
