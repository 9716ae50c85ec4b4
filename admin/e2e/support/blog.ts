// The example blog in a browser, with its first administrator, for the tests of a file.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { startBlogPanel, type Credentials, type Panel, type PageOptions } from './panel.ts';
import { EDITOR } from './seeded-blog.ts';

/** Where articles are, in the interface and in the API. */
export const ARTICLES = '/admin/content-manager/collection-types/api::article.article';
const ARTICLES_API = '/content-manager/collection-types/api::article.article';

/** An administrator. */
export interface Administrator extends Credentials {
  readonly firstname: string;
  readonly lastname: string;
}

/** A page of a test. */
interface ScreenOptions extends PageOptions {
  /** Default: the editor. */
  readonly as?: Credentials;
  /** Selector of what is waited for; default: the first text area. */
  readonly ready?: string;
}

/** A JSON object of the API. */
export type Values = Record<string, unknown>;

/** The server of a test file. */
export interface Blog {
  readonly panel: Panel;
  /** Opens a screen as the editor; it is closed with the test. With `sessionOf`, it is signed in already. */
  open(target: string, options?: ScreenOptions): Promise<Page>;
  /** Makes a draft of an article over the API. Returns its document id. */
  makeDraft(title: string, values?: Values): Promise<string>;
  /** The draft of an article as the server has it. */
  article(documentId: string, query?: string): Promise<Values>;
  /** Adds an administrator. @param role Its code, such as `strapi-editor` */
  addPerson(person: Administrator, role: string): Promise<void>;
  /** Calls the admin API as the editor. Returns the parsed body. */
  call(
    path: string,
    options?: { readonly method?: string; readonly body?: unknown },
  ): Promise<Values>;
}

/** Starts the blog before the tests of a file, and ends it after them. @param more Further content, as `quoin seed` reads it */
export function startBlog(more: () => object | null = () => null): Blog {
  let started: Panel | null = null;
  let token: string | null = null;
  const panel = (): Panel => {
    if (started === null) throw new Error('The blog is not started.');
    return started;
  };
  beforeAll(async () => {
    started = await startBlogPanel(more());
  });
  afterAll(() => started?.[Symbol.asyncDispose]());
  const call: Blog['call'] = async (path, options = {}) => {
    const { address } = panel();
    // A test may end all sessions.
    for (let attempt = 1; ; attempt += 1) {
      token ??= await tokenOf(address);
      const response = await send(`${address}${path}`, { ...options, token });
      if (attempt === 2 || !isRejected(response)) return response;
      token = null;
    }
  };
  return {
    get panel() {
      return panel();
    },
    async open(target, { ready = 'textarea', as = EDITOR, ...options } = {}) {
      const { close, open } = panel();
      const page = await open(target, options.sessionOf ? options : { warm: true, ...options, as });
      onTestFinished(() => close(page));
      await page.locator(ready).first().waitFor();
      return page;
    },
    async makeDraft(title, values = {}) {
      const slug = `slug-${title.toLowerCase().replaceAll(' ', '-')}`;
      const body = { title, slug, ...values };
      const { data } = await call(ARTICLES_API, { method: 'POST', body });
      return String((data as Values)['documentId']);
    },
    async article(documentId, query = '') {
      return (await call(`${ARTICLES_API}/${documentId}${query}`))['data'] as Values;
    },
    async addPerson({ firstname, lastname, email, password }, role) {
      const { data } = await call('/admin/roles');
      const { id } = (data as readonly Values[]).find(({ code }) => code === role) ?? {};
      const invitation = { email, firstname, lastname, roles: [id] };
      const invited = await call('/admin/users', { method: 'POST', body: invitation });
      const { registrationToken } = invited['data'] as Values;
      const body = { registrationToken, userInfo: { firstname, lastname, password } };
      await call('/admin/register', { method: 'POST', body });
    },
    call,
  };
}

/** Signs in on a page that asks for it, in any language. */
export async function signIn(page: Page, { email, password }: Credentials = EDITOR): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('input[name=password]').waitFor({ state: 'detached' });
}

/** Saves the entry with the keyboard, and waits until the server has it. */
export async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+S');
  await page.locator('[data-save=clean]').waitFor();
}

function isRejected({ error }: Values): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 401;
}

async function tokenOf(address: string): Promise<string> {
  const { email, password } = EDITOR;
  const { data } = await send(`${address}/admin/login`, {
    method: 'POST',
    body: { email, password },
  });
  return String((data as Values)['token']);
}

async function send(
  url: string,
  { method = 'GET', body, token }: { method?: string; body?: unknown; token?: string },
): Promise<Values> {
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Values;
}
