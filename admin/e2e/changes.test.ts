// Draft and published version beside each other: what differs, word by word, and how it is taken back.
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

const PATH = '/content-manager/collection-types/api::article.article';

let panel: Panel;

beforeAll(async () => {
  panel = await startBlogPanel();
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

/** Publishes an article with a section and a relation. Returns its document id. */
async function publish(title: string): Promise<string> {
  const { results } = await callApi(
    panel,
    '/content-manager/collection-types/api::category.category?pageSize=2',
  );
  const categories = (results as readonly { documentId: string }[]).map(({ documentId }) => ({
    documentId,
  }));
  const { data } = await callApi(panel, `${PATH}/actions/publish`, {
    method: 'POST',
    body: {
      title,
      slug: `slug-${title.toLowerCase().replaceAll(' ', '-')}`,
      summary: 'A small red boat',
      sections: [{ __component: 'sections.quote', text: 'As it was', by: 'Rui' }],
      categories: { connect: categories },
    },
  });
  return (data as { documentId: string }).documentId;
}

test('the changed words are marked, and a field is taken back', async () => {
  const documentId = await publish('Compared');
  const page = await open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: 'Remove', exact: false }).first().waitFor();
  await page.getByLabel('Summary').fill('A red sail boat');
  await page.getByLabel('By', { exact: true }).fill('Hana');
  await page.keyboard.press('Control+S');
  await page.locator('[data-save=clean]').waitFor();
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.waitFor();
  expect(await summary.locator('del').allTextContents()).toEqual(['small ']);
  expect(await summary.locator('ins').allTextContents()).toEqual(['sail ']);
  const sections = page.getByRole('region', { name: 'Sections' });
  expect(await sections.locator('del, ins').allTextContents()).toEqual(['Rui', 'Hana']);
  // Rows of components and relations of the published version have other ids: they are no change.
  expect(await page.getByRole('complementary').getByRole('region').count()).toBe(2);
  await expectAccessible(page);

  await sections.getByRole('button', { name: 'Take back' }).click();
  await summary.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('No field differs from the published version.').waitFor();
  await page.keyboard.press('Control+S');
  await page.locator('[data-save=clean]').waitFor();
  expect((await callApi(panel, `${PATH}/${documentId}`))['data']).toMatchObject({
    summary: 'A small red boat',
    sections: [{ text: 'As it was', by: 'Rui' }],
    categories: { count: 2 },
  });
  expectNoFaults(page);
});

test.each([
  ['dark', 'en-US', 360],
  ['light', 'ar', 900],
] as const)('the changes are accessible: %s, %s, %i px', async (theme, language, width) => {
  const documentId = await publish(`In ${language}`);
  await callApi(panel, `${PATH}/${documentId}`, { method: 'PUT', body: { summary: 'Other' } });
  const page = await open(`${ARTICLES}/${documentId}`, {
    theme,
    language,
    size: { width, height: 800 },
  });
  await page.locator('aside [aria-pressed=false]').click();
  await page.locator('aside ins').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoFaults(page);
});
