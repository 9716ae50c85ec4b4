// Servers for tests of accounts: the kitchen project with custom settings of users-permissions and email.
import { afterAll, onTestFinished } from 'vitest';
import { changeDatabase, readValue } from './app-database.ts';
import { openTestApp, type TestResponse, type TestApp } from './app.ts';
import { makeProject, type ProjectFiles } from './project-folder.ts';
import { RestoredServer } from './restored-server.ts';
import { vendored } from './vendored-projects.ts';

/** Settings of a server. */
export interface AccountSettings {
  /** `users-permissions.config` as the source of an object. Default: no rate limit. */
  readonly users?: string;
  /** `email.config` as the source of an object. */
  readonly email?: string;
  /** `config/server` as the source of an object. */
  readonly server?: string;
  /** Merged into the stored advanced settings. */
  readonly advanced?: Readonly<Record<string, unknown>> | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** Additional files of the project. */
  readonly files?: ProjectFiles;
}

/** Opens a server, which is closed at the end of the test. */
export async function openAccounts(settings: AccountSettings = {}): Promise<TestApp> {
  const app = await openServer(settings);
  onTestFinished(() => app.close());
  if (settings.advanced) await setAdvanced(app, settings.advanced);
  return app;
}

/** Number of servers that stay open for the following tests. */
const MAX_SHARED = 4;

/**
 * Shares servers between the tests of a file, by their settings: a test gets one with a restored database. It gets a new
 * one if it needs two with the same settings, and if rate limits are set, which a server keeps in memory.
 */
export function sharedAccounts(): (settings?: AccountSettings) => Promise<TestApp> {
  const servers = new Map<string, RestoredServer>();
  const inUse = new Set<string>();
  afterAll(async () => {
    for (const server of servers.values()) await server.close();
  });
  const open = async ({ advanced, ...settings }: AccountSettings): Promise<TestApp> => {
    const key = JSON.stringify(settings);
    if (inUse.has(key) || key.includes('ratelimit')) return openAccounts({ advanced, ...settings });
    inUse.add(key);
    onTestFinished(() => void inUse.delete(key));
    const server = servers.get(key) ?? new RestoredServer(() => openServer(settings));
    servers.delete(key);
    servers.set(key, server);
    const [oldest] = [...servers.keys()].filter((each) => !inUse.has(each));
    if (servers.size > MAX_SHARED && oldest !== undefined) {
      await servers.get(oldest)?.close();
      servers.delete(oldest);
    }
    const app = await server.restored();
    if (advanced) await setAdvanced(app, advanced);
    return app;
  };
  return (settings = {}) => open(settings);
}

async function openServer({
  users = '{}',
  email = '{}',
  server = '{}',
  env = {},
  files = {},
}: AccountSettings): Promise<TestApp> {
  const project = makeProject(
    {
      'config/plugins.js': `module.exports = () => ({
        'users-permissions': { config: { jwtSecret: 'jwt-secret', ratelimit: { enabled: false }, ...${users} } },
        email: { config: ${email} },
      });`,
      'config/server.js': `module.exports = () => ({ app: { keys: ['a', 'b'] }, ...${server} });`,
      ...files,
    },
    `${vendored('conformance', 'projects')}/kitchen`,
  );
  return openTestApp({ project, env });
}

const KEY = 'plugin_users-permissions_advanced';

/** Merges settings into the stored advanced settings, as an administrator would. */
export async function setAdvanced(
  app: TestApp,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const where = `where key = '${KEY}'`;
  const stored = await readValue(app, `select value from strapi_core_store_settings ${where}`);
  const settings = JSON.parse(String(stored)) as object;
  const value = JSON.stringify({ ...settings, ...changes }).replaceAll("'", "''");
  await changeDatabase(app, `update strapi_core_store_settings set value = '${value}' ${where}`);
}

/** Credentials and headers of a request. */
export interface RequestOptions {
  /** Token, or null for the public role. */
  readonly as?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a JSON request, by default without credentials. */
export function requestsTo(app: TestApp): {
  readonly post: (path: string, body: unknown, asking?: RequestOptions) => Promise<TestResponse>;
} {
  return {
    post: (path, body, { as = null, headers = {} } = {}) =>
      app.request(path, {
        method: 'POST',
        authorization: as === null ? null : `Bearer ${as}`,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/** The response to a sign-in. */
export interface SignedInBody {
  readonly jwt: string;
  readonly refreshToken?: string;
  readonly user: Readonly<Record<string, unknown>> & { readonly id: number };
}

/** Registers a user with the password `secret1`. */
export async function register(app: TestApp, username: string): Promise<SignedInBody> {
  const body = { username, email: `${username}@example.com`, password: 'secret1' };
  const response = await requestsTo(app).post('/api/auth/local/register', body);
  if (response.status !== 200) throw new Error(response.text);
  return response.json<SignedInBody>();
}

/** Signs in by name. */
export async function logIn(
  app: TestApp,
  identifier: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<SignedInBody> {
  const body = { identifier, password: 'secret1', ...more };
  const response = await requestsTo(app).post('/api/auth/local', body);
  if (response.status !== 200) throw new Error(response.text);
  return response.json<SignedInBody>();
}

/** Sends a GET request with a token. */
export function get(app: TestApp, path: string, token: string): Promise<TestResponse> {
  return app.request(path, { authorization: `Bearer ${token}` });
}

/** Status, name and message of an error response. */
export function errorOf(response: TestResponse): readonly [number, string, string] {
  const { error } = response.json<{ error: { status: number; name: string; message: string } }>();
  return [error.status, error.name, error.message];
}
