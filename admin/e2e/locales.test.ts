// Locales: a new one is filled from another one; two are shown side by side.
import { expect, test } from 'vitest';
import { ARTICLES, save, startBlog } from './support/blog.ts';
import { expectAccessible, expectNoFaults, expectNoSidewaysScroll } from './support/panel.ts';

const blog = startBlog();

test('fills empty fields from another locale, and keeps others', async () => {
  const documentId = await blog.makeDraft('A boat', {
    summary: 'In English',
    sections: [{ __component: 'sections.quote', text: 'Set sail', by: 'Rui' }],
  });
  const page = await blog.open(`${ARTICLES}/${documentId}?locale=fr`);
  await page.getByLabel('Title').fill('Un bateau');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Fill empty fields from EN' }).click();
  await page.getByText(/fields filled in/).waitFor();
  expect(await page.getByLabel('Summary').inputValue()).toBe('In English');
  expect(await page.getByLabel('Title').inputValue()).toBe('Un bateau');
  await page.getByLabel('Summary').fill('En français');
  await page.getByRole('textbox', { name: 'Slug' }).fill('un-bateau');
  await save(page);
  expect(await blog.article(documentId, '?locale=fr')).toMatchObject({
    locale: 'fr',
    title: 'Un bateau',
    summary: 'En français',
    sections: [{ text: 'Set sail', by: 'Rui' }],
  });
  expect(await blog.article(documentId, '?locale=en')).toMatchObject({
    title: 'A boat',
    summary: 'In English',
  });
  expectNoFaults(page);
});

/** A document in English, and its French version without a summary. */
async function inTwoLocales(title: string): Promise<string> {
  const documentId = await blog.makeDraft(title, {
    summary: 'Set sail',
    readingTime: 3,
    sections: [{ __component: 'sections.quote', text: 'Set sail', by: 'Rui' }],
  });
  const path = `/content-manager/collection-types/api::article.article/${documentId}`;
  const french = { title: 'Un bateau', slug: `bateau-${documentId}` };
  await blog.call(`${path}?locale=fr`, { method: 'PUT', body: french });
  return documentId;
}

test('marks missing values next to another locale, and copies them, by keyboard only', async () => {
  const documentId = await inTwoLocales('Side by side');
  const page = await blog.open(`${ARTICLES}/${documentId}?locale=fr`);
  await page.keyboard.press('Control+K');
  await page.keyboard.type('alongside');
  await page.getByRole('option', { name: 'Show EN alongside' }).waitFor();
  await page.keyboard.press('Enter');
  const summary = page.getByRole('region', { name: 'Summary in EN' });
  await summary.getByText('Missing here').waitFor();
  await summary.getByText('Set sail').waitFor();
  // What all locales share is there once.
  expect(await page.getByRole('region', { name: 'Reading time in EN' }).count()).toBe(0);
  await expectAccessible(page);
  await summary.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await summary.getByText('Missing here').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Summary', { exact: true }).inputValue()).toBe('Set sail');
  const sections = page.getByRole('region', { name: 'Sections in EN' });
  await sections.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const copied = page.getByRole('group', { name: 'Sections', exact: true });
  const head = copied.locator('[aria-controls]').first();
  await head.focus();
  if ((await head.getAttribute('aria-expanded')) === 'false') await page.keyboard.press('Enter');
  await page.getByLabel('Text', { exact: true }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Larguer les amarres');
  await page.getByLabel('Reading time').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('4');
  await save(page);
  await page.keyboard.press('Control+Shift+Enter');
  await page.getByText('This entry is published for the first time.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Published', { exact: true }).first().waitFor();
  expect(await blog.article(documentId, '?locale=fr')).toMatchObject({
    status: 'published',
    title: 'Un bateau',
    summary: 'Set sail',
    readingTime: 4,
    sections: [{ text: 'Larguer les amarres', by: 'Rui' }],
  });
  expect(await blog.article(documentId, '?locale=en')).toMatchObject({
    status: 'draft',
    summary: 'Set sail',
    readingTime: 4,
    sections: [{ text: 'Set sail', by: 'Rui' }],
  });
  // The address is the state.
  await page.reload();
  await summary.waitFor();
  expectNoFaults(page);
});

test.each([
  ['dark', 'en-US', 360],
  ['light', 'ar', 1440],
] as const)(
  'the comparison with another locale is accessible: %s, %s, %i px',
  async (theme, language, width) => {
    const documentId = await inTwoLocales(`Compared ${language}`);
    const size = { width, height: 800 };
    const target = `${ARTICLES}/${documentId}?locale=fr&compare=en`;
    const page = await blog.open(target, { theme, language, size });
    await page.locator('section[aria-label] p[lang=en]').first().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expectNoFaults(page);
  },
);
