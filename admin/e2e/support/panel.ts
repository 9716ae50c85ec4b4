// The built server with its own project, and browsers.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { makePostgresDatabase } from '../../../test/support/postgres-database.ts';
import {
  BROWSER_OPTIONS,
  browserPath,
  newContext,
  poolOf,
  SIZE,
  workerBrowser,
  type ContextPool,
} from './context-pool.ts';
import { startProject } from './project-server.ts';
import { seed, seedBlog } from './seeded-blog.ts';

/** A server, and a browser. */
export interface Panel extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly address: string;
  /** Opens a page with cookies and storage of its own, which reports errors. */
  open(target: string, options?: PageOptions): Promise<Page>;
  /** Closes a page, and all others with the same cookies and storage. */
  close(page: Page): Promise<void>;
  /** Opens a page in a browser of its own, whose storage is in a folder. @param folder Of one that was killed */
  openProfile(target: string, folder?: string): Promise<KilledBrowser>;
}

/** A browser that can be killed. */
export interface KilledBrowser {
  readonly page: Page;
  /** Of its storage; it is removed with the temporary files of the run. */
  readonly folder: string;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
}

/** How a page is shown. */
export interface PageOptions {
  readonly size?: { readonly width: number; readonly height: number };
  readonly theme?: 'light' | 'dark';
  readonly language?: string;
  readonly hasTouch?: boolean;
  /** Pixels of the device for one of the page; default: 1. */
  readonly zoom?: number;
  /** A page that shares cookies and storage. */
  readonly sessionOf?: Page;
  /** True: scripts that an earlier page has loaded are in the cache. Cookies and storage are empty. */
  readonly warm?: boolean;
  /** Signs in over the API, without the form. */
  readonly as?: Credentials;
  /** Is called before the page loads. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** What a person signs in with. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** How long a page may take for one step, in milliseconds: the machine may be busy. */
const TIMEOUT = 20_000;

/** Starts the server in a project without types. */
export async function startEmptyPanel(): Promise<Panel> {
  const folder = await makeProject();
  mkdirSync(path.join(folder, 'config'));
  writeFileSync(path.join(folder, 'config/server.json'), '{}');
  return startPanel(folder);
}

/** Starts the server in a copy of the seeded blog, with additional types for tests. @param more Further content, as `quoin seed` reads it */
export async function startBlogPanel(more: object | null = null): Promise<Panel> {
  const folder = await makeProject();
  if (inject('client') === 'sqlite') cpSync(inject('seededBlog'), folder, { recursive: true });
  else await seedBlog(folder);
  if (more) {
    writeFileSync(path.join(folder, 'more.json'), JSON.stringify(more));
    seed(folder, 'more.json', '--append');
  }
  return startPanel(folder);
}

/** Makes the folder of a project, with a database of its own (`PANEL_CLIENT=postgres`). */
async function makeProject(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-panel-'));
  if (inject('client') !== 'postgres') return folder;
  const { config } = await makePostgresDatabase();
  const { host, port, database, user, password } = config;
  const lines = { CLIENT: 'postgres', HOST: host, PORT: port, NAME: database, USERNAME: user };
  const settings = Object.entries({ ...lines, PASSWORD: password });
  const text = settings.map(([name, value]) => `DATABASE_${name}=${value}\n`).join('');
  writeFileSync(path.join(folder, '.env'), text);
  return folder;
}

async function startPanel(folder: string): Promise<Panel> {
  const [{ address, stop }, browser] = await Promise.all([startProject(folder), workerBrowser()]);
  const pool = poolOf(browser, address);
  const contexts = new Set<BrowserContext>();
  return {
    address,
    async open(target, options) {
      const page = await openPage({ browser, pool }, `${address}${target}`, options);
      contexts.add(page.context());
      return page;
    },
    async close(page) {
      await pool.giveBack(page.context());
      faults.delete(page.context());
    },
    openProfile: (target, profile) => openProfile(`${address}${target}`, profile),
    async [Symbol.asyncDispose]() {
      for (const context of contexts) await pool.giveBack(context);
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every error of a page, by page; a test ends by checking that there are none. */
const faults = new WeakMap<BrowserContext, string[]>();

/** Expects that a page had no errors: none in scripts, none by its Content-Security-Policy, no request to other hosts. */
export function expectNoFaults(page: Page): void {
  expect(faults.get(page.context()) ?? []).toEqual([]);
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Wrapper of a popover, which has hidden buttons next to its dialog: no content outside of landmarks. */
const POPOVER = '<div style="display: contents;">';

/** Expects that axe finds nothing on a page: WCAG 2.2 AA and best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: readonly Violation[] }> };
    };
    // Selectors, and the details of other results, take longer than the rules.
    return (await axe.run({ resultTypes: ['violations'], selectors: false })).violations;
  });
  const found = violations
    .map(({ id, nodes }) => [
      id,
      ...nodes.map(({ html }) => html).filter((html) => html !== POPOVER),
    ])
    .filter(({ length }) => length > 1);
  expect(found).toEqual([]);
}

/** Expects that nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
}

async function openProfile(url: string, profile?: string): Promise<KilledBrowser> {
  const folder = profile ?? mkdtempSync(path.join(tmpdir(), 'quoin-profile-'));
  const server = await chromium.launchPersistentContext(folder, {
    executablePath: browserPath(),
    args: [...BROWSER_OPTIONS],
    locale: 'en-US',
  });
  const page = server.pages()[0] ?? (await server.newPage());
  await page.goto(url);
  return {
    page,
    folder,
    async kill() {
      const closed = new Promise((resolve) => server.once('close', resolve));
      const ids = processesOf(folder);
      for (const id of ids) process.kill(id, 'SIGKILL');
      if (ids.length === 0) await server.close();
      await closed;
    },
  };
}

/** Ids of the browser processes that use a folder. */
function processesOf(folder: string): readonly number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes(`--user-data-dir=${folder}`))
    .map((line) => Number.parseInt(line, 10));
}

interface Opener {
  readonly browser: Browser;
  readonly pool: ContextPool;
}

async function openPage(
  { browser, pool }: Opener,
  url: string,
  {
    size = SIZE,
    theme = 'light',
    language = 'en-US',
    hasTouch = false,
    zoom = 1,
    sessionOf,
    warm = false,
    as,
    prepare,
  }: PageOptions = {},
): Promise<Page> {
  const options = { locale: language, hasTouch, deviceScaleFactor: zoom };
  const context =
    sessionOf?.context() ?? (await (warm ? pool.take(options) : newContext(browser, options)));
  const page = await pool.openPage(context);
  page.setDefaultTimeout(TIMEOUT);
  if (size !== SIZE) await page.setViewportSize(size);
  if (theme === 'dark') await page.emulateMedia({ colorScheme: theme });
  const list = faults.get(context) ?? [];
  faults.set(context, list);
  const { origin } = new URL(url);
  page.on('pageerror', (error) => list.push(error.message));
  page.on('console', (message) => {
    // A rejected request is not an error of the page.
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) list.push(text);
  });
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(origin)) {
      list.push(`request to ${request.url()}`);
    }
  });
  if (as) await context.request.post(`${origin}/admin/login`, { data: as });
  await prepare?.(page);
  await page.goto(url);
  return page;
}
