// Components and dynamic zones: inserted anywhere, typed into, moved, duplicated, folded and removed.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ARTICLES, save, startBlog } from './support/blog.ts';
import { expectAccessible, expectNoFaults, expectNoSidewaysScroll } from './support/panel.ts';

const blog = startBlog();

/** Makes a draft with quotes of these texts. */
function makeDraft(title: string, quotes: readonly string[]): Promise<string> {
  const sections = quotes.map((text) => ({ __component: 'sections.quote', text, by: 'Rui' }));
  return blog.makeDraft(title, { sections });
}

type Section = Record<string, unknown>;

async function storedSections(documentId: string): Promise<readonly Section[]> {
  return (await blog.article(documentId))['sections'] as readonly Section[];
}

async function storedTexts(documentId: string): Promise<readonly unknown[]> {
  return (await storedSections(documentId)).map(
    ({ text, heading, body }) => text ?? heading ?? body,
  );
}

/** Numbers and summaries of the heads. */
function heads(page: Page): Promise<readonly string[]> {
  return page
    .getByRole('group', { name: 'Sections' })
    .locator('[aria-controls]')
    .evaluateAll((all) => all.map((each) => each.querySelectorAll('span')[2]?.textContent ?? ''));
}

const TWENTY = Array.from({ length: 20 }, (_, index) => `Quote ${index + 1}`);

test('inserts, duplicates, moves, collapses and restores a section by keyboard only', async () => {
  const documentId = await makeDraft('Keyboard', TWENTY);
  const page = await blog.open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: 'Add a section here' }).nth(2).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Quote' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.type('Quo');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
  await page.keyboard.type('New one');
  await save(page);
  expect((await storedTexts(documentId)).slice(2, 5)).toEqual(['Quote 3', 'New one', 'Quote 4']);
  // The server assigned an id to the section; the caret has not moved.
  await page.keyboard.type('!');
  await expect
    .poll(async () => (await heads(page)).slice(2, 5))
    .toEqual(['Quote 3', 'New one!', 'Quote 4']);

  const headsAt = async (): Promise<readonly string[]> => (await heads(page)).slice(3, 6);
  await page.keyboard.press('Control+Shift+D');
  await expect.poll(headsAt).toEqual(['New one!', 'New one!', 'Quote 4']);
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(headsAt).toEqual(['New one!', 'Quote 4', 'New one!']);
  await page.keyboard.press('Control+.');
  const open = page.getByRole('button', { name: /New one!/, expanded: true });
  await expect.poll(() => open.count()).toBe(1);
  await save(page);
  expect((await storedTexts(documentId)).slice(3, 6)).toEqual(['New one!', 'Quote 4', 'New one!']);

  await page.keyboard.press('Control+Alt+Z');
  await expect.poll(headsAt).toEqual(['New one!', 'New one!', 'Quote 4']);
  await page.keyboard.press('Control+Alt+Z');
  await expect.poll(headsAt).toEqual(['New one!', 'Quote 4', 'Quote 5']);
  await save(page);
  expect((await storedTexts(documentId)).length).toBe(21);
  expectNoFaults(page);
});

test('sends only the changed fields of a section, and keeps the others', async () => {
  const documentId = await makeDraft('Partly', ['One', 'Two']);
  const page = await blog.open(`${ARTICLES}/${documentId}`);
  const before = await storedSections(documentId);
  await page.getByLabel('Text', { exact: true }).fill('Changed');
  const request = page.waitForRequest((each) => each.method() === 'PUT');
  await save(page);
  const body = (await request).postDataJSON() as { sections: readonly Section[] };
  expect(body).toEqual({
    sections: [
      { id: before[0]?.['id'], __component: 'sections.quote', text: 'Changed' },
      { id: before[1]?.['id'], __component: 'sections.quote' },
    ],
  });
  expect(await storedSections(documentId)).toEqual([{ ...before[0], text: 'Changed' }, before[1]]);
  expectNoFaults(page);
});

