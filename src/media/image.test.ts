import { availableParallelism } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { vendored } from '../../test/support/vendored-projects.ts';
import { optimizeImage, inspectImage, resizeImage, type Image } from './image.ts';

const PLAIN = { sizeOptimization: true, autoOrientation: false };

function fileWith(content: string | Buffer): string {
  const file = path.join(makeProject({}), 'file');
  writeFileSync(file, content);
  return file;
}

async function pictureOf(file: string): Promise<Image> {
  const image = await inspectImage(path.resolve(vendored('conformance', 'files'), file));
  if (!image) throw new Error(`${file} is not an image`);
  return image;
}

describe('inspects', () => {
  test.each([
    ['tiny.png', 'png', 100, 100, 1],
    ['landscape.jpg', 'jpeg', 1200, 800, 1],
    ['portrait.webp', 'webp', 300, 900, 1],
    ['photo.tiff', 'tiff', 300, 200, 1],
    ['spin.gif', 'gif', 600, 400, 2],
    ['photo.avif', 'avif', 600, 400, 1],
    ['logo.svg', 'svg', 40, 40, 1],
    ['broken.png', 'png', 600, 400, 1],
  ])('%s: %s, %i × %i, %i frames', async (file, format, width, height, frames) => {
    expect(await pictureOf(file)).toMatchObject({ format, width, height, frames });
  });

  test('an SVG with a view box', async () => {
    const file = fileWith('<svg viewBox="0 0 64.4 36" xmlns="http://www.w3.org/2000/svg"></svg>');
    expect(await inspectImage(file)).toMatchObject({ width: 64, height: 36 });
  });
});

test.each([
  ['text', 'plain text file'],
  ['nothing', ''],
  ['html', '<html><body>x</body></html>'],
  ['the header of a PNG', '\x89PNG\r\n\x1A\n'],
])('%s is not an image', async (_what, content) => {
  expect(await inspectImage(fileWith(Buffer.from(content, 'latin1')))).toBeNull();
});

const TOO_MANY = {
  status: 400,
  name: 'ApplicationError',
  message: 'The image has more than 134217728 pixels in all frames.',
};

test.each([
  ['of both sides', 60_000, 60_000],
  ['just too many', 16_384, 8193],
])('rejects an image of too many pixels before decoding it: %s', async (_what, ...sides) => {
  const png = Buffer.from(readFileSync(vendored('conformance', 'files', 'tiny.png')));
  png.writeUInt32BE(sides[0], 16);
  png.writeUInt32BE(sides[1], 20);
  await expect(inspectImage(fileWith(png))).rejects.toMatchObject(TOO_MANY);
});

test('accepts an image of the maximum number of pixels', async () => {
  const svg = `<svg width="16384" height="8192" xmlns="http://www.w3.org/2000/svg"></svg>`;
  expect(await inspectImage(fileWith(svg))).toMatchObject({ width: 16_384, height: 8192 });
});

test('counts the pixels of all frames of an animation', async () => {
  const gif = vendored('conformance', 'files', 'spin.gif');
  const moving = await sharp(gif, { animated: true }).webp({ effort: 0 }).toBuffer();
  // Its canvas becomes 10,000 by 10,000: one frame of that would be fine.
  moving.writeUIntLE(9999, 24, 3);
  moving.writeUIntLE(9999, 27, 3);
  await expect(inspectImage(fileWith(moving))).rejects.toMatchObject(TOO_MANY);
});

test.each([
  ['two small ones', 600, Math.min(2, availableParallelism())],
  ['one large one', 3000, 1],
])('decodes a limited number of images at once: %s', async (_what, side, most) => {
  const file = fileWith('');
  const create = { width: side, height: side, channels: 3 as const, background: '#369' };
  await sharp({ create }).jpeg().toFile(file);
  const image = await pictureOf(file);
  const box = { width: 100, height: 100, autoOrientation: false };
  const shrinking = Array.from({ length: 12 }, () =>
    resizeImage(image, { target: fileWith(''), ...box }),
  );
  let left = shrinking.length;
  for (const each of shrinking) void each.finally(() => (left -= 1));
  let seen = 0;
  while (left > 0) {
    seen = Math.max(seen, sharp.counters().process);
    await setImmediate();
  }
  await Promise.all(shrinking);
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThanOrEqual(most);
});

describe('an optimized image', () => {
  test('is smaller and has no metadata', async () => {
    const image = await pictureOf('turned.jpg');
    const target = fileWith('');
    const written = await optimizeImage(image, target, PLAIN);
    expect(written).toMatchObject({ width: 600, height: 400 });
    expect((await sharp(target).metadata()).orientation).toBeUndefined();
  });

  test('that is rotated has its sides swapped', async () => {
    const image = await pictureOf('turned.jpg');
    for (const sizeOptimization of [true, false]) {
      const turning = { sizeOptimization, autoOrientation: true };
      expect(await optimizeImage(image, fileWith(''), turning)).toMatchObject({
        width: 400,
        height: 600,
      });
    }
  });

  test.each(['spin.gif', 'photo.avif', 'logo.svg'])('is not created for %s', async (file) => {
    expect(await optimizeImage(await pictureOf(file), fileWith(''), PLAIN)).toBeNull();
  });

  test('is not created if it would be larger', async () => {
    const first = fileWith('');
    const image = await pictureOf('landscape.jpg');
    await sharp(image.path).jpeg({ quality: 20 }).toFile(first);
    expect(await optimizeImage(await pictureOf(first), fileWith(''), PLAIN)).toBeNull();
  });

  test('stays animated', async () => {
    const moving = fileWith('');
    const gif = await pictureOf('spin.gif');
    await sharp(gif.path, { animated: true }).webp({ lossless: true, effort: 0 }).toFile(moving);
    const image = await pictureOf(moving);
    expect(image).toMatchObject({ format: 'webp', width: 600, height: 400, frames: 2 });
    const target = fileWith('');
    const box = { width: 300, height: 300, autoOrientation: false };
    expect(await resizeImage(image, { target, ...box })).toMatchObject({
      width: 300,
      height: 200,
    });
    expect((await sharp(target).metadata()).pages).toBe(2);
  });
});

test('a smaller GIF stays animated', async () => {
  const target = fileWith('');
  const box = { width: 245, height: 156, autoOrientation: false };
  const written = await resizeImage(await pictureOf('spin.gif'), { target, ...box });
  expect(written).toMatchObject({ width: 234, height: 156 });
  expect(await inspectImage(target)).toMatchObject({ format: 'gif', frames: 2, height: 156 });
});

test('reports an undecodable image as invalid, but not a file that cannot be written', async () => {
  const broken = optimizeImage(await pictureOf('broken.png'), fileWith(''), PLAIN);
  await expect(broken).rejects.toMatchObject({ message: 'File is not a valid image' });
  const nowhere = path.join(makeProject({}), 'no', 'folder');
  const whole = optimizeImage(await pictureOf('tiny.png'), nowhere, PLAIN);
  await expect(whole).rejects.not.toMatchObject({ message: 'File is not a valid image' });
});
