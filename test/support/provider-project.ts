// Servers for tests of sign-in providers: the kitchen project with providers, listening on the callback URL, and the
// steps of a user.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestApp, type TestApp } from './app.ts';
import { Browser } from './browser.ts';
import { writeFiles } from './project-folder.ts';
import { vendored } from './vendored-projects.ts';

/** Page of a frontend; nothing listens at this URL. */
export const FRONT_END = 'http://front.test/signed-in';

/** Credentials of this server at providers. */
export const CLIENT = { clientId: 'quoin', clientSecret: 'a-secret-of-the-client' } as const;

/** A listening server. */
export interface ProviderApp {
  readonly app: TestApp;
  /** URL with the API prefix. */
  readonly api: string;
}

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** URL of a server's API. */
export function apiAt(port: number): string {
  return `http://127.0.0.1:${port}/api`;
}

/** Opens a server with these settings of users-permissions; the caller closes it. */
export async function openProviderApp(
  port: number,
  settings: object,
  env: Readonly<Record<string, string>> = {},
): Promise<ProviderApp> {
  const config = { jwtSecret: 'jwt-secret', ratelimit: { max: 1000 }, ...settings };
  const plugins = JSON.stringify({ 'users-permissions': { config } });
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-providers-'));
  try {
    cpSync(vendored('conformance', 'projects', 'kitchen'), folder, { recursive: true });
    const server = `{ host: env('HOST', '127.0.0.1'), port: env.int('PORT'), url: env('URL', ''), app: { keys: ['key-one', 'key-two'] } }`;
    writeFiles(folder, {
      'config/plugins.js': `module.exports = ${plugins};`,
      'config/server.js': `module.exports = ({ env }) => (${server});`,
    });
    const app = await openTestApp({ project: folder, env: { PORT: String(port), ...env } });
    await app.server.listen({ host: '127.0.0.1', port });
    return { app, api: apiAt(port) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The response to a frontend. */
export interface Outcome {
  readonly status: number;
  readonly body: SignedIn & {
    readonly error?: { readonly name: string; readonly message: string };
  };
}

interface SignedIn {
  readonly jwt: string;
  readonly user: Readonly<Record<string, unknown>>;
}

/** Signs in through a link of the frontend and calls the callback. */
export async function signIn(api: string, provider: string, login: string): Promise<Outcome> {
  const page = await reach(new Browser(), `${api}/connect/${provider}`, login);
  const word = page.searchParams.get('access_token');
  if (word === null) throw new Error(`Sign-in failed: ${page.href}`);
  return await bring(`${api}/auth/${provider}/callback?access_token=${word}`);
}

/** The last page after following a link and signing in. */
export async function reach(browser: Browser, link: string, login: string): Promise<URL> {
  return new URL(await browser.navigate(link, { until: 'http://front.test', fields: { login } }));
}

/** The response that a frontend gets. */
export async function bring(
  address: string,
  {
    browser = new Browser(),
    headers = {},
  }: { browser?: Browser; headers?: Record<string, string> } = {},
): Promise<Outcome> {
  const { status, text } = await browser.request(address, { headers });
  return { status, body: JSON.parse(text) as Outcome['body'] };
}
