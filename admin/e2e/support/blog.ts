// The example blog in a browser: its first administrator, and how one signs in.
import type { Page } from 'playwright-core';
import type { Panel } from './panel.ts';

/** The administrator of tests. */
export const EDITOR = {
  firstname: 'Ines',
  lastname: 'Marlow',
  email: 'ines@example.com',
  password: 'Quoin2026paper',
} as const;

/** Where articles are. */
export const ARTICLES = '/admin/content-manager/collection-types/api::article.article';

/** Registers the first administrator. */
export async function registerEditor({ address }: Panel): Promise<void> {
  const response = await fetch(`${address}/admin/register-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(EDITOR),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Signs in on a page that asks for it, and waits for the interface. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(EDITOR.email);
  await page.getByLabel('Password', { exact: true }).fill(EDITOR.password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
}

/** Calls the admin API beside the interface. Returns the parsed body. */
export async function callApi(
  { address }: Panel,
  path: string,
  options: { readonly method?: string; readonly body?: unknown } = {},
): Promise<Record<string, unknown>> {
  const { email, password } = EDITOR;
  const session = await post(`${address}/admin/login`, { email, password });
  const { token } = (session as { data: { token: string } }).data;
  const response = await fetch(`${address}${path}`, {
    method: options.method ?? 'GET',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}
