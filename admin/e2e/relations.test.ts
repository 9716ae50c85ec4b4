// Relations: chosen in a picker that the server searches, sorted and removed, by keyboard alone; journey 8.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ARTICLES, callApi, EDITOR, registerEditor } from './support/blog.ts';
import {
  expectAccessible,
  expectNoFaults,
  expectNoSidewaysScroll,
  startBlogPanel,
  type Panel,
  type PageOptions,
} from './support/panel.ts';

/** Categories besides those of the blog. */
const MANY = 10_000;

let panel: Panel;

beforeAll(async () => {
  const categories = Array.from({ length: MANY }, (_, index) => ({
    name: `Kind ${index + 1}`,
    slug: `kind-${index + 1}`,
  }));
  panel = await startBlogPanel({ 'api::category.category': categories });
  await registerEditor(panel);
});
afterAll(() => panel[Symbol.asyncDispose]());

async function open(target: string, options?: PageOptions): Promise<Page> {
  const page = await panel.open(target, options);
  onTestFinished(() => page.context().close());
  await page.locator('input[name=email]').fill(EDITOR.email);
  await page.locator('input[name=password]').fill(EDITOR.password);
  await page.keyboard.press('Enter');
  await page.locator('textarea').first().waitFor();
  return page;
}

async function makeDraft(title: string): Promise<string> {
  const { data } = await callApi(panel, '/content-manager/collection-types/api::article.article', {
    method: 'POST',
    body: { title, slug: `slug-${title.toLowerCase().replaceAll(' ', '-')}` },
  });
  return (data as { documentId: string }).documentId;
}

/** Names that the server has, in their order. */
async function related(documentId: string, field: string): Promise<readonly unknown[]> {
  const path = `/content-manager/relations/api::article.article/${documentId}/${field}`;
  const { results } = await callApi(panel, `${path}?pageSize=100`);
  return (results as readonly Record<string, unknown>[])
    .map(({ name, title }) => name ?? title)
    .toReversed();
}

/** Names that the form shows. */
function shown(page: Page, field: string): Promise<readonly string[]> {
  return page
    .getByRole('group', { name: field, exact: true })
    .getByRole('listitem')
    .allInnerTexts();
}

test('one of 10,000 is found by typing, added, moved to the first place and removed, by keyboard alone', async () => {
  const documentId = await makeDraft('Ten thousand');
  const page = await open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: 'Add Categories' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor();
  expect(await page.getByRole('option').count()).toBeLessThan(50);
  await page.keyboard.press('Enter');
  await page.keyboard.type('9876');
  await page.getByText('1 found').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(await shown(page, 'Categories')).toEqual(['Binding', 'Kind 9876']);
  await page.locator('[data-save=clean]').waitFor();
  expect(await related(documentId, 'categories')).toEqual(['Binding', 'Kind 9876']);

  await page.getByRole('button', { name: 'Move Kind 9876', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  expect(await shown(page, 'Categories')).toEqual(['Kind 9876', 'Binding']);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Move Kind 9876',
  );
  await page.keyboard.press('Control+S');
  await page.locator('[data-save=clean]').waitFor();
  expect(await related(documentId, 'categories')).toEqual(['Kind 9876', 'Binding']);

  await page.getByRole('button', { name: 'Remove Binding' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+S');
  await page.locator('[data-save=clean]').waitFor();
  expect(await related(documentId, 'categories')).toEqual(['Kind 9876']);
  await page.keyboard.press('Control+Alt+Z');
  expect(await shown(page, 'Categories')).toEqual(['Kind 9876', 'Binding']);
  await page.keyboard.press('Control+S');
  await page.locator('[data-save=clean]').waitFor();
  expect(await related(documentId, 'categories')).toEqual(['Kind 9876', 'Binding']);
  expectNoFaults(page);
});

test('the picker loads while it is scrolled', async () => {
  const page = await open(`${ARTICLES}/${await makeDraft('Scrolled')}`);
  await page.getByRole('button', { name: 'Add Categories' }).click();
  await page.getByRole('option').first().waitFor();
  const last = page.getByRole('option').last();
  await expect
    .poll(
      async () => {
        await page.keyboard.press('PageDown');
        return Number(await last.getAttribute('aria-posinset'));
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(150);
  expect(await page.getByRole('option').count()).toBeLessThan(50);
  expectNoFaults(page);
});

test('a target is dragged, and one replaces another where there is only one', async () => {
  const documentId = await makeDraft('Dragged');
  const page = await open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: 'Add Categories' }).click();
  for (const name of ['Binding', 'Paper', 'Stone']) {
    await page.getByRole('combobox', { name: 'Find an entry' }).fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  }
  await page.keyboard.press('Escape');
  expect(await shown(page, 'Categories')).toEqual(['Binding', 'Paper', 'Stone']);
  await page.keyboard.press('Control+S');
  await page.locator('[data-save=clean]').waitFor();
  const from = await page.getByRole('button', { name: 'Move Stone', exact: true }).boundingBox();
  const to = await page.getByRole('button', { name: 'Move Binding', exact: true }).boundingBox();
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 8, { steps: 5 });
  await page.mouse.move(to.x + 2, to.y + 4, { steps: 5 });
  await page.mouse.up();
  expect(await shown(page, 'Categories')).toEqual(['Stone', 'Binding', 'Paper']);

  for (const [name, button] of [
    ['Ines Marlow', 'Add Author'],
    ['Odile Garnier', 'Change Author'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('option', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.keyboard.press('Control+S');
  await page.locator('[data-save=clean]').waitFor();
  expect(await related(documentId, 'categories')).toEqual(['Stone', 'Binding', 'Paper']);
  expect(await related(documentId, 'author')).toEqual(['Odile Garnier']);
  expectNoFaults(page);
});

test('a long list is shown from its end', async () => {
  const { results } = await callApi(
    panel,
    '/content-manager/collection-types/api::category.category?pageSize=60&sort=id:ASC',
  );
  const ids = (results as readonly { documentId: string }[]).map(({ documentId }) => documentId);
  const documentId = await makeDraft('Long');
  await callApi(panel, `/content-manager/collection-types/api::article.article/${documentId}`, {
    method: 'PUT',
    body: { categories: { connect: ids.map((each) => ({ documentId: each })) } },
  });
  const page = await open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: 'Show 35 earlier' }).click();
  await page.getByRole('button', { name: 'Show 10 earlier' }).click();
  await page.getByRole('button', { name: 'Show 10 earlier' }).waitFor({ state: 'detached' });
  expect(await shown(page, 'Categories')).toEqual(await related(documentId, 'categories'));
  expectNoFaults(page);
});

test.each([
  ['dark', 'en-US', 360],
  ['light', 'ar', 900],
  ['light', 'de', 1440],
] as const)('the picker is accessible: %s, %s, %i px', async (theme, language, width) => {
  const size = { width, height: 800 };
  const page = await open(`${ARTICLES}/${await makeDraft(`In ${language}`)}`, {
    theme,
    language,
    size,
  });
  await page.locator('#field-related [aria-expanded]').click();
  await page.getByRole('option').first().waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoFaults(page);
});
