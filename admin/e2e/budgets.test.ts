// Budgets of requests: a list from an empty and a warm cache, and an entry with relations.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ARTICLES, startBlog } from './support/blog.ts';
import { expectNoFaults } from './support/panel.ts';
import { countRenders, rendersOf } from './support/renders.ts';

const blog = startBlog();

/** Paths of the requests that reached the server while the page loaded; stored files do not. */
function requestsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].flatMap((entry) => {
      const { name, transferSize, initiatorType } = entry as PerformanceResourceTiming;
      // Pictures of entries are loaded when the list is there.
      return transferSize > 0 && initiatorType !== 'img'
        ? [decodeURIComponent(new URL(name).pathname)]
        : [];
    }),
  );
}

test('a list takes at most nine requests and 240 KB (190 KB of them scripts) with an empty cache', async () => {
  const page = await blog.open(ARTICLES, { ready: 'a[data-row]', warm: false });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await page.reload();
  await page.locator('a[data-row]').first().waitFor();
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap((entry) => {
      const { name, encodedBodySize, initiatorType } = entry as PerformanceResourceTiming;
      return initiatorType === 'img' ? [] : [{ name, size: encodedBodySize }];
    }),
  );
  // And the page itself.
  expect(loaded.length + 1, loaded.map(({ name }) => name).join('\n')).toBeLessThanOrEqual(9);
  const sizeOf = (ending: string): number =>
    loaded.filter(({ name }) => name.endsWith(ending)).reduce((sum, { size }) => sum + size, 0);
  expect(sizeOf('.js')).toBeGreaterThan(100_000);
  expect(sizeOf('.js')).toBeLessThanOrEqual(190_000);
  expect(sizeOf('.css')).toBeLessThanOrEqual(20_000);
  expect(loaded.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(240_000);
  expectNoFaults(page);
});

test('a list takes four requests with a warm cache: shell, session, bootstrap and entries', async () => {
  const page = await blog.open(ARTICLES, { ready: 'a[data-row]', warm: false });
  await page.reload();
  await page.locator('a[data-row]').first().waitFor();
  expect((await requestsOf(page)).toSorted()).toEqual([
    '/admin/access-token',
    ARTICLES,
    '/admin/quoin/bootstrap',
    '/content-manager/collection-types/api::article.article',
  ]);
  expectNoFaults(page);
});

test('on the next visit, the entries are requested together with bootstrap', async () => {
  const page = await blog.open(ARTICLES, { ready: 'a[data-row]', warm: false });
  const requested = page.waitForRequest((request) =>
    request.url().includes('collection-types/api%3A'),
  );
  await page.route('**/quoin/bootstrap', async (route) => {
    await requested;
    await route.continue();
  });
  await page.reload();
  await page.locator('a[data-row]').first().waitFor();
  expectNoFaults(page);
});

test('an entry with 20 relations and 20 sections opens with two requests: the entry and presence', async () => {
  const related: string[] = [];
  for (let index = 1; index <= 20; index += 1)
    related.push(await blog.makeDraft(`Related ${index}`));
  const sections = Array.from({ length: 20 }, (_, index) => ({
    __component: 'sections.quote',
    text: `Quote ${index + 1}`,
  }));
  const documentId = await blog.makeDraft('Opened', {
    related: { connect: related.map((each) => ({ documentId: each })) },
    sections,
  });
  const page = await blog.open(`${ARTICLES}?_q=Opened`, { ready: 'a[data-row]', warm: false });
  const sent = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'fetch') sent.add(decodeURIComponent(pathname));
  });
  await page.locator('a[data-row]').first().click();
  await expect.poll(() => page.getByRole('button', { name: /^Remove Related/ }).count()).toBe(20);
  await page
    .getByRole('button', { name: /^20 Quote/ })
    .first()
    .waitFor();
  await expect
    .poll(() => [...sent])
    .toEqual([
      `/content-manager/collection-types/api::article.article/${documentId}`,
      `/admin/quoin/presence/api::article.article/${documentId}`,
    ]);
  expectNoFaults(page);
});

test('a keystroke renders only its field, the summaries of its section and the save status', async () => {
  const sections = Array.from({ length: 20 }, (_, index) => ({
    __component: 'sections.quote',
    text: `Quote ${index + 1}`,
  }));
  const documentId = await blog.makeDraft('Counted', { sections });
  const page = await blog.open(`${ARTICLES}/${documentId}`, { warm: false });
  await countRenders(page);
  const text = page.getByLabel('Text', { exact: true });
  await text.waitFor();
  // A save and the signs of other editors render as well: no response arrives.
  await page.route(/presence|content-manager/, () => undefined);
  await text.press('x');
  await page.keyboard.press('Control+S');
  await page.locator('[data-save=saving]').waitFor();
  const summary = page.getByRole('button', { name: /^1 Quote x/ }).first();
  await text.press('End');
  await text.press('x');
  await summary.waitFor();
  const renders = await rendersOf(page, async () => {
    await text.press('y');
    await page.getByRole('button', { name: /xy/ }).first().waitFor();
  });
  expect(renders).toBeGreaterThan(0);
  expect(renders).toBeLessThanOrEqual(3);
});
