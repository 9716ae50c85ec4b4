// Locales: a new one begins with what another has.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ARTICLES, callApi, registerEditor, signIn } from './support/blog.ts';
import { expectAccessible, expectNoFaults, startBlogPanel, type Panel } from './support/panel.ts';

const PATH = '/content-manager/collection-types/api::article.article';

let panel: Panel;

beforeAll(async () => {
  panel = await startBlogPanel();
  await registerEditor(panel);
});
afterAll(() => panel[Symbol.asyncDispose]());

test('empty fields are filled from another locale, and filled ones stay', async () => {
  const { data } = await callApi(panel, PATH, {
    method: 'POST',
    body: {
      title: 'A boat',
      slug: 'a-boat',
      summary: 'In English',
      sections: [{ __component: 'sections.quote', text: 'Set sail', by: 'Rui' }],
    },
  });
  const { documentId } = data as { documentId: string };
  const page = await panel.open(`${ARTICLES}/${documentId}?locale=fr`);
  onTestFinished(() => page.context().close());
  await signIn(page);
  await page.getByLabel('Title').fill('Un bateau');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Fill empty fields from EN' }).click();
  await page.getByText(/fields filled in/).waitFor();
  expect(await page.getByLabel('Summary').inputValue()).toBe('In English');
  expect(await page.getByLabel('Title').inputValue()).toBe('Un bateau');
  await page.getByLabel('Summary').fill('En français');
  await page.getByRole('textbox', { name: 'Slug' }).fill('un-bateau');
  await page.keyboard.press('Control+S');
  await page.locator('[data-save=clean]').waitFor();
  const french = await callApi(panel, `${PATH}/${documentId}?locale=fr`);
  expect(french['data']).toMatchObject({
    locale: 'fr',
    title: 'Un bateau',
    summary: 'En français',
    sections: [{ text: 'Set sail', by: 'Rui' }],
  });
  const english = await callApi(panel, `${PATH}/${documentId}?locale=en`);
  expect(english['data']).toMatchObject({ title: 'A boat', summary: 'In English' });
  expectNoFaults(page);
});
