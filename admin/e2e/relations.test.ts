// Relations: selected in a picker with server search, sorted and removed, with the keyboard only.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ARTICLES, save, startBlog, type Values } from './support/blog.ts';
import { expectAccessible, expectNoFaults, expectNoSidewaysScroll } from './support/panel.ts';

/** Categories in addition to those of the blog. */
const MANY = 10_000;

const blog = startBlog(() => ({
  'api::category.category': Array.from({ length: MANY }, (_, index) => ({
    name: `Kind ${index + 1}`,
    slug: `kind-${index + 1}`,
  })),
}));

/** Names that the server has, in their order. */
async function related(documentId: string, field: string): Promise<readonly unknown[]> {
  const path = `/content-manager/relations/api::article.article/${documentId}/${field}`;
  const { results } = await blog.call(`${path}?pageSize=100`);
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

test('finds one of 10,000 entries by typing, and adds, moves and removes it by keyboard only', async () => {
  const documentId = await blog.makeDraft('Ten thousand');
  const page = await blog.open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: 'Add Categories' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor();
  expect(await page.getByRole('option').count()).toBeLessThan(50);
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(page, 'Categories')).toEqual(['Binding']);
  await page.keyboard.type('9876');
  await page.getByText('1 found').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(page, 'Categories')).toEqual(['Binding', 'Kind 9876']);
  await page.keyboard.press('Escape');
  await page.locator('[data-save=clean]').waitFor();
  expect(await related(documentId, 'categories')).toEqual(['Binding', 'Kind 9876']);

  await page.getByRole('button', { name: 'Move Kind 9876', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => shown(page, 'Categories')).toEqual(['Kind 9876', 'Binding']);
  await page.locator('[aria-label="Move Kind 9876"]:focus').waitFor();
  await save(page);
  expect(await related(documentId, 'categories')).toEqual(['Kind 9876', 'Binding']);

  await page.getByRole('button', { name: 'Remove Binding' }).focus();
  await page.keyboard.press('Enter');
  await save(page);
  expect(await related(documentId, 'categories')).toEqual(['Kind 9876']);
  await page.keyboard.press('Control+Alt+Z');
  await expect.poll(() => shown(page, 'Categories')).toEqual(['Kind 9876', 'Binding']);
  await save(page);
  expect(await related(documentId, 'categories')).toEqual(['Kind 9876', 'Binding']);
  expectNoFaults(page);
});

test('creates a missing entry and relates it, by keyboard only', async () => {
  const documentId = await blog.makeDraft('With a new category');
  const page = await blog.open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: 'Add Categories' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Find an entry' }).waitFor();
  await page.keyboard.type('Rope walks');
  await page.getByText('0 found').waitFor();
  await page.getByRole('button', { name: 'Create “Rope walks”' }).focus();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('Rope walks created and added').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => shown(page, 'Categories')).toEqual(['Rope walks']);
  await save(page);
  expect(await related(documentId, 'categories')).toEqual(['Rope walks']);
  const { results } = await blog.call(
    '/content-manager/collection-types/api::category.category?_q=Rope%20walks',
  );
  expect(results).toMatchObject([{ name: 'Rope walks', slug: 'rope-walks' }]);
  expectNoFaults(page);
});

test('entries that link to this one are listed on request', async () => {
  const target = await blog.makeDraft('Led to');
  await blog.makeDraft('Leads there', { related: { connect: [{ documentId: target }] } });
  const page = await blog.open(`${ARTICLES}/${target}`);
  await page.getByRole('button', { name: 'Used in' }).click();
  await page.getByRole('link', { name: 'Leads there' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Leads there' }).click();
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Leads there');
  await page.getByRole('button', { name: 'Used in' }).click();
  await page.getByText('No entry links to this one.').waitFor();
  expectNoFaults(page);
});

test('entries that link to this one from a component are listed too', async () => {
  const authors = '/content-manager/collection-types/api::author.author';
  const { results } = await blog.call(`${authors}?_q=Odile`);
  const [{ documentId } = {}] = results as readonly Values[];
  const credits = [{ person: { connect: [{ documentId }] } }];
  const body = { title: 'Thanks', credits };
  await blog.call('/content-manager/collection-types/api::note.note', { method: 'POST', body });
  const page = await blog.open(`/admin${authors}/${String(documentId)}`, { ready: 'main input' });
  await page.getByRole('button', { name: 'Used in' }).click();
  const use = page.getByRole('listitem').filter({ hasText: 'Credits › Person' });
  await use.getByRole('link', { name: 'Thanks' }).waitFor();
  expectNoFaults(page);
});

test('loads the picker while scrolling', async () => {
  const page = await blog.open(`${ARTICLES}/${await blog.makeDraft('Scrolled')}`);
  await page.getByRole('button', { name: 'Add Categories' }).click();
  await page.getByRole('option').first().waitFor();
  const last = page.getByRole('option').last();
  await expect
    .poll(async () => {
      await page.keyboard.press('PageDown');
      return Number(await last.getAttribute('aria-posinset'));
    })
    .toBeGreaterThan(150);
  expect(await page.getByRole('option').count()).toBeLessThan(50);
  expectNoFaults(page);
});

test('drags a target, and replaces the target of a to-one relation', async () => {
  const documentId = await blog.makeDraft('Dragged');
  const page = await blog.open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: 'Add Categories' }).click();
  for (const name of ['Binding', 'Paper', 'Stone']) {
    await page.getByRole('combobox', { name: 'Find an entry' }).fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  }
  await page.keyboard.press('Escape');
  await expect.poll(() => shown(page, 'Categories')).toEqual(['Binding', 'Paper', 'Stone']);
  await save(page);
  const grip = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  await grip('Stone').dragTo(grip('Binding'), { targetPosition: { x: 2, y: 4 } });
  await expect.poll(() => shown(page, 'Categories')).toEqual(['Stone', 'Binding', 'Paper']);

  for (const [name, button] of [
    ['Ines Marlow', 'Add Author'],
    ['Odile Garnier', 'Change Author'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('option', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await save(page);
  expect(await related(documentId, 'categories')).toEqual(['Stone', 'Binding', 'Paper']);
  expect(await related(documentId, 'author')).toEqual(['Odile Garnier']);
  expectNoFaults(page);
});

test('shows the end of a long list first', async () => {
  const { results } = await blog.call(
    '/content-manager/collection-types/api::category.category?pageSize=60&sort=id:ASC',
  );
  const ids = (results as readonly { documentId: string }[]).map(({ documentId }) => documentId);
  const documentId = await blog.makeDraft('Long');
  await blog.call(`/content-manager/collection-types/api::article.article/${documentId}`, {
    method: 'PUT',
    body: { categories: { connect: ids.map((each) => ({ documentId: each })) } },
  });
  const page = await blog.open(`${ARTICLES}/${documentId}`);
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
  const page = await blog.open(`${ARTICLES}/${await blog.makeDraft(`In ${language}`)}`, {
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
