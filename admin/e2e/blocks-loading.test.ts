// The blocks editor while its toolbar and its rules are loading, and if they cannot be loaded.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { save, startBlog } from './support/blog.ts';
import { BODY, block, makeNote, NOTES, paste, stored, text } from './support/notes.ts';
import { expectNoFaults, type PageOptions } from './support/panel.ts';

const blog = startBlog();

/** Holds requests of a page. Returns the function that lets them continue. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

/** Opens a note in a page whose requests of a pattern are held. */
async function openHolding(
  documentId: string,
  pattern: string,
  options: PageOptions = {},
): Promise<{ readonly page: Page; readonly release: () => void }> {
  let release = (): void => undefined;
  const page = await blog.open(`${NOTES}/${documentId}`, {
    ...options,
    ready: BODY,
    async prepare(opened) {
      release = await hold(opened, pattern);
    },
  });
  return { page, release };
}

test('a paste waits for its rules, and is inserted before what is typed meanwhile', async () => {
  const documentId = await makeNote(blog, [block('paragraph', text('here'))]);
  const { page, release } = await openHolding(documentId, '**/deferred-plugins-*.js');
  await page.locator(BODY).waitFor();
  await page.locator(BODY).focus();
  await page.keyboard.press('Control+A');
  await paste(page, { 'text/plain': 'https://loft.example' });
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' or ');
  await paste(page, {
    'text/html': '<p style="color: red"><b style="font-weight: 700">there</b></p>',
    'text/plain': 'there',
  });
  await page.keyboard.type(', now');
  release();
  await page.getByRole('link', { name: 'here' }).waitFor();
  await page.locator(`${BODY} strong`).waitFor();
  await page.keyboard.type('!');
  await save(page);
  expect((await stored(blog, documentId))['body']).toEqual([
    block(
      'paragraph',
      text(''),
      { type: 'link', url: 'https://loft.example', children: [text('here')] },
      text(' or '),
      text('there', { bold: true }),
      text(', now!'),
    ),
  ]);
  expectNoFaults(page);
});

test('pastes that wait at one caret keep their order, and do not depend on Shift afterwards', async () => {
  const documentId = await makeNote(blog, null);
  const { page, release } = await openHolding(documentId, '**/deferred-plugins-*.js');
  await page.locator(BODY).focus();
  await paste(page, { 'text/html': '<b>one</b>', 'text/plain': 'one' });
  await paste(page, { 'text/html': '<i>two</i>', 'text/plain': 'two' });
  await paste(page, { 'text/plain': '## three' });
  await page.keyboard.down('Shift');
  release();
  await page.getByRole('heading', { name: 'three' }).waitFor();
  await page.keyboard.up('Shift');
  await save(page);
  expect((await stored(blog, documentId))['body']).toEqual([
    block('paragraph', text('one', { bold: true }), text('two', { italic: true })),
    { type: 'heading', level: 2, children: [text('three')] },
  ]);
  expectNoFaults(page);
});

test('a paste is plain text if its editor closes first', async () => {
  const documentId = await makeNote(blog, [block('paragraph', text('Old '))]);
  const page = await blog.open(NOTES, { ready: 'a[data-row]' });
  const release = await hold(page, '**/deferred-plugins-*.js');
  await page.locator(`a[data-row][href*="${documentId}"]`).click();
  await page.locator(BODY).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('new ');
  await paste(page, { 'text/html': '<b>sails</b>', 'text/plain': 'sails' });
  await page.goBack();
  await page.locator('a[data-row]').first().waitFor();
  release();
  await expect
    .poll(async () => (await stored(blog, documentId))['body'])
    .toEqual([block('paragraph', text('Old new sails'))]);
  expectNoFaults(page);
});

test('pastes and drops whose rules cannot be loaded are plain text', async () => {
  const documentId = await makeNote(blog, null);
  const page = await blog.open(`${NOTES}/${documentId}`, {
    ready: BODY,
    prepare: (opened) => opened.route('**/deferred-plugins-*.js', (route) => route.abort()),
  });
  await page.locator(BODY).focus();
  await paste(page, { 'text/html': '<p><b>Sails</b></p>', 'text/plain': 'Sails' });
  await page.getByText('This could not be loaded').waitFor();
  await page.locator(`${BODY} p`).evaluate((paragraph) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', ', ropes');
    const { right, top, height } = paragraph.getBoundingClientRect();
    const at = { clientX: right - 4, clientY: top + height / 2 };
    paragraph.dispatchEvent(
      new DragEvent('drop', { dataTransfer, ...at, bubbles: true, cancelable: true }),
    );
  });
  await page.getByText('Sails, ropes').waitFor();
  await save(page);
  expect((await stored(blog, documentId))['body']).toEqual([
    block('paragraph', text('Sails, ropes')),
  ]);
});

test('the editor accepts text without its toolbar, and inserts a slash', async () => {
  const documentId = await makeNote(blog, null);
  const page = await blog.open(`${NOTES}/${documentId}`, {
    ready: BODY,
    prepare: (opened) => opened.route('**/blocks-tools-*.js', (route) => route.abort()),
  });
  await page.getByText('This could not be loaded').waitFor();
  await page.locator(BODY).focus();
  await paste(page, { 'text/html': '<b>Sails</b>', 'text/plain': 'Sails' });
  await page.locator(`${BODY} strong`).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('/sails');
  await save(page);
  expect((await stored(blog, documentId))['body']).toMatchObject([
    block('paragraph', text('Sails', { bold: true })),
    { children: [{ text: '/sails' }] },
  ]);
});

test.each([
  ['en-US', 360, true],
  ['de', 1440, false],
] as const)('the toolbar does not shift the text: %s, %i px', async (language, width, hasTouch) => {
  const documentId = await makeNote(blog, [block('paragraph', text('here'))]);
  const size = { width, height: 800 };
  const { page, release } = await openHolding(documentId, '**/blocks-tools-*.js', {
    language,
    size,
    hasTouch,
  });
  await page.locator(BODY).waitFor();
  const field = page.locator('#field-body');
  const distance = async (): Promise<number> => {
    const [outer, inner] = await Promise.all([
      field.boundingBox(),
      page.locator(BODY).boundingBox(),
    ]);
    return (inner?.y ?? 0) - (outer?.y ?? 0);
  };
  const before = await distance();
  release();
  await field.getByRole('toolbar').waitFor();
  expect(await distance()).toBe(before);
  expectNoFaults(page);
});

test('keyboard shortcuts of macOS move the caret', async () => {
  const documentId = await makeNote(blog, [block('paragraph', text('sails'))]);
  const page = await blog.open(`${NOTES}/${documentId}`, {
    ready: BODY,
    prepare: (opened) =>
      opened.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'platform', { get: () => 'MacIntel' }),
      ),
  });
  await page.locator(BODY).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Old ');
  await page.getByText('Old sails').waitFor();
  expectNoFaults(page);
});
