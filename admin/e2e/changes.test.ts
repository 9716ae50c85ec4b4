// Draft and published version side by side: differences by word, and reverting a field.
import { expect, test } from 'vitest';
import { ARTICLES, save, startBlog } from './support/blog.ts';
import { expectAccessible, expectNoFaults, expectNoSidewaysScroll } from './support/panel.ts';

const PATH = '/content-manager/collection-types/api::article.article';

const blog = startBlog();

/** Publishes an article with a section and a relation. Returns its document id. */
async function publish(title: string): Promise<string> {
  const { results } = await blog.call(
    '/content-manager/collection-types/api::category.category?pageSize=2',
  );
  const categories = (results as readonly { documentId: string }[]).map(({ documentId }) => ({
    documentId,
  }));
  const { data } = await blog.call(`${PATH}/actions/publish`, {
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

test('marks the changed words, and reverts a field', async () => {
  const documentId = await publish('Compared');
  const page = await blog.open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: 'Remove', exact: false }).first().waitFor();
  await page.getByLabel('Summary').fill('A red sail boat');
  await page.getByLabel('By', { exact: true }).fill('Hana');
  await save(page);
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.waitFor();
  expect(await summary.locator('del').allTextContents()).toEqual(['small ']);
  expect(await summary.locator('ins').allTextContents()).toEqual(['sail ']);
  const sections = page.getByRole('region', { name: 'Sections' });
  expect(await sections.locator('del, ins').allTextContents()).toEqual(['Rui', 'Hana']);
  // Rows of components and relations of the published version have other ids, which are not shown as changes.
  expect(await page.getByRole('complementary').getByRole('region').count()).toBe(2);
  await expectAccessible(page);

  await sections.getByRole('button', { name: 'Revert' }).click();
  await summary.getByRole('button', { name: 'Revert' }).click();
  await page.getByText('No field differs from the published version.').waitFor();
  await save(page);
  expect(await blog.article(documentId)).toMatchObject({
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
  await blog.call(`${PATH}/${documentId}`, { method: 'PUT', body: { summary: 'Other' } });
  const page = await blog.open(`${ARTICLES}/${documentId}`, {
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
