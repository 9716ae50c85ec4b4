// Two users edit one entry. Fields that only one of them changed are merged; for fields that both changed, one user chooses.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ARTICLES, save, startBlog } from './support/blog.ts';
import { expectAccessible, expectNoFaults } from './support/panel.ts';

const blog = startBlog();

const COLLEAGUE = {
  firstname: 'Rui',
  lastname: 'Costa',
  email: 'rui@example.com',
  password: 'Quoin2026ink',
};

beforeAll(() => blog.addPerson(COLLEAGUE, 'strapi-super-admin'));

/** Opens an entry for two people. */
async function openTwice(title: string): Promise<readonly [string, Page, Page]> {
  const documentId = await blog.makeDraft(title, { summary: 'As it was' });
  const first = await blog.open(`${ARTICLES}/${documentId}`);
  const second = await blog.open(`${ARTICLES}/${documentId}`, { as: COLLEAGUE });
  return [documentId, first, second];
}

test('editors see each other’s avatar until they leave', async () => {
  const [documentId, first, second] = await openTwice('Faces');
  const face = (page: Page, name: string) => page.getByText(`${name} has this entry open`);
  // A screen reports its presence every ten seconds.
  const timeout = 60_000;
  await face(second, 'Ines Marlow').waitFor({ state: 'attached', timeout });
  await face(first, 'Rui Costa').waitFor({ state: 'attached', timeout });
  await expectAccessible(first);
  await second.goto(`${blog.panel.address}${ARTICLES}`);
  await face(first, 'Rui Costa').waitFor({ state: 'detached', timeout });
  expect(await blog.article(documentId)).toMatchObject({ title: 'Faces' });
  expectNoFaults(first);
});

test('changes of different fields are merged, and the second person is informed', async () => {
  const [documentId, first, second] = await openTwice('Merged');
  // The first one saves before the second one types: a change is saved after a few seconds anyway.
  await first.getByLabel('Title').fill('By the first');
  await save(first);
  await second.getByLabel('Summary').fill('By the second');
  await save(second);
  expect(await blog.article(documentId)).toMatchObject({
    title: 'By the first',
    summary: 'By the second',
  });
  expect(await second.getByLabel('Title').inputValue()).toBe('By the first');
  await second.getByText('Ines Marlow changed Title in the meantime.').waitFor();
  expectNoFaults(first);
  expectNoFaults(second);
});

test.each([
  ['mine', 'Of the second'],
  ['theirs', 'Of the first'],
] as const)(
  'a conflict in one field is resolved before anything is overwritten: %s',
  async (whose, kept) => {
    const [documentId, first, second] = await openTwice(`Compared ${whose}`);
    await first.getByLabel('Summary').fill('Of the first');
    await save(first);
    await second.getByLabel('Summary').fill('Of the second');
    await second.keyboard.press('Control+S');
    const dialog = second.getByRole('dialog');
    await dialog.waitFor();
    expect(await blog.article(documentId)).toMatchObject({ summary: 'Of the first' });
    await expectAccessible(second);
    await dialog.getByRole('radio', { name: kept }).check();
    await dialog.getByRole('button').last().click();
    await second.locator('[data-save=clean]').waitFor();
    expect(await blog.article(documentId)).toMatchObject({ summary: kept });
    expectNoFaults(second);
  },
);
