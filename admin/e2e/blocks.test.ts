// Editors of long text: blocks by keyboard, paste from other programs, and what the editor does not know.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { save, startBlog } from './support/blog.ts';
import { expectAccessible, expectNoFaults, expectNoSidewaysScroll } from './support/panel.ts';

const NOTES = '/admin/content-manager/collection-types/api::note.note';
const API = '/content-manager/collection-types/api::note.note';
const BODY = '#field-body [contenteditable=true]';

const blog = startBlog();

async function makeNote(body: unknown): Promise<string> {
  const { data } = await blog.call(API, { method: 'POST', body: { title: 'Note', body } });
  return (data as { documentId: string }).documentId;
}

async function stored(documentId: string): Promise<Record<string, unknown>> {
  return (await blog.call(`${API}/${documentId}`))['data'] as Record<string, unknown>;
}

/** Pastes into the element with the focus, as a browser does. */
async function paste(page: Page, content: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((types) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(types)) clipboardData.setData(type, text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, content);
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function text(value: string, more: object = {}): object {
  return { type: 'text', text: value, ...more };
}

function block(type: string, ...children: readonly object[]): object {
  return { type, children };
}

test('text is structured by keyboard alone, and undone', async () => {
  const documentId = await makeNote(null);
  const page = await blog.open(`${NOTES}/${documentId}`, { ready: BODY });
  await page.locator(BODY).focus();
  await page.keyboard.type('## Sails');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Old **canvas** is ');
  await page.keyboard.press('Control+I');
  await page.keyboard.type('tough');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- Wash');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Cold');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('Cut');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await page.getByRole('menuitem', { name: 'Quote' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.type('Quo');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox');
  await page.keyboard.type('Said');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+K');
  await page.getByLabel('URL').fill('loft.example/ledger');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox');
  await page.getByRole('link', { name: 'Said' }).waitFor();
  await page.getByText('9 words').waitFor();
  await save(page);
  expect((await stored(documentId))['body']).toEqual([
    { type: 'heading', level: 2, children: [text('Sails')] },
    block(
      'paragraph',
      text('Old '),
      text('canvas', { bold: true }),
      text(' is '),
      text('tough', { italic: true }),
    ),
    {
      type: 'list',
      format: 'unordered',
      children: [
        block('list-item', text('Wash')),
        {
          type: 'list',
          format: 'unordered',
          indentLevel: 1,
          children: [block('list-item', text('Cold'))],
        },
        block('list-item', text('Cut')),
      ],
    },
    block(
      'quote',
      text(''),
      { type: 'link', url: 'https://loft.example/ledger', children: [text('Said')] },
      text(''),
    ),
  ]);
  await page.keyboard.press('Control+Z');
  await page.getByRole('link', { name: 'Said' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  expectNoFaults(page);
});

const PASTED = [
  { type: 'heading', level: 2, children: [text('What the cloth remembers')] },
  block(
    'paragraph',
    text('Stitch holes stay as '),
    text('pale', { bold: true }),
    text(' '),
    text('dots', { italic: true }),
    text(', says '),
    { type: 'link', url: 'https://loft.example/ledger', children: [text('the ledger')] },
    text('.'),
  ),
  {
    type: 'list',
    format: 'unordered',
    children: [
      block('list-item', text('Wash')),
      {
        type: 'list',
        format: 'ordered',
        indentLevel: 1,
        children: [block('list-item', text('Cold'))],
      },
      block('list-item', text('Cut')),
    ],
  },
];

test('text of other programs keeps its structure, and nothing else', async () => {
  const documentId = await makeNote(null);
  const page = await blog.open(`${NOTES}/${documentId}`, { ready: BODY });
  const found: Record<string, unknown> = {};
  const programs = ['word', 'docs', 'libreoffice', 'pages', 'notion', 'web'];
  for (const program of programs) {
    await page.locator(BODY).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    const html = readFileSync(path.join(import.meta.dirname, `clipboard/${program}.txt`), 'utf8');
    await paste(page, { 'text/html': html, 'text/plain': 'What the cloth remembers' });
    await save(page);
    found[program] = (await stored(documentId))['body'];
  }
  expect(found).toEqual(Object.fromEntries(programs.map((program) => [program, PASTED])));
  expectNoFaults(page);
});

test('a paste waits for its rules, and comes before what is typed meanwhile', async () => {
  const documentId = await makeNote([block('paragraph', text('here'))]);
  const page = await blog.open(NOTES, { ready: 'a[data-row]' });
  const { promise, resolve: release } = deferred();
  await page.route('**/late-plugins-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`${blog.panel.address}${NOTES}/${documentId}`);
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
  expect((await stored(documentId))['body']).toEqual([
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

test('a paste whose rules cannot be loaded is plain text', async () => {
  const documentId = await makeNote(null);
  const page = await blog.open(NOTES, { ready: 'a[data-row]' });
  await page.route('**/late-plugins-*.js', (route) => route.abort());
  await page.goto(`${blog.panel.address}${NOTES}/${documentId}`);
  await page.locator(BODY).focus();
  await paste(page, { 'text/html': '<p><b>Sails</b></p>', 'text/plain': 'Sails' });
  await page.getByText('This could not be loaded').waitFor();
  await save(page);
  expect((await stored(documentId))['body']).toEqual([block('paragraph', text('Sails'))]);
});

test('Markdown, plain text and an address are pasted', async () => {
  const documentId = await makeNote([block('paragraph', text('here'))]);
  const page = await blog.open(`${NOTES}/${documentId}`, { ready: BODY });
  await page.locator(BODY).focus();
  await page.keyboard.press('Control+A');
  await paste(page, { 'text/plain': 'https://loft.example' });
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await paste(page, { 'text/plain': '## Sails\n\n- **Wash**' });
  await page.getByRole('heading', { name: 'Sails' }).waitFor();
  await save(page);
  expect((await stored(documentId))['body']).toMatchObject([
    {
      children: [
        text(''),
        { type: 'link', url: 'https://loft.example', children: [text('here')] },
        text(''),
      ],
    },
    { type: 'heading', level: 2 },
    { type: 'list', children: [block('list-item', text('Wash', { bold: true }))] },
  ]);
  expectNoFaults(page);
});

test('a picture of the library is put in, and one that comes with text is uploaded', async () => {
  const documentId = await makeNote(null);
  const page = await blog.open(`${NOTES}/${documentId}`, { ready: BODY });
  await page.locator(BODY).focus();
  await page
    .getByRole('toolbar', { name: 'Formatting of body' })
    .getByRole('button', { name: 'Image' })
    .click();
  await page.getByRole('button', { name: 'bridge.svg', exact: true }).click();
  await page.getByRole('button', { name: 'Use 1 file' }).click();
  await page.locator(`${BODY} img`).waitFor();
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await paste(page, {
    'text/html': `<p>With a picture</p><img src="data:image/png;base64,${dot}" alt="Dot">`,
    'text/plain': 'With a picture',
  });
  await page.locator(`${BODY} figure:not([aria-busy]) img[src*="/uploads/picture"]`).waitFor();
  await save(page);
  expect((await stored(documentId))['body']).toMatchObject([
    { type: 'image', image: { name: 'bridge.svg', provider: 'local' }, children: [text('')] },
    block('paragraph', text('With a picture')),
    { type: 'image', image: { name: 'picture.png', width: 1, height: 1 } },
  ]);
  await expectAccessible(page);
  expectNoFaults(page);
});

test('what the editor does not know stays as it is', async () => {
  const { results } = await blog.call('/upload/files?pageSize=1');
  const [image] = results as readonly object[];
  const body = [
    { ...block('paragraph', text('First', { color: 'red' })), align: 'right' },
    { type: 'image', image, children: [text('')], layout: 'wide' },
    { type: 'heading', level: 2, anchor: 'here', children: [text('Second')] },
  ];
  const documentId = await makeNote(body);
  const before = (await stored(documentId))['body'];
  const page = await blog.open(`${NOTES}/${documentId}`, { ready: BODY });
  await page.getByLabel('title').fill('Other');
  await save(page);
  expect((await stored(documentId))['body']).toEqual(before);
  await page.locator(BODY).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('The ');
  await save(page);
  const [first, ...rest] = before as readonly object[];
  expect((await stored(documentId))['body']).toEqual([
    { ...first, children: [text('The First', { color: 'red' })] },
    ...rest,
  ]);
  expectNoFaults(page);
});

test('Markdown is written with shortcuts, and stored as it is typed', async () => {
  const documentId = await makeNote(null);
  const source = '#field-source [contenteditable=true]';
  const page = await blog.open(`${NOTES}/${documentId}`, { ready: source });
  await page.locator(source).focus();
  await page.keyboard.type('# Sails\n\n- Wash ');
  await page.keyboard.press('Control+B');
  await page.keyboard.type('cold');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Cut');
  await expectAccessible(page);
  await save(page);
  expect((await stored(documentId))['source']).toBe('# Sails\n\n- Wash **cold**\n- Cut');
  await page.keyboard.press('Control+Z');
  await save(page);
  expect((await stored(documentId))['source']).not.toContain('Cut');
  expectNoFaults(page);
});

test.each([
  ['dark', 'en-US', 360],
  ['light', 'ar', 900],
  ['light', 'de', 1440],
] as const)('the editors are accessible: %s, %s, %i px', async (theme, language, width) => {
  const documentId = await makeNote(PASTED);
  const size = { width, height: 800 };
  const page = await blog.open(`${NOTES}/${documentId}`, { theme, language, size, ready: BODY });
  await page.locator('#field-source [contenteditable=true]').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoFaults(page);
});
