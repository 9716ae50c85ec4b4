// Writing in a list and an entry: drafts and publication. Nothing typed is lost.
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { ARTICLES, signIn, startBlog } from './support/blog.ts';
import { expectAccessible, expectNoFaults, expectNoSidewaysScroll } from './support/panel.ts';
import { EDITOR } from './support/seeded-blog.ts';

const ROW = 'a[data-row]';
const API = '/content-manager/collection-types/api::article.article';

const blog = startBlog();

/** Makes a draft over the API. Returns the address of its screen. */
async function draftScreen(title: string): Promise<string> {
  return `${ARTICLES}/${await blog.makeDraft(title)}`;
}

/** The entry of a screen, as the server has it. */
function storedEntry(target: string): Promise<Record<string, unknown>> {
  return blog.article(target.split('/').at(-1) ?? '');
}

/** Holds back the writes of a page, so that the server does not receive them. */
async function withoutWrites(page: Page): Promise<void> {
  await page.route(`**${API}/*`, (route) =>
    route.request().method() === 'PUT' ? undefined : route.continue(),
  );
}

/** What the device keeps of unsaved entries, as JSON. */
function storedRecords(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opened = indexedDB.open('quoin-journal', 1);
        opened.addEventListener('error', () => reject(new Error(String(opened.error))));
        opened.addEventListener('success', () => {
          const found = opened.result.transaction('records').objectStore('records').getAll();
          found.addEventListener('success', () => {
            opened.result.close();
            resolve(JSON.stringify(found.result));
          });
        });
      }),
  );
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
  const size = { width, height: 800 };
  const page = await blog.open(ARTICLES, { theme, language, size, ready: ROW });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.locator(ROW).first().click();
  await page.locator('textarea').first().waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoFaults(page);
});

test('the notification of a publication fits on a phone', async () => {
  const target = `${ARTICLES}/${await blog.makeDraft('On a phone')}`;
  const size = { width: 360, height: 640 };
  const page = await blog.open(target, { language: 'de', size, hasTouch: true });
  await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
  await page
    .getByRole('button', { name: /^Veröffentlichen/ })
    .last()
    .click();
  const toast = page.getByRole('status').filter({ hasText: 'Veröffentlichung zurückziehen' });
  await toast.waitFor();
  const controls = await toast.locator('a, button').all();
  expect(controls).toHaveLength(3);
  for (const control of controls) {
    const { x = -1, width = 0 } = (await control.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(size.width);
    const isCut = await control.evaluate((element) => element.scrollWidth > element.clientWidth);
    expect(isCut).toBe(false);
  }
  await toast.getByRole('link', { name: 'In der API ansehen (öffnet einen neuen Tab)' }).waitFor();
  expectNoFaults(page);
});

test('the home page links to lists and to new entries', async () => {
  const page = await blog.open('/admin', { ready: 'main a' });
  await expectAccessible(page);
  await page.getByRole('link', { name: 'New entry in Article' }).click();
  await page.getByLabel('Title').waitFor();
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Homepage Single type' }).click();
  await page.getByLabel('Lead').waitFor();
  expectNoFaults(page);
});

test('writes and publishes an article by keyboard only', async () => {
  const page = await blog.open(ARTICLES, { ready: ROW });
  await page.keyboard.press('n');
  await page.getByLabel('Title').waitFor();
  await page.keyboard.type('A quoin in the wall');
  await page.keyboard.press('Tab');
  await page.keyboard.type('a-quoin-in-the-wall');
  await page.keyboard.press('Control+S');
  await waitUntilSaved(page);
  await page.keyboard.press('Control+Shift+Enter');
  await page.getByText('This entry is published for the first time.').waitFor();
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
  await page.locator(ROW).first().waitFor();
  expect(await storedEntry(target)).toBeNull();
  expectNoFaults(page);
});

test('stores search, filters, sort and page in the URL', async () => {
  const page = await blog.open(ARTICLES, { ready: ROW });
  await page.keyboard.press('/');
  await page.keyboard.type('bridge');
  await page.waitForURL(/_q=bridge/);
  await expect.poll(() => page.locator(ROW).count()).toBe(1);
  await page.getByLabel('Search Article').fill('');
  await page.waitForURL((url) => !url.search.includes('_q'));
  await page.getByRole('button', { name: 'Title', exact: true }).click();
  await page.waitForURL(/sort=title:DESC/);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expectAccessible(page);
  await page.getByLabel('Value').fill('zzz');
  await page.keyboard.press('Enter');
  await page.waitForURL(/filter=title~contains~zzz/);
  await page.getByText('No results').waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: 'Remove the filter on Title' }).click();
  await page.locator(ROW).first().waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL(/page=2/);
  expectNoFaults(page);
});

test('shows an entry next to the list, by keyboard only', async () => {
  const page = await blog.open(`${ARTICLES}?sort=title:ASC`, { ready: ROW });
  await page.locator(ROW).first().focus();
  await page.keyboard.press('Space');
  const peek = page.getByRole('complementary', { name: 'Quick view' });
  await peek.getByRole('heading', { name: 'A bridge without mortar' }).waitFor();
  await peek.getByText('Odile Garnier').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('j');
  await peek.getByRole('heading', { name: 'A brown for October' }).waitFor();
  await page.keyboard.press('Escape');
  await peek.waitFor({ state: 'detached' });
  expect(await page.locator(`${ROW}:focus`).textContent()).toBe('A brown for October');
  expectNoFaults(page);
});

