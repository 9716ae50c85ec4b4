// Budgets of requests: a list from an empty and a warm cache, and an entry with relations.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ARTICLES, startBlog } from './support/blog.ts';
import { expectNoFaults } from './support/panel.ts';

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

test('a list from an empty cache takes nine requests and 240 KB, of them 190 KB of scripts, at most', async () => {
  const page = await blog.open(ARTICLES, { ready: 'a[data-row]' });
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

test('a list from a warm cache takes four requests: shell, session, start and entries', async () => {
  const page = await blog.open(ARTICLES, { ready: 'a[data-row]' });
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

test('an entry opens with one request, relations included, and says that it is open with another', async () => {
  const { results } = await blog.call('/content-manager/collection-types/api::category.category');
  const connect = (results as readonly { documentId: string }[]).map(({ documentId }) => ({
    documentId,
  }));
  const documentId = await blog.makeDraft('Opened', { categories: { connect } });
  const page = await blog.open(`${ARTICLES}?_q=Opened`, { ready: 'a[data-row]' });
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'fetch') sent.push(decodeURIComponent(pathname));
  });
  await page.locator('a[data-row]').first().click();
  await page.getByRole('button', { name: 'Add Categories' }).waitFor();
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .waitFor();
  await expect
    .poll(() => sent)
    .toEqual([
      `/content-manager/collection-types/api::article.article/${documentId}`,
      `/admin/quoin/presence/api::article.article/${documentId}`,
    ]);
  expectNoFaults(page);
});
