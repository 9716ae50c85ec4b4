// Media: fields that accept dropped, uploaded and selected files, and the library.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { tmpdir } from 'node:os';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { ARTICLES, save, startBlog } from './support/blog.ts';
import { expectAccessible, expectNoFaults, expectNoSidewaysScroll } from './support/panel.ts';

const LIBRARY = '/admin/plugins/upload';
const FIELD = '#field-cover [data-field-media]';
const CARD = '[data-card]';

const blog = startBlog();
let picture: Buffer;

beforeAll(async () => {
  picture = await sharp({
    create: { width: 800, height: 500, channels: 3, background: '#8aa' },
  })
    .jpeg()
    .toBuffer();
});

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

async function storedCover(documentId: string): Promise<Record<string, unknown> | null> {
  const { cover } = await blog.article(documentId);
  return cover as Record<string, unknown> | null;
}

test('drops an image on a field, describes it, replaces it from the library and removes it', async () => {
  const documentId = await blog.makeDraft('Cover');
  const page = await blog.open(`${ARTICLES}/${documentId}`, { ready: FIELD });
  await drop(page, FIELD, [jpeg('sail.jpg')]);
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

test('rejects a file of another type before the upload', async () => {
  const page = await blog.open(`${ARTICLES}/${await blog.makeDraft('Rejected')}`, { ready: FIELD });
  await drop(page, FIELD, [{ name: 'notes.txt', type: 'text/plain', content: 'eA==' }]);
  await page.getByText('This field does not accept files of this type.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss notes.txt' }).click();
  expectNoFaults(page);
});

test('drops several images into a folder; failed uploads can be retried', async () => {
  const page = await blog.open(LIBRARY, { ready: CARD });
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name of the folder').fill('Journal');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Journal', exact: true }).click();
  await page.getByText('No files yet').waitFor();
  let rejections = 1;
  await page.route('**/upload', async (route) => {
    if (route.request().postData()?.includes('third.jpg') && rejections > 0) {
      rejections -= 1;
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
  await expect.poll(() => page.locator(CARD).count()).toBe(3);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.locator(CARD).count()).toBe(4);
  await page.reload();
  await page.locator(CARD).first().waitFor();
  expect(new URL(page.url()).search).toMatch(/folder=\d+/);
  expect(await page.locator(CARD).count()).toBe(4);

  await page.getByRole('button', { name: 'first.jpg', exact: true }).click();
  await page.getByRole('button', { name: 'second.jpg', exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 files deleted').waitFor();
  await expect.poll(() => page.locator(CARD).count()).toBe(2);
  await page.getByRole('button', { name: 'third.jpg', exact: true }).click();
  await page.getByRole('button', { name: 'Move to' }).click();
  await page.getByRole('menuitem', { name: 'Media' }).click();
  await page.getByText('1 file moved').waitFor();
  await expect.poll(() => page.locator(CARD).count()).toBe(1);
  expectNoFaults(page);
});

test('of 20 dropped images, one is rejected and one canceled; texts are filled in without interruption', async () => {
  const page = await blog.open(LIBRARY, { ready: CARD });
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name of the folder').fill('Twenty');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Twenty', exact: true }).click();
  await page.getByText('No files yet').waitFor();
  let isRejected = true;
  await page.route('**/upload', async (route) => {
    const body = route.request().postData() ?? '';
    if (body.includes('picture-2.jpg')) return;
    if (isRejected && body.includes('picture-5.jpg')) {
      isRejected = false;
      await route.fulfill({ status: 507, json: { error: { message: 'The disk is full' } } });
    } else await route.continue();
  });
  const small = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer();
  const images = Array.from({ length: 20 }, (_, index) => ({
    ...jpeg(`picture-${index + 1}.jpg`),
    content: small.toString('base64'),
  }));
  await drop(page, '[data-library]', images);
  await page.getByRole('progressbar', { name: 'picture-2.jpg' }).waitFor();
  await page.getByText('The disk is full').waitFor();
  await page.getByRole('button', { name: 'Cancel the upload of picture-2.jpg' }).click();
  await expect.poll(() => page.locator(CARD).count()).toBe(18);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.locator(CARD).count()).toBe(19);
  expect(await page.getByRole('button', { name: 'picture-2.jpg', exact: true }).count()).toBe(0);

  await page.getByLabel('Without alt text').check();
  const texts = page.getByRole('textbox', { name: /^Alternative text, picture-/ });
  await expect.poll(() => texts.count()).toBe(19);
  await expectAccessible(page);
  await texts.first().focus();
  for (let index = 0; index < 19; index += 1) {
    await page.keyboard.type(`Described ${index}`);
    await page.keyboard.press('Enter');
  }
  const described = async (): Promise<number> => {
    const { pagination } = await blog.call(
      '/upload/files?filters[alternativeText][$contains]=Described',
    );
    return Number((pagination as Record<string, unknown>)['total']);
  };
  await expect.poll(described).toBe(19);
  expectNoFaults(page);
});

test('a replaced picture appears wherever it is used; its focal point is set by keyboard', async () => {
  const { results } = await blog.call('/upload/files?_q=bridge');
  const [{ id } = { id: 0 }] = results as readonly { id: number }[];
  const documents = [
    await blog.makeDraft('First with a picture', { cover: id }),
    await blog.makeDraft('Second with a picture', { cover: id }),
  ];
  const page = await blog.open(`${LIBRARY}?_q=bridge`, { ready: CARD });
  const shown = page.locator(`${CARD} img`).first();
  const before = await shown.getAttribute('src');
  await page.getByRole('button', { name: 'Details of bridge.svg' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Replace the file' }).click(),
  ]);
  const other =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="#246"/></svg>';
  await chooser.setFiles({
    name: 'other.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(other),
  });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => shown.getAttribute('src')).not.toBe(before);
  await page.getByRole('button', { name: 'Details of bridge.svg' }).click();
  await page.getByRole('button', { name: /^Focal point/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  for (const documentId of documents) {
    expect(await storedCover(documentId)).toMatchObject({
      id,
      width: 90,
      focalPoint: { x: 52, y: 48 },
    });
    await page.goto(`${blog.panel.address}${ARTICLES}/${documentId}`);
    const cover = page.locator(`${FIELD} img`);
    await cover.waitFor();
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(90);
  }
  expectNoFaults(page);
});

test('supports the keyboard in the library: search, arrows, selection', async () => {
  const page = await blog.open(LIBRARY, { ready: CARD });
  await page.locator(CARD).first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.type('bridge');
  await expect.poll(() => page.locator(CARD).count()).toBe(1);
  await page.waitForURL(/_q=bridge/);
  expectNoFaults(page);
});

test.each([
  ['light', 'en-US', 1440],
  ['dark', 'en-US', 360],
  ['light', 'ar', 900],
] as const)('the library is accessible: %s, %s, %i px', async (theme, language, width) => {
  const page = await blog.open(LIBRARY, {
    ready: CARD,
    theme,
    language,
    size: { width, height: 800 },
  });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoFaults(page);
});

test('selects a file with the file dialog', async () => {
  const file = path.join(tmpdir(), 'chosen.jpg');
  writeFileSync(file, picture);
  const page = await blog.open(LIBRARY, { ready: CARD });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await (await chooser).setFiles(file);
  await page.getByRole('button', { name: 'chosen.jpg', exact: true }).waitFor();
  expectNoFaults(page);
});
