// The browser of a worker, and contexts that its tests use one after another, emptied in between: scripts that were
// loaded before stay compiled, which halves the time of a page.
import {
  chromium,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from 'playwright-core';

/** What a context cannot change later. */
export interface ContextOptions {
  readonly locale: string;
  readonly hasTouch: boolean;
  readonly deviceScaleFactor: number;
}

/** Size of the window in which a page opens. */
export const SIZE = { width: 1440, height: 900 };

/**
 * Without a graphics process that imitates one in software, and without threads and compilers that only pay off on pages that
 * stay open for long.
 */
export const BROWSER_OPTIONS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
  '--js-flags=--single-threaded --no-opt --no-maglev',
];

/** Lets pages of a context share a process, which the page that stays open keeps. */
const ONE_PROCESS = '--process-per-site';

interface PooledContext {
  readonly context: BrowserContext;
  readonly key: string;
  /** Stays open. */
  readonly page: Page;
  readonly session: CDPSession;
}

/** What a page may leave behind on its device. */
const STORAGE = 'cookies,local_storage,indexeddb,cache_storage,service_workers';

let launched: Promise<Browser> | null = null;

/** The browser of this worker, which ends with it. */
export async function workerBrowser(): Promise<Browser> {
  const running = await launched?.catch(() => null);
  if (running?.isConnected()) return running;
  pools.clear();
  launched = chromium.launch({
    executablePath: browserPath(),
    args: [...BROWSER_OPTIONS, ONE_PROCESS],
  });
  return launched;
}

/** Path of the browser program. */
export function browserPath(): string {
  const file = process.env['BROWSER_PATH'];
  if (file === undefined) throw new Error('There is no browser.');
  return file;
}

const pools = new Map<string, ContextPool>();

/** The contexts for the pages at an address. */
export function poolOf(browser: Browser, origin: string): ContextPool {
  const pool = pools.get(origin) ?? new ContextPool(browser, origin);
  pools.set(origin, pool);
  return pool;
}

/** Contexts of the browser for the pages of one server. */
export class ContextPool {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #free: PooledContext[] = [];
  readonly #used = new Map<BrowserContext, PooledContext>();

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** Takes a context without cookies and storage. */
  async take(options: ContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options);
    const index = this.#free.findIndex((each) => each.key === key);
    const [pooled = await this.#make(options, key)] =
      index === -1 ? [] : this.#free.splice(index, 1);
    this.#used.set(pooled.context, pooled);
    return pooled.context;
  }

  /** Opens a page in the process of the page that stays open: otherwise it would start in one of its own. */
  async openPage(context: BrowserContext): Promise<Page> {
    const pooled = this.#used.get(context);
    if (pooled === undefined) return context.newPage();
    const opened = context.waitForEvent('page');
    await pooled.page.evaluate(() => {
      const child = window.open('about:blank');
      if (child) child.opener = null;
    });
    return opened;
  }

  /** Closes the pages of a context; a context from outside the pool is closed. */
  async giveBack(context: BrowserContext): Promise<void> {
    const pooled = this.#used.get(context);
    if (pooled === undefined) {
      if (!this.#free.some((each) => each.context === context)) await context.close();
      return;
    }
    this.#used.delete(context);
    const [, ...pages] = context.pages();
    for (const page of pages) await page.close();
    await context.setOffline(false);
    await context.clearPermissions();
    await pooled.session.send('Storage.clearDataForOrigin', {
      origin: this.#origin,
      storageTypes: STORAGE,
    });
    this.#free.push(pooled);
  }

  async #make(options: ContextOptions, key: string): Promise<PooledContext> {
    const context = await newContext(this.#browser, options);
    const page = await context.newPage();
    await page.goto(`${this.#origin}/uploads/none`);
    return { context, key, page, session: await context.newCDPSession(page) };
  }
}

/** Opens a context. */
export function newContext(browser: Browser, options: ContextOptions): Promise<BrowserContext> {
  return browser.newContext({
    ...options,
    viewport: SIZE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    bypassCSP: false,
  });
}
