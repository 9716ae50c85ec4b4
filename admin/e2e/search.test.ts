// Everything is found with Ctrl+K, with the keyboard only.
import { expect, test } from 'vitest';
import { ARTICLES, startBlog } from './support/blog.ts';
import { expectAccessible, expectNoFaults, expectNoSidewaysScroll } from './support/panel.ts';

const ROW = 'a[data-row]';

const blog = startBlog();

test('opens entries, types and files, and runs commands, by keyboard only', async () => {
  const documentId = await blog.makeDraft('Found under sail');
  const page = await blog.open(ARTICLES, { ready: ROW });
  const search = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type(text);
  };

  await search('under sail');
  // Before the server has responded.
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(documentId));
  await page.getByLabel('Title').waitFor();

  await search('publ');
  await page.getByRole('option', { name: 'Publish' }).first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('This entry is published for the first time.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Published', { exact: true }).first().waitFor();
  expect(await blog.article(documentId)).toMatchObject({ status: 'published' });

  await search('author');
  await page.keyboard.press('Enter');
  await page.waitForURL(/api::author\.author$/);
  await page.getByRole('heading', { name: 'Author' }).waitFor();

  await search('bridge.svg');
  await page.getByRole('option', { name: 'bridge.svg' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/plugins\/upload\?_q=bridge\.svg/);

  await search('switch');
  await page.keyboard.press('Enter');
  await page.locator('html[data-theme=dark]').waitFor();
  expectNoFaults(page);
});

test('selects results with the arrow keys, reports that there are none, and restores the focus', async () => {
  const page = await blog.open(ARTICLES, { ready: ROW });
  await page.locator(ROW).first().focus();
  // In lower case, as without Shift: `k` alone moves between rows.
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.waitFor();
  const first = page.getByRole('option', { selected: true });
  const name = await first.textContent();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => first.textContent()).not.toBe(name);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => first.textContent()).toBe(name);
  await page.keyboard.type('zzzz');
  await page.getByText('No results').waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator(`${ROW}:focus`).count()).toBe(1);
  expectNoFaults(page);
});

test.each([
  ['dark', 'en-US', 360],
  ['light', 'ar', 900],
] as const)('the search is accessible: %s, %s, %i px', async (theme, language, width) => {
  const size = { width, height: 640 };
  const page = await blog.open(ARTICLES, { theme, language, size, ready: ROW });
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('a');
  await page.getByRole('option').nth(5).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoFaults(page);
});