test('saves a view under a name by keyboard only, and removes it', async () => {
  const page = await blog.open(`${ARTICLES}?_q=paper&sort=title:DESC`, { ready: ROW });
  await page.getByRole('button', { name: 'Views' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Save this view…' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').waitFor();
  await page.keyboard.type('About paper');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'About paper' }).waitFor();
  await page.goto(`${blog.panel.address}${ARTICLES}`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'About paper' }).click();
  await page.waitForURL(/_q=paper&sort=title:DESC/);
  await page.getByRole('button', { name: 'About paper' }).click();
  await page.getByRole('menuitem', { name: 'Remove “About paper”' }).click();
  await page.getByRole('button', { name: 'Views' }).waitFor();
  expectNoFaults(page);
});

test('applies the theme and the language on another device', async () => {
  const page = await blog.open(ARTICLES, { ready: ROW });
  const chosen = page.waitForResponse((each) => each.url().endsWith('/admin/quoin/preferences'));
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await chosen;
  await blog.call('/admin/quoin/preferences', { method: 'PUT', body: { language: 'de' } });
  const other = await blog.open(ARTICLES, { ready: ROW });
  await other.locator('html[data-theme=dark][lang=de]').waitFor();
  const body = { theme: null, language: null };
  await blog.call('/admin/quoin/preferences', { method: 'PUT', body });
  expectNoFaults(other);
});

test('signs in on top of the page when the session ends, and saves the text', async () => {
  const target = await draftScreen('Session');
  const page = await blog.open(target);
  await page.getByLabel('Summary').waitFor();
  // As if an administrator had ended it: neither the access token nor the cookie is good any more.
  await page
    .evaluate(() => fetch('/admin/access-token', { method: 'POST' }).then((each) => each.json()))
    .then(({ data }: { data: { token: string } }) =>
      fetch(`${blog.panel.address}/admin/logout`, {
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
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await waitUntilSaved(page);
  // The caret has not moved.
  await page.locator('#field-summary :focus').waitFor();
  await page.keyboard.type('.');
  expect(await page.getByLabel('Summary').inputValue()).toBe('Typed while the session ended.');
  await page.keyboard.press('Backspace');
  expect(await storedEntry(target)).toMatchObject({ summary: 'Typed while the session ended' });
  expectNoFaults(page);
});

test('saves every character after an offline period and a closed tab', async () => {
  const target = await draftScreen('Network');
  const page = await blog.open(target);
  await page.getByLabel('Summary').waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Summary').pressSequentially('Every letter');
  await page.locator('[data-save=offline]').waitFor();
  await expectAccessible(page);
  const second = await page.context().newPage();
  await page.close();
  await second.context().setOffline(false);
  await second.goto(`${blog.panel.address}${target}`);
  const restore = second.getByRole('button', { name: 'Restore' });
  const summary = second.getByLabel('Summary');
  await summary.waitFor();
  // An attempt to save that was under way when the tab closed may have reached the server.
  const isSaved = async (): Promise<boolean> => (await summary.inputValue()) === 'Every letter';
  const isThere = async (): Promise<boolean> => (await restore.isVisible()) || (await isSaved());
  await expect.poll(isThere).toBe(true);
  if (await restore.isVisible()) await restore.click();
  await waitUntilSaved(second);
  expect(await storedEntry(target)).toMatchObject({ summary: 'Every letter' });
});

test('restores the last keystroke after the page is reloaded', async () => {
  const page = await blog.open(await draftScreen('Reloaded'));
  await page.getByLabel('Summary').waitFor();
  await withoutWrites(page);
  await page.getByLabel('Summary').pressSequentially('last key');
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  expect(await page.getByLabel('Summary').inputValue()).toBe('last key');
  expectNoFaults(page);
});

test('restores the last keystroke after the browser is killed', async () => {
  const target = await draftScreen('Killed');
  const killed = await blog.panel.openProfile(target);
  await signIn(killed.page);
  await withoutWrites(killed.page);
  await killed.page.getByLabel('Summary').pressSequentially('last key');
  await expect.poll(() => storedRecords(killed.page)).toContain('last key');
  await killed.kill();
  const again = await blog.panel.openProfile(target, killed.folder);
  onTestFinished(() => again.kill());
  // A browser writes cookies every half minute: the session may be lost, the text is not.
  await again.page.locator('input[name=email], textarea').first().waitFor();
  if (await again.page.getByLabel('Email').isVisible()) await signIn(again.page);
  await again.page.getByText(/You have unsaved changes from .*: Summary/).waitFor();
  await expectAccessible(again.page);
  await again.page.getByRole('button', { name: 'Restore' }).click();
  expect(await again.page.getByLabel('Summary').inputValue()).toBe('last key');
  await waitUntilSaved(again.page);
  expect(await storedEntry(target)).toMatchObject({ summary: 'last key' });
});

test('shares one refresh of the session between tabs', async () => {
  const page = await blog.open(ARTICLES, { ready: ROW });
  const second = await blog.open(ARTICLES, { sessionOf: page, ready: ROW });
  // Both still work, although each refresh cookie works once.
  for (const each of [page, second]) {
    await each.reload();
    await each.locator(ROW).first().waitFor();
  }
  await Promise.all([page.reload(), second.reload()]);
  await page.locator(ROW).first().waitFor();
  await second.locator(ROW).first().waitFor();
  expectNoFaults(page);
});
