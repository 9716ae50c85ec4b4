// Editors of long text: blocks with the keyboard, paste from other programs, and unknown content.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { save, startBlog } from './support/blog.ts';
import { BODY, block, makeNote, NOTES, paste, stored, text } from './support/notes.ts';
import { expectAccessible, expectNoFaults, expectNoSidewaysScroll } from './support/panel.ts';

const blog = startBlog();

test('text is structured and undone by keyboard only', async () => {
  const documentId = await makeNote(blog, null);
  const page = await blog.open(`${NOTES}/${documentId}`, { ready: BODY });
  // The menus are loaded together with the toolbar.
  await page.getByRole('toolbar', { name: 'Formatting of Body' }).waitFor();
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
  expect((await stored(blog, documentId))['body']).toEqual([
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

test('text from other programs keeps its structure, and nothing else', async () => {
  const documentId = await makeNote(blog, null);
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
    found[program] = (await stored(blog, documentId))['body'];
  }
  expect(found).toEqual(Object.fromEntries(programs.map((program) => [program, PASTED])));
  expectNoFaults(page);
});

test('Markdown, plain text and an address can be pasted', async () => {
  const documentId = await makeNote(blog, [block('paragraph', text('here'))]);
  const page = await blog.open(`${NOTES}/${documentId}`, { ready: BODY });
  await page.locator(BODY).focus();
  await page.keyboard.press('Control+A');
  await paste(page, { 'text/plain': 'https://loft.example' });
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await paste(page, { 'text/plain': '## Sails\n\n- **Wash**' });
  await page.getByRole('heading', { name: 'Sails' }).waitFor();
  await save(page);
  expect((await stored(blog, documentId))['body']).toMatchObject([
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

test('a picture from the library is inserted, and one that is pasted with text is uploaded', async () => {
  const documentId = await makeNote(blog, null);
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
  expect((await stored(blog, documentId))['body']).toMatchObject([
    { type: 'image', image: { name: 'bridge.svg', provider: 'local' }, children: [text('')] },
    block('paragraph', text('With a picture')),
    { type: 'image', image: { name: 'picture.png', width: 1, height: 1 } },
  ]);
  await expectAccessible(page);
  expectNoFaults(page);
});

test('content that the editor does not support is preserved', async () => {
  const { results } = await blog.call('/upload/files?pageSize=1');
  const [image] = results as readonly object[];
  const body = [
    { ...block('paragraph', text('First', { color: 'red' })), align: 'right' },
    { type: 'image', image, children: [text('')], layout: 'wide' },
    { type: 'heading', level: 2, anchor: 'here', children: [text('Second')] },
  ];
  const documentId = await makeNote(blog, body);
  const before = (await stored(blog, documentId))['body'];
  const page = await blog.open(`${NOTES}/${documentId}`, { ready: BODY });
  await page.getByLabel('title').fill('Other');
  await save(page);
  expect((await stored(blog, documentId))['body']).toEqual(before);
  await page.locator(BODY).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('The ');
  await save(page);
  const [first, ...rest] = before as readonly object[];
  expect((await stored(blog, documentId))['body']).toEqual([
    { ...first, children: [text('The First', { color: 'red' })] },
    ...rest,
  ]);
  expectNoFaults(page);
});

test('Markdown is written with shortcuts, and stored as typed', async () => {
  const documentId = await makeNote(blog, null);
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
  expect((await stored(blog, documentId))['source']).toBe('# Sails\n\n- Wash **cold**\n- Cut');
  await page.keyboard.press('Control+Z');
  await save(page);
  expect((await stored(blog, documentId))['source']).not.toContain('Cut');
  expectNoFaults(page);
});

test.each([
  ['dark', 'en-US', 360],
  ['light', 'ar', 900],
  ['light', 'de', 1440],
] as const)('the editors are accessible: %s, %s, %i px', async (theme, language, width) => {
  const documentId = await makeNote(blog, PASTED);
  const size = { width, height: 800 };
  const page = await blog.open(`${NOTES}/${documentId}`, { theme, language, size, ready: BODY });
  await page.locator('#field-source [contenteditable=true]').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoFaults(page);
});
