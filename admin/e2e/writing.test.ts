// Writing in a list and an entry: drafts, publication, and journeys 4 to 7: nothing typed is lost.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ARTICLES, callApi, EDITOR, registerEditor, signIn } from './support/blog.ts';
import {
  expectAccessible,
  expectNoFaults,
  expectNoSidewaysScroll,
  startBlogPanel,
  type Panel,
  type PageOptions,
} from './support/panel.ts';

let panel: Panel;

beforeAll(async () => {
  panel = await startBlogPanel();
  await registerEditor(panel);
});
afterAll(() => panel[Symbol.asyncDispose]());

/** Opens a screen as the editor; it is closed with the test. */
async function open(target: string, options?: PageOptions): Promise<Page> {
  const page = await panel.open(target, options);
  onTestFinished(() => page.context().close());
  if (!options?.beside) await signIn(page);
  return page;
}

/** Makes a draft over the API. Returns the address of its screen. */
async function makeDraft(title: string): Promise<string> {
  const { data } = await callApi(panel, '/content-manager/collection-types/api::article.article', {
    method: 'POST',
    body: { title, slug: `slug-${title.toLowerCase().replaceAll(' ', '-')}` },
  });
  return `${ARTICLES}/${(data as { documentId: string }).documentId}`;
}

/** The entry of a screen, as the server has it. */
async function storedEntry(target: string): Promise<Record<string, unknown>> {
  const { data } = await callApi(
    panel,
    target.replace('/admin/content-manager', '/content-manager'),
  );
  return data as Record<string, unknown>;
}

async function waitUntilSaved(page: Page): Promise<void> {
  await page.locator('[data-save=clean]').waitFor();
}

test.each([
  ['light', 'en-US', 1440],
  ['dark', 'en-US', 360],
  ['light', 'ar', 360],
  ['dark', 'de', 900],
] as const)('list and entry: %s, %s, %i px', async (theme, language, width) => {
  const page = await panel.open(ARTICLES, { theme, language, size: { width, height: 800 } });
  onTestFinished(() => page.context().close());
  await page.locator('input[name=email]').fill(EDITOR.email);
  await page.locator('input[name=password]').fill(EDITOR.password);
  await page.keyboard.press('Enter');
  await page.locator('a[data-row]').first().waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.locator('a[data-row]').first().click();
  await page.locator('textarea').first().waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoFaults(page);
});

test('an article is written and published by keyboard alone', async () => {
  const page = await open(ARTICLES);
  await page.locator('a[data-row]').first().waitFor();
  await page.keyboard.press('n');
  await page.getByLabel('Title').waitFor();
  await page.keyboard.type('A quoin in the wall');
  await page.keyboard.press('Tab');
  await page.keyboard.type('a-quoin-in-the-wall');
  await page.keyboard.press('Control+S');
  await waitUntilSaved(page);
  await page.keyboard.press('Control+Shift+Enter');
  await page.getByText('It becomes public for the first time.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Published', { exact: true }).first().waitFor();
  const target = new URL(page.url()).pathname;
  expect(await storedEntry(target)).toMatchObject({
    title: 'A quoin in the wall',
    status: 'published',
  });

  await page.getByLabel('Summary').fill('Three tapes, five signatures.');
  await page.keyboard.press('Control+S');
  await page.getByText('Changed', { exact: true }).first().waitFor();
  await page.keyboard.press('Control+Shift+Enter');
  await page.getByText('1 field changes:').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Unpublish' }).click();
  await page.getByText('No longer published').waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.locator('a[data-row]').first().waitFor();
  expect(await storedEntry(target)).toBeNull();
  expectNoFaults(page);
});

test('search, filters, sort and pages are in the address', async () => {
  const page = await open(ARTICLES);
  await page.locator('a[data-row]').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('bridge');
  await page.waitForURL(/_q=bridge/);
  await expect.poll(() => page.locator('a[data-row]').count()).toBe(1);
  await page.getByLabel('Find in Article').fill('');
  await page.waitForURL((url) => !url.search.includes('_q'));
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await page.waitForURL(/sort=title:DESC/);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expectAccessible(page);
  await page.getByLabel('Value').fill('zzz');
  await page.keyboard.press('Enter');
  await page.waitForURL(/filter=title~contains~zzz/);
  await page.getByText('Nothing found').waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: 'Remove the filter on Title' }).click();
  await page.locator('a[data-row]').first().waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL(/page=2/);
  expectNoFaults(page);
});

test('the session ends while one types: sign-in over the page, and the text is saved', async () => {
  const target = await makeDraft('Session');
  const page = await open(target);
  await page.getByLabel('Summary').waitFor();
  // As if an administrator had ended it: neither the access token nor the cookie is good any more.
  await page
    .evaluate(() => fetch('/admin/access-token', { method: 'POST' }).then((each) => each.json()))
    .then(({ data }: { data: { token: string } }) =>
      fetch(`${panel.address}/admin/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' },
        body: '{}',
      }),
    );
  await page.context().clearCookies();
  await page.getByLabel('Summary').pressSequentially('Typed while the session ended');
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(EDITOR.password);
  await page.keyboard.press('Enter');
  await waitUntilSaved(page);
  expect(await page.getByLabel('Summary').inputValue()).toBe('Typed while the session ended');
  expect(await storedEntry(target)).toMatchObject({ summary: 'Typed while the session ended' });
  expectNoFaults(page);
});

test('the network goes, the tab is closed and opened again: every letter reaches the server', async () => {
  const target = await makeDraft('Network');
  const page = await open(target);
  await page.getByLabel('Summary').waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Summary').pressSequentially('Every letter');
  await page.locator('[data-save=offline]').waitFor();
  await expectAccessible(page);
  const second = await page.context().newPage();
  await page.close();
  await second.context().setOffline(false);
  await second.goto(`${panel.address}${target}`);
  await second.getByRole('button', { name: 'Restore' }).click();
  await waitUntilSaved(second);
  expect(await storedEntry(target)).toMatchObject({ summary: 'Every letter' });
});

test('the browser is killed a second after a key: the key is offered', async () => {
  const target = await makeDraft('Killed');
  const killed = await panel.openProfile(target);
  await signIn(killed.page);
  await killed.page.getByLabel('Summary').pressSequentially('last key');
  await killed.page.waitForTimeout(1000);
  await killed.kill();
  const again = await panel.openProfile(target, killed.folder);
  onTestFinished(() => again.kill());
  // A browser writes cookies every half minute: the session may be gone, the text is not.
  await again.page.locator('input[name=email], textarea').first().waitFor();
  if (await again.page.getByLabel('Email').isVisible()) await signIn(again.page);
  await again.page.getByText(/that are not on the server: Summary/).waitFor();
  await expectAccessible(again.page);
  await again.page.getByRole('button', { name: 'Restore' }).click();
  expect(await again.page.getByLabel('Summary').inputValue()).toBe('last key');
  await waitUntilSaved(again.page);
  expect(await storedEntry(target)).toMatchObject({ summary: 'last key' });
});

test('several tabs share one refresh of the session', async () => {
  const page = await open(ARTICLES);
  const second = await open(ARTICLES, { beside: page });
  await second.locator('a[data-row]').first().waitFor();
  // Both still work, although each refresh cookie works once.
  for (const each of [page, second]) {
    await each.reload();
    await each.locator('a[data-row]').first().waitFor();
  }
  await Promise.all([page.reload(), second.reload()]);
  await page.locator('a[data-row]').first().waitFor();
  await second.locator('a[data-row]').first().waitFor();
  expectNoFaults(page);
});
