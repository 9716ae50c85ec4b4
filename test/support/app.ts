// Complete servers for tests: a copy of a project and of a database, opened in process with the calls of `quoin
// start`.
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenOptions } from '../../src/app/database.ts';
import { openProject } from '../../src/app/project.ts';
import { readProcessesOf } from '../../src/app/background/read-processes.ts';
import { createApp } from '../../src/app/server.ts';
import { openStore, tablesOf, type Store } from '../../src/app/store.ts';
import { ApiTokens } from '../../src/auth/api-tokens/api-tokens.ts';
import { allowAll } from '../../src/auth/permissions.ts';
import type { ContentEventFeed } from '../../src/documents/content-events.ts';
import type { ResponseCache } from '../../src/http/cache/response-cache.ts';
import type { HttpServer } from '../../src/http/server.ts';
import type { Project } from '../../src/project/load.ts';
import { makeServerDatabase, type ServerDatabase } from './server-database.ts';
import { connect, type OtherProgram } from './test-database.ts';
import { vendored } from './vendored-projects.ts';

export interface TestAppOptions {
  /** Folder to copy: a name in `test/conformance/projects`, or an absolute path. Default: `kitchen`. */
  readonly project?: string;
  /** SQLite file in `test/conformance` whose rows are copied, such as `fixtures/kitchen.db`. Default: none. */
  readonly database?: string;
  /** A server whose database is shared; it must be closed later. */
  readonly beside?: TestApp;
  /** SQL that runs on the database before the server starts. */
  readonly script?: string;
  /** False disables the response cache. */
  readonly cache?: boolean;
  /** True runs every content read in a thread, however short it is. */
  readonly threads?: boolean;
  /** Reader processes, and the cost from which a read runs in one; true selects the defaults of a server. */
  readonly processes?: true | OpenOptions['processes'];
  /** Timeout of long reads, in milliseconds. */
  readonly readTimeout?: number;
  /** False allows any number of sign-ins of administrators, for tests that share a server. */
  readonly limitsSignIns?: false;
  /** All environment variables; they take precedence over the project's `.env`. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface TestApp extends AsyncDisposable {
  readonly server: HttpServer;
  /** Plain key of a new full-access token. */
  readonly token: string;
  readonly store: Store;
  /** Serves requests that arrive over a socket; null if responses are not cached. */
  readonly responseCache: ResponseCache | null;
  /** Content events of committed writes. */
  readonly feed: ContentEventFeed;
  readonly project: Project;
  /** Folder of the project copy. */
  readonly folder: string;
  /** Sends a request without a socket. `authorization` defaults to the token; null sends none. */
  request(url: string, options?: TestRequest): Promise<TestResponse>;
  /** Separate connection to the database, which is closed with the server. */
  other(): Promise<OtherProgram>;
  /** Listens on a free port of 127.0.0.1. @returns the port */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export interface TestRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
  readonly text: string;
  /** The raw body. */
  readonly bytes: Buffer;
  /** Parses the body as JSON. @throws if it is invalid */
  json<T = unknown>(): T;
}

const ALL_IN_THREADS = { max: 2, minCost: { besideOthers: 0, alone: 0 } };

