// Media: fields that take dropped, uploaded and chosen files, and the library; journey 16.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { tmpdir } from 'node:os';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
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

const LIBRARY = '/admin/plugins/upload';
const PATH = '/content-manager/collection-types/api::article.article';

let panel: Panel;
let picture: Buffer;

beforeAll(async () => {
  panel = await startBlogPanel();
  await registerEditor(panel);
  picture = await sharp({
    create: { width: 800, height: 500, channels: 3, background: '#8aa' },
  })
    .jpeg()
    .toBuffer();
});
afterAll(() => panel[Symbol.asyncDispose]());

async function open(target: string, ready: string, options?: PageOptions): Promise<Page> {
  const page = await panel.open(target, options);
  onTestFinished(() => page.context().close());
  await page.locator('input[name=email]').fill(EDITOR.email);
  await page.locator('input[name=password]').fill(EDITOR.password);
  await page.keyboard.press('Enter');
  await page.locator(ready).first().waitFor();
  return page;
}

async function makeDraft(title: string): Promise<string> {
  const { data } = await callApi(panel, PATH, {
    method: 'POST',
    body: { title, slug: `slug-${title.toLowerCase().replaceAll(' ', '-')}` },
  });
  return (data as { documentId: string }).documentId;
}

/** Drops files on an element, as a browser does. */
async function drop(
  page: Page,
  selector: string,
  files: readonly { readonly name: string; readonly type: string; readonly content: string }[],
): Promise<void> {
  await page.locator(selector).evaluate((element, list) => {
    const data = new DataTransfer();
    for (const { name, type, content } of list) {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0);
      data.items.add(new File([bytes], name, { type }));
    }
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }));
  }, files);
}

function jpeg(name: string): { name: string; type: string; content: string } {
  return { name, type: 'image/jpeg', content: picture.toString('base64') };
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+S');
  await page.locator('[data-save=clean]').waitFor();
}

async function storedCover(documentId: string): Promise<Record<string, unknown> | null> {
  const { data } = await callApi(panel, `${PATH}/${documentId}`);
  return (data as { cover: Record<string, unknown> | null }).cover;
}

test('a picture is dropped on a field, described, replaced from the library and removed', async () => {
  const documentId = await makeDraft('Cover');
  const page = await open(`${ARTICLES}/${documentId}`, '#field-cover [data-field-media]');
  await drop(page, '#field-cover [data-field-media]', [jpeg('sail.jpg')]);
  await page.getByRole('button', { name: 'Actions for sail.jpg' }).waitFor();
  await save(page);
  expect(await storedCover(documentId)).toMatchObject({ name: 'sail.jpg', width: 800 });

  await page.getByRole('button', { name: 'Actions for sail.jpg' }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await page.getByLabel('Alternative text').fill('A sail');
  await page.getByRole('button', { name: /Focal point/ }).press('ArrowRight');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('A sail', { exact: true }).waitFor();
  expect(await storedCover(documentId)).toMatchObject({
    alternativeText: 'A sail',
    focalPoint: { x: 52, y: 50 },
  });
  // The texts belong to the file: the entry has no changes.
  await page.locator('[data-save=clean]').waitFor();

  await page.getByRole('button', { name: 'Actions for sail.jpg' }).click();
  await page.getByRole('menuitem', { name: 'Choose another' }).click();
  await page.getByRole('dialog').getByLabel('Find a file').fill('bridge');
  await page.getByRole('button', { name: 'bridge.svg', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use 1 file' }).click();
  await save(page);
  expect(await storedCover(documentId)).toMatchObject({ name: 'bridge.svg' });

  await page.getByRole('button', { name: 'Actions for bridge.svg' }).click();
  await page.getByRole('menuitem', { name: 'Remove from this field' }).click();
  await save(page);
  expect(await storedCover(documentId)).toBeNull();
  expectNoFaults(page);
});

test('a file of another type is refused before it is sent', async () => {
  const page = await open(
    `${ARTICLES}/${await makeDraft('Refused')}`,
    '#field-cover [data-field-media]',
  );
  await drop(page, '#field-cover [data-field-media]', [
    { name: 'notes.txt', type: 'text/plain', content: 'eA==' },
  ]);
  await page.getByText('This field does not accept files of this type.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Drop notes.txt' }).click();
  expectNoFaults(page);
});

test('several pictures are dropped into a folder; what failed stays and is sent again', async () => {
  const page = await open(LIBRARY, '[data-card]');
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name of the folder').fill('Journal');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Journal', exact: true }).click();
  await page.getByText('Nothing here yet').waitFor();
  let refusals = 1;
  await page.route('**/upload', async (route) => {
    if (route.request().postData()?.includes('third.jpg') && refusals > 0) {
      refusals -= 1;
      await route.fulfill({
        status: 413,
        contentType: 'application/json',
        body: '{"error":{"status":413,"name":"PayloadTooLargeError","message":"FileTooBig"}}',
      });
    } else await route.continue();
  });
  const names = ['first.jpg', 'second.jpg', 'third.jpg', 'fourth.jpg'];
  await drop(page, '[data-library]', names.map(jpeg));
  await page.getByText('FileTooBig').waitFor();
  await expectAccessible(page);
  await expect.poll(() => page.locator('[data-card]').count(), { timeout: 20_000 }).toBe(3);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.locator('[data-card]').count(), { timeout: 20_000 }).toBe(4);
  await page.reload();
  await page.locator('[data-card]').first().waitFor();
  expect(new URL(page.url()).search).toMatch(/folder=\d+/);
  expect(await page.locator('[data-card]').count()).toBe(4);

  await page.getByRole('button', { name: 'first.jpg', exact: true }).click();
  await page.getByRole('button', { name: 'second.jpg', exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 files deleted').waitFor();
  await expect.poll(() => page.locator('[data-card]').count()).toBe(2);
  await page.getByRole('button', { name: 'third.jpg', exact: true }).click();
  await page.getByRole('button', { name: 'Move to' }).click();
  await page.getByRole('menuitem', { name: 'Media' }).click();
  await page.getByText('1 file moved').waitFor();
  await expect.poll(() => page.locator('[data-card]').count()).toBe(1);
  expectNoFaults(page);
});

test('the library by keyboard: search, arrows, selection', async () => {
  const page = await open(LIBRARY, '[data-card]');
  await page.locator('[data-card]').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('bridge');
  await expect.poll(() => page.locator('[data-card]').count()).toBe(1);
  await page.waitForURL(/_q=bridge/);
  expectNoFaults(page);
});

test.each([
  ['light', 'en-US', 1440],
  ['dark', 'en-US', 360],
  ['light', 'ar', 900],
] as const)('the library is accessible: %s, %s, %i px', async (theme, language, width) => {
  const page = await open(LIBRARY, '[data-card]', {
    theme,
    language,
    size: { width, height: 800 },
  });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoFaults(page);
});

test('a file is chosen with the dialog of the device', async () => {
  const file = path.join(tmpdir(), 'chosen.jpg');
  writeFileSync(file, picture);
  const page = await open(LIBRARY, '[data-card]');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await (await chooser).setFiles(file);
  await page.getByRole('button', { name: 'chosen.jpg', exact: true }).waitFor();
  expectNoFaults(page);
});
