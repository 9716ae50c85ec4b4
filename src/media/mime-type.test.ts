// The table of docs/strapi/media.md, "Names and types", and further probes of Strapi.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { vendored } from '../../test/support/vendored-projects.ts';
import { detectType } from './detect-type.ts';
import { decideType, extensionFor } from './mime-type.ts';

const PNG = 'image/png';
const JPEG = 'image/jpeg';

test.each([
  ['.txt', PNG, null, 'text/plain'],
  ['.png', PNG, null, PNG],
  ['.txt', 'text/plain', PNG, 'text/plain'],
  ['.jpg', JPEG, PNG, JPEG],
  ['.png', 'application/octet-stream', JPEG, JPEG],
  ['.png', null, JPEG, JPEG],
  ['.zzz', 'application/x-zzz', null, 'application/x-zzz'],
  ['.bin', 'application/octet-stream', null, 'application/octet-stream'],
  ['.svg', 'text/plain', null, 'image/svg+xml'],
  ['.xml', 'text/xml', null, 'application/xml'],
  ['.js', 'text/javascript', null, 'application/javascript'],
  ['.gz', 'text/plain', null, 'application/gzip'],
  ['.docx', 'application/msword', 'application/zip', DOCX()],
  ['', 'text/plain', null, 'text/plain'],
  ['', 'image/svg+xml', 'application/xml', 'application/xml'],
  ['', 'video/quicktime', 'video/mp4', 'video/mp4'],
  ['.', 'text/plain', null, 'text/plain'],
  ['.PNG', PNG, PNG, PNG],
  ['.txt', 'text/plain; charset=x', null, 'text/plain'],
])('%s, declared %s, detected %s: %s', async (ext, declared, detected, type) => {
  expect(await decideType({ ext, declared, detected })).toBe(type);
});

test.each(['x', 'image/\u0001png', '日本/x', 'a/b/c', `a/${'b'.repeat(300)}`, 'text/ plain'])(
  'ignores a declared type that is invalid: %j',
  async (declared) => {
    expect(await decideType({ ext: '.png', declared, detected: null })).toBe(PNG);
    await expect(decideType({ ext: '.zzz', declared, detected: null })).rejects.toThrow();
  },
);

function DOCX(): string {
  return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
}

test('rejects a file of an unknown type', async () => {
  const clues = { ext: '.zzz', declared: null, detected: null };
  await expect(decideType(clues)).rejects.toMatchObject({ status: 400 });
});

test.each([
  ['text/plain', '.txt'],
  [PNG, '.png'],
  ['application/x-zzz', '.bin'],
])('gives %s without an extension %s', async (type, ext) => {
  expect(await extensionFor(type)).toBe(ext);
});

describe('detects the type by the first bytes', () => {
  test.each([
    ['tiny.png', PNG],
    ['landscape.jpg', JPEG],
    ['portrait.webp', 'image/webp'],
    ['spin.gif', 'image/gif'],
    ['photo.tiff', 'image/tiff'],
    ['photo.avif', 'image/avif'],
    ['doc.pdf', 'application/pdf'],
    ['logo.svg', null],
    ['note.txt', null],
  ])('of %s: %s', (file, type) => {
    const bytes = readFileSync(vendored('conformance', 'files', file));
    expect(detectType(bytes.subarray(0, 512))).toBe(type);
  });

  test.each([
    ['<?xml version="1.0"?>', 'application/xml'],
    ['PK\u0003\u0004xx', 'application/zip'],
    ['\0\0\0\u0018ftypisom', 'video/mp4'],
    ['RIFFxxxxnone', null],
    ['', null],
    ['BM', 'image/bmp'],
  ])('%j: %s', (text, type) => {
    expect(detectType(Buffer.from(text, 'latin1'))).toBe(type);
  });
});