/** Opens a server. The caller closes it. */
export async function openTestApp({
  project: source = 'kitchen',
  env = {},
  cache = true,
  ...data
}: TestAppOptions = {}): Promise<TestApp> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-app-')));
  try {
    return await openIn(folder, { source, env, cache, data });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Sources {
  readonly cache: boolean;
  readonly source: string;
  readonly env: Readonly<Record<string, string>>;
  readonly data: Omit<TestAppOptions, 'project' | 'env' | 'cache'>;
}

async function openIn(folder: string, { source, env, cache, data }: Sources): Promise<TestApp> {
  cpSync(path.resolve(vendored('conformance', 'projects'), source), folder, { recursive: true });
  const loaded = await openProject(folder, { environment: { ...env } });
  const { project, drop } = await onItsDatabase(cache ? loaded : withoutCache(loaded), data);
  const remove = async (): Promise<void> => {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  };
  if (data.script !== undefined) await runBefore(project, data.script);
  const threads = data.threads === true ? ALL_IN_THREADS : null;
  const processes = data.processes === true ? readProcessesOf(true) : (data.processes ?? null);
  return await serve(limited(project, data), { folder, remove, threads, processes });
}

function limited(project: Project, { readTimeout, limitsSignIns }: Sources['data']): Project {
  const { database, admin } = project.config;
  const config = {
    ...project.config,
    ...(readTimeout !== undefined && { database: { ...database, readTimeout } }),
    ...(limitsSignIns === false && { admin: { ...admin, rateLimit: null } }),
  };
  return { ...project, config };
}

function withoutCache(project: Project): Project {
  const { quoin } = project.config;
  const changed = { ...quoin, cache: { ...quoin.cache, memory: 0 } };
  return { ...project, config: { ...project.config, quoin: changed } };
}

async function onItsDatabase(
  project: Project,
  { database, beside }: Sources['data'],
): Promise<ServerDatabase> {
  if (beside === undefined) {
    const file = path.join(project.folder, '.tmp', 'data.db');
    return await makeServerDatabase(project, { source: database, file });
  }
  const config = { ...project.config, database: beside.project.config.database };
  return { project: { ...project, config }, drop: async () => undefined };
}

async function runBefore({ config }: Project, script: string): Promise<void> {
  const other = await connect(config.database);
  await other.script(script);
  await other.close();
}

interface Serving {
  readonly folder: string;
  readonly remove: () => void | Promise<void>;
  /** Plain key of an existing full-access token. Default: a new one. */
  readonly token?: string | undefined;
  readonly threads?: OpenOptions['threads'];
  readonly processes?: OpenOptions['processes'];
}

/** Opens a server on a loaded project. */
export async function serve(
  project: Project,
  { folder, remove, token: known, threads = null, processes = null }: Serving,
): Promise<TestApp> {
  const opening = { readsReplicas: false, commitLog: null, closeInTurn: null, threads, processes };
  const store = await openStore(project, undefined, opening);
  const token = known ?? (await createToken(project, store));
  const created = await createApp(project, store).catch(async (error: unknown) => {
    await store.database.close();
    throw error;
  });
  const { server, responseCache, feed, close: closeApp } = created;
  let other: Promise<OtherProgram> | null = null;
  const closeAll = async (): Promise<void> => {
    await closeApp();
    await (await other)?.close();
    await remove();
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= closeAll());
  return {
    server,
    token,
    store,
    responseCache,
    feed,
    project,
    folder,
    request: (url, options) =>
      inject(server, url, { authorization: `Bearer ${token}`, ...options }),
    other: () => (other ??= connect(project.config.database)),
    listen: async () => {
      await server.listen({ host: '127.0.0.1', port: 0 });
      return (server.server.address() as AddressInfo).port;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Creates a full-access token. @returns its plain key */
export async function createToken(project: Project, store: Store): Promise<string> {
  const tokens = new ApiTokens({
    database: store.database,
    tables: tablesOf(store),
    secrets: { salt: project.config.admin.apiTokenSalt, encryptionKey: null },
    actions: new Set(),
  });
  const { plain } = await tokens.create(
    { name: 'conformance', type: 'full-access' },
    allowAll,
    'number',
  );
  return plain;
}

async function inject(
  server: HttpServer,
  url: string,
  { method = 'GET', authorization = null, headers = {}, body }: TestRequest,
): Promise<TestResponse> {
  const response = await server.inject({
    method,
    url,
    headers: { ...(authorization === null ? {} : { authorization }), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    bytes: response.rawPayload,
    json: <T>() => JSON.parse(response.body) as T,
  };
}
