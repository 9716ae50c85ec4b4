// In charge of putting everything together: a loaded project becomes a database and a server. The only file that
// knows all floors.
import { Authenticator } from './auth/authenticate.ts';
import type { ContentRoute } from './http/content-routes.ts';
import type { HeaderOptions } from './http/headers.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createServer, type HttpServer } from './http/server.ts';
import type { LiveColumnType } from './project/custom-fields.ts';
import type { DatabaseConfig } from './project/database-config.ts';
import { loadProject, type LoadOptions, type Project } from './project/load.ts';
import { ProjectError, reasonOf } from './project/project-error.ts';
import { Reader } from './query/read.ts';
import { builtInDefinitions } from './schema/built-in/definitions.ts';
import { FILE, LOCALE } from './schema/built-in/uids.ts';
import { defineRegistry } from './schema/define.ts';
import type { Registry } from './schema/registry.ts';
import { coreStoreValue } from './storage/core-store.ts';
import type { Database } from './storage/database.ts';
import { readServedRows } from './storage/former-options.ts';
import { createLayout, type Layout } from './storage/layout.ts';
import { names } from './storage/names.ts';
import { prepareDatabase, type PrepareReport } from './storage/prepare.ts';

/** A project's content model and its database, ready. */
export interface Store {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly database: Database;
  /** What was done to the database. */
  readonly report: PrepareReport;
}

/** A server that can listen. */
export interface App {
  readonly server: HttpServer;
  readonly store: Store;
  /** Closes the server, then the database; however often it is called, once. */
  close(): Promise<void>;
}

/** Loads the project of a folder. @throws ProjectError */
export function openProject(
  folder: string,
  options: Pick<LoadOptions, 'environment' | 'writeSecrets'> = {},
): Promise<Project> {
  return loadProject(folder, { builtIn: builtInDefinitions, liveColumns, ...options });
}

/** The content model of a project, and where it is stored. @throws StorageError for names that collide */
export function modelOf({ definitions }: Project): Pick<Store, 'registry' | 'layout'> {
  const registry = defineRegistry([...builtInDefinitions, ...definitions]);
  return { registry, layout: createLayout(registry) };
}

/** The headers of answers, as a project sets them. @throws ProjectError for options that nobody understands */
export function headersOf({ config }: Project): HeaderOptions {
  const { cors, security, poweredBy } = config.middlewares;
  return {
    origins: cors.origin,
    credentials: cors.credentials,
    methods: cors.methods,
    allowedHeaders: cors.headers,
    exposedHeaders: cors.expose,
    maxAge: cors.maxAge,
    security: refusedBy('strapi::security', () => securityHeaders(security)),
    poweredBy,
  };
}

/** Opens a project's database and makes it fit. @throws StorageError, ProjectError */
export async function openStore(project: Project): Promise<Store> {
  const { config, definitions } = project;
  const { registry, layout } = modelOf(project);
  const files = new Map(definitions.map(({ uid, file }) => [uid, file]));
  const database = await openDatabase(config.database);
  try {
    const report = await prepareDatabase(database, layout, {
      localeCode: config.i18n.initialLocale,
      apiTokenSalt: config.admin.apiTokenSalt,
      ...(config.admin.encryptionKey ? { encryptionKey: config.admin.encryptionKey } : {}),
      fileOf: (uid) => files.get(uid),
    });
    return { registry, layout, database, report };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Builds the server of a project on its store. @throws ProjectError as `headersOf` */
export async function createApp(project: Project, store: Store): Promise<App> {
  const { config, routes, blockedPlugins } = project;
  const { registry, layout, database } = store;
  const { rest, documents } = config.api;
  const stored = await database.read(coreStoreValue('plugin_i18n_default_locale'));
  const defaultLocale = typeof stored === 'string' ? stored : config.i18n.initialLocale;
  const reader = new Reader({
    registry,
    layout,
    database,
    served: await database.read(readServedRows(registry, defaultLocale)),
    defaultLocale,
    limits: rest,
    queryString: config.middlewares.query,
    strict: { roots: rest.strictParams, documents: documents.strictParams },
  });
  const server = createServer({
    reader,
    defaultLocale,
    authenticator: new Authenticator(database, config.admin.apiTokenSalt),
    routes: contentRoutes(routes.routes, registry, rest.prefix),
    prefix: rest.prefix,
    file: registry.contentType(FILE),
    locale: registry.contentType(LOCALE),
    headers: headersOf(project),
    blocked: blockedPlugins,
    publicFolder: config.server.publicFolder,
    trustProxy: config.server.proxy.trust,
  });
  const closeBoth = async (): Promise<void> => {
    await server.close();
    await database.close();
  };
  let closing: Promise<void> | undefined;
  return { server, store, close: () => (closing ??= closeBoth()) };
}

/** Drivers are loaded when they are needed: a start has a budget. */
async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const file = databaseFile(config);
  const { openSqlite } = await import('./storage/sqlite/driver.ts');
  return opened(file, () => openSqlite(file));
}

/** The column types that a database already has, for fields whose schema does not tell. Changes nothing. */
async function liveColumns(config: DatabaseConfig): Promise<LiveColumnType> {
  const file = databaseFile(config);
  const { inspectSqlite } = await import('./storage/sqlite/inspect.ts');
  const columnOf = opened(file, () => inspectSqlite(file));
  return (table, attribute) => columnOf(names.table(table), names.column(attribute))?.type;
}

/** @throws ProjectError for a database that is no file */
function databaseFile(config: DatabaseConfig): string {
  if (config.client === 'sqlite') return config.file;
  throw new ProjectError([
    {
      file: 'config/database',
      path: 'connection.client',
      message:
        'PostgreSQL is not served yet: this version reads SQLite. Set the client to "sqlite".',
    },
  ]);
}

/** What `open` gives. @throws ProjectError that says why the file cannot be opened */
function opened<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    const message =
      `${file} cannot be opened as a SQLite database (${reasonOf(cause)}). ` +
      'Name a database file that this user may read and write, in a folder where it may make files.';
    const path = 'connection.connection.filename';
    throw new ProjectError([{ file: 'config/database', path, message }], { cause });
  }
}

type ProjectRoute = Project['routes']['routes'][number];

/** The routes that read. */
function contentRoutes(
  routes: readonly ProjectRoute[],
  registry: Registry,
  prefix: string,
): readonly ContentRoute[] {
  return routes.flatMap(({ uid, action, path, auth, blocked }) =>
    action === 'find' || action === 'findOne'
      ? {
          type: registry.contentType(uid),
          action,
          path: `${prefix}${path}`,
          permissions: auth === false ? null : auth.scope,
          blocked: blocked ?? null,
        }
      : [],
  );
}

/** What `work` gives. @throws ProjectError that names the middleware whose options it refuses */
function refusedBy<T>(middleware: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const message = `These options are refused: ${reasonOf(cause)} Correct or remove them.`;
    throw new ProjectError([{ file: 'config/middlewares', path: middleware, message }], { cause });
  }
}
