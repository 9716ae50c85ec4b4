// In charge of putting everything together: a loaded project becomes a database and a server. The only file that
// knows all floors.
import { Authenticator } from './auth/authenticate.ts';
import type { ContentRoute } from './http/content-route.ts';
import type { HeaderOptions } from './http/headers.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createServer, type HttpServer } from './http/server.ts';
import type { LiveColumnType } from './project/custom-fields.ts';
import type { DatabaseConfig } from './project/database-config.ts';
import { loadProject, type LoadOptions, type Project } from './project/load.ts';
import { ProjectError, reasonOf } from './project/project-error.ts';
import type { Documents } from './documents/document-collection.ts';
import { createDocuments } from './documents/documents.ts';
import { switchOptions, type OptionChange } from './documents/options/switch-options.ts';
import { loadVisibility } from './documents/visibility.ts';
import { linkWaiting } from './documents/versions/apply-pending.ts';
import { DocumentWriter } from './documents/writer.ts';
import { Reader, type ReaderParts } from './query/read.ts';
import { builtInDefinitions } from './schema/built-in/definitions.ts';
import { FILE, LOCALE } from './schema/built-in/uids.ts';
import { defineRegistry } from './schema/define.ts';
import type { Registry } from './schema/registry.ts';
import { withoutPrivacy } from './schema/without-privacy.ts';
import { readDefaultLocale } from './storage/core-store.ts';
import type { Database, Reading } from './storage/database.ts';
import type { Dialect } from './storage/dialect.ts';
import { readServedRows } from './storage/former-options.ts';
import { createLayout, type Layout } from './storage/layout.ts';
import { names } from './storage/names.ts';
import { prepareDatabase, type PrepareReport } from './storage/prepare.ts';
import { RowStatements } from './storage/row-statements.ts';
import type { FileOf } from './storage/storage-error.ts';

/** A project's content model and its database, ready. */
export interface Store {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly database: Database;
  /** What was done to the database, and which options of types are others than at the last start. */
  readonly report: PrepareReport & { readonly switched: readonly OptionChange[] };
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
  options: Pick<LoadOptions, 'environment' | 'writeSecrets' | 'evaluate'> = {},
): Promise<Project> {
  return loadProject(folder, { builtIn: builtInDefinitions, liveColumns, ...options });
}

/** A content model, and where it is stored. */
export type ContentModel = Pick<Store, 'registry' | 'layout'>;

/** The content model of a project. @throws StorageError for names that collide */
export function modelOf(project: Project): ContentModel {
  const registry = defineRegistry([...builtInDefinitions, ...project.definitions]);
  return { registry, layout: createLayout(registry, filesOf(project)) };
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

/**
 * Opens a project's database and makes it fit.
 * @param say Is handed lines while that takes long
 * @throws StorageError, ProjectError
 */
export async function openStore(
  project: Project,
  say: (line: string) => void = () => undefined,
): Promise<Store> {
  const model = modelOf(project);
  const database = await openDatabase(project.config.database);
  try {
    return await fit(project, model, { database, say });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * What a reading finds in a project's database as it is, which is not brought to the project; null where there is none.
 * @throws ProjectError
 */
export async function lookInto<T>(
  { config }: Project,
  reading: (dialect: Dialect) => Reading<T>,
): Promise<T | null> {
  const file = databaseFile(config.database);
  const sqlite = await import('./storage/sqlite/inspect.ts');
  return opened(file, () => sqlite.lookInto(file, reading));
}

/** Brings an open database to a project and its model. @throws StorageError, with the database as it was */
export async function fitStore(
  project: Project,
  model: ContentModel,
  database: Database,
): Promise<Store> {
  return fit(project, model, { database, say: () => undefined });
}

async function fit(
  project: Project,
  model: ContentModel,
  { database, say }: { readonly database: Database; readonly say: (line: string) => void },
): Promise<Store> {
  const { i18n, admin } = project.config;
  const { initialLocale } = i18n;
  const report = await prepareDatabase(database, model.layout, {
    localeCode: initialLocale,
    apiTokenSalt: admin.apiTokenSalt,
    ...(admin.encryptionKey ? { encryptionKey: admin.encryptionKey } : {}),
    fileOf: filesOf(project),
  });
  const switched = await switchOptions({ ...model, database, initialLocale, say });
  return { ...model, database, report: { ...report, switched } };
}

/** The ways to a project's documents. */
export interface Engine {
  readonly reader: Reader;
  readonly writer: DocumentWriter;
  readonly documents: Documents;
  /** Code of the locale that is meant where none is named. */
  readonly defaultLocale: string;
}

/** Builds what reads and writes the documents of a project. */
export async function createEngine({ config }: Project, store: Store): Promise<Engine> {
  const { registry, layout, database } = store;
  const { rest, documents } = config.api;
  const defaultLocale = await database.read(readDefaultLocale(config.i18n.initialLocale));
  const served = await database.read(readServedRows(registry, defaultLocale));
  const parts: ReaderParts = {
    registry,
    layout,
    database,
    served,
    defaultLocale,
    limits: rest,
    queryString: config.middlewares.query,
    strict: { roots: rest.strictParams, documents: documents.strictParams },
  };
  const reader = new Reader(parts);
  const { dialect } = database;
  const statements = new RowStatements(dialect);
  const rules = {
    strictRelations: documents.strictRelations,
    isVisible: await loadVisibility(registry),
  };
  const context = { registry, layout, dialect, statements, served, defaultLocale, rules };
  await linkWaiting(context, database);
  const writer = new DocumentWriter({ context, database, reader });
  const open = withoutPrivacy(registry);
  const openReader = new Reader({ ...parts, registry: open });
  return {
    reader,
    writer,
    documents: createDocuments({ registry: open, reader: openReader, writer }),
    defaultLocale,
  };
}

/** Builds the server of a project on its store. @throws ProjectError as `headersOf` */
export async function createApp(project: Project, store: Store): Promise<App> {
  const { config, routes, blockedPlugins } = project;
  const { registry, database } = store;
  const { rest } = config.api;
  const engine = await createEngine(project, store);
  const server = createServer({
    ...engine,
    authenticator: new Authenticator(database, config.admin.apiTokenSalt),
    routes: contentRoutes(routes.routes, registry, rest.prefix),
    prefix: rest.prefix,
    file: registry.contentType(FILE),
    locale: registry.contentType(LOCALE),
    headers: headersOf(project),
    bodies: config.middlewares.body,
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

/** Names the schema file of a uid. */
function filesOf({ definitions }: Project): FileOf {
  const files = new Map(definitions.map(({ uid, file }) => [uid, file]));
  return (uid) => files.get(uid);
}

type ProjectRoute = Project['routes']['routes'][number];

/** The routes of content-types. */
function contentRoutes(
  routes: readonly ProjectRoute[],
  registry: Registry,
  prefix: string,
): readonly ContentRoute[] {
  return routes.map(({ uid, action, method, path, auth, blocked }) => ({
    type: registry.contentType(uid),
    action,
    method,
    path: `${prefix}${path}`,
    permissions: auth === false ? null : auth.scope,
    blocked: blocked ?? null,
  }));
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
