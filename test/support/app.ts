// In charge of whole servers for tests: a copy of a project's folder with a copy of a database, opened in process
// by the same three calls as `quoin start`.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openProject } from '../../src/app/project.ts';
import { createApp } from '../../src/app/server.ts';
import { openStore, tablesOf, type Store } from '../../src/app/store.ts';
import { ApiTokens } from '../../src/auth/api-tokens/api-tokens.ts';
import type { HttpServer } from '../../src/http/server.ts';
import type { Project } from '../../src/project/load.ts';
import { vendored } from './vendored-projects.ts';

export interface TestAppOptions {
  /** Folder to copy, from `test/conformance/projects`: a name there, or an absolute path. Default: `kitchen`. */
  readonly project?: string;
  /** SQLite file to copy, from `test/conformance`: `fixtures/kitchen.db`. Default: none, so that one is made. */
  readonly database?: string;
  /** The only variables that are set, before those of the project's `.env`. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface TestApp extends AsyncDisposable {
  readonly server: HttpServer;
  /** The plain key of a new full-access token. */
  readonly token: string;
  readonly store: Store;
  readonly project: Project;
  /** The copy of the project. */
  readonly folder: string;
  /** A request without a socket, with the token where no `authorization` is given; null sends none. */
  request(url: string, options?: TestRequest): Promise<TestAnswer>;
  /** Listens on any port of this machine and gives it. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export interface TestRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON. @throws where it is none */
  json<T = unknown>(): T;
}

/** Opens a server; whoever opens it closes it. */
export async function openTestApp({
  project: source = 'kitchen',
  database,
  env = {},
}: TestAppOptions = {}): Promise<TestApp> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-app-')));
  try {
    return await openIn(folder, { source, database, env });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Sources {
  readonly source: string;
  readonly database: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

async function openIn(folder: string, { source, database, env }: Sources): Promise<TestApp> {
  cpSync(path.resolve(vendored('conformance', 'projects'), source), folder, { recursive: true });
  if (database !== undefined) {
    mkdirSync(path.join(folder, '.tmp'), { recursive: true });
    copyFileSync(
      path.resolve(vendored('conformance'), database),
      path.join(folder, '.tmp', 'data.db'),
    );
  }
  const project = await openProject(folder, { environment: { ...env } });
  return await serve(project, {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  });
}

/** A server on a project that is loaded. */
export async function serve(
  project: Project,
  { folder, remove }: { readonly folder: string; readonly remove: () => void | Promise<void> },
): Promise<TestApp> {
  const store = await openStore(project);
  const { plain: token } = await new ApiTokens({
    database: store.database,
    tables: tablesOf(store),
    secrets: { salt: project.config.admin.apiTokenSalt, encryptionKey: null },
    actions: new Set(),
  }).create({ name: 'conformance', type: 'full-access' }, 'number');
  const { server, close: closeApp } = await createApp(project, store).catch(
    async (error: unknown) => {
      await store.database.close();
      throw error;
    },
  );
  const close = async (): Promise<void> => {
    await closeApp();
    await remove();
  };
  return {
    server,
    token,
    store,
    project,
    folder,
    request: (url, options) =>
      inject(server, url, { authorization: `Bearer ${token}`, ...options }),
    listen: async () => {
      await server.listen({ host: '127.0.0.1', port: 0 });
      return (server.server.address() as AddressInfo).port;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function inject(
  server: HttpServer,
  url: string,
  { method = 'GET', authorization = null, headers = {}, body }: TestRequest,
): Promise<TestAnswer> {
  const answer = await server.inject({
    method,
    url,
    headers: { ...(authorization === null ? {} : { authorization }), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    json: <T>() => JSON.parse(answer.body) as T,
  };
}