test('edits nested and single components', async () => {
  const documentId = await makeDraft('Nested', []);
  const page = await blog.open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: 'Add Seo' }).click();
  await page.getByLabel('Meta title').fill('For machines');
  await page.getByRole('button', { name: 'Add a section', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Steps' }).click();
  await page.getByLabel('Heading').fill('How to fold');
  const steps = page.getByRole('group', { name: 'Steps', exact: true });
  for (const name of ['Crease', 'Press']) {
    await steps.getByRole('button', { name: 'Add a section', exact: true }).click();
    await steps.getByLabel('Name').last().fill(name);
  }
  await steps.getByLabel('Minutes').last().fill('5');
  await save(page);
  expect(await blog.article(documentId)).toMatchObject({
    seo: { metaTitle: 'For machines', metaDescription: null },
    sections: [
      {
        heading: 'How to fold',
        steps: [
          { name: 'Crease', minutes: null },
          { name: 'Press', minutes: 5 },
        ],
      },
    ],
  });
  await page.getByRole('button', { name: 'Remove Seo' }).click();
  await save(page);
  expect(await blog.article(documentId)).toMatchObject({ seo: null });
  expectNoFaults(page);
});

test('drags, removes and restores a section', async () => {
  const documentId = await makeDraft('Dragged', ['One', 'Two', 'Three']);
  const page = await blog.open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: 'Collapse all' }).click();
  const grip = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  await grip('Quote 3').dragTo(grip('Quote 1'), { targetPosition: { x: 8, y: 2 } });
  await expect.poll(() => heads(page)).toEqual(['Three', 'One', 'Two']);
  await page.getByRole('button', { name: 'Actions for Quote 2' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect.poll(() => heads(page)).toEqual(['Three', 'Two']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => heads(page)).toEqual(['Three', 'One', 'Two']);
  await save(page);
  expect(await storedTexts(documentId)).toEqual(['Three', 'One', 'Two']);
  expectNoFaults(page);
});

test('copies a section to another entry, and moves it to a position, by keyboard only', async () => {
  const from = await makeDraft('Copied from', ['Taken along', 'Left']);
  const to = await makeDraft('Copied to', ['One', 'Two', 'Three']);
  const page = await blog.open(`${ARTICLES}/${from}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: /^1 Quote/ }).focus();
  await page.keyboard.press('Control+C');
  await page.getByText('Section copied').waitFor();

  await page.goto(`${blog.panel.address}${ARTICLES}/${to}`);
  await page.getByRole('button', { name: /^2 Quote/ }).focus();
  await page.keyboard.press('Control+V');
  await expect.poll(() => heads(page)).toEqual(['One', 'Two', 'Taken along', 'Three']);
  // Without the clipboard, such as on a page without HTTPS.
  await page.getByRole('button', { name: 'Add a section', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Paste the copied section' }).focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => heads(page))
    .toEqual(['One', 'Two', 'Taken along', 'Three', 'Taken along']);

  await page.getByRole('button', { name: 'Actions for Quote 5' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move to…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '2 Quote Two' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: '2 Quote Two' }).focus();
  await page.keyboard.press('Enter');
  const moved = ['One', 'Taken along', 'Two', 'Taken along', 'Three'];
  await expect.poll(() => heads(page)).toEqual(moved);
  await save(page);
  expect(await storedTexts(to)).toEqual(moved);
  expect((await storedSections(to))[1]).toMatchObject({ by: 'Rui' });
  expectNoFaults(page);
});

test('a failed publication shows the section with the error, and the outline links to it', async () => {
  const documentId = await makeDraft('Faulty', ['One', 'Two']);
  const page = await blog.open(`${ARTICLES}/${documentId}`);
  await page.getByRole('button', { name: /^2 Quote/ }).click();
  await page.getByLabel('Text', { exact: true }).last().fill('');
  await page.keyboard.press('Control+Shift+Enter');
  await page.getByRole('button', { name: 'A field in this section has an error.' }).click();
  await page
    .getByRole('navigation', { name: 'Outline of Sections' })
    .getByRole('button')
    .last()
    .click();
  await page.getByText('A value is required.').waitFor();
  await expectAccessible(page);
  expectNoFaults(page);
});

test.each([
  ['dark', 'en-US', 360],
  ['light', 'ar', 900],
  ['light', 'de', 1440],
] as const)('sections are accessible: %s, %s, %i px', async (theme, language, width) => {
  const documentId = await makeDraft(`In ${language}`, ['One', 'Two', 'Three']);
  const page = await blog.open(`${ARTICLES}/${documentId}`, {
    theme,
    language,
    size: { width, height: 800 },
  });
  await page.locator('[data-inside] textarea').first().waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoFaults(page);
});
