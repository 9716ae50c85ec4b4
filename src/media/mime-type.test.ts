// The table of docs/strapi/media.md, "Names and types", and further probes of Strapi.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { vendored } from '../../test/support/vendored-projects.ts';
import type { TypeRules } from './allowed-types.ts';
import { officeFile } from '../../test/support/zip-archive.ts';
import { detectType } from './prepared-file.ts';
import { decideType, extensionFor } from './mime-type.ts';

const PNG = 'image/png';
const JPEG = 'image/jpeg';
const SVG = 'image/svg+xml';
const XML = 'application/xml';
const ANY = 'application/octet-stream';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const ALL: TypeRules = { allowedTypes: null, deniedTypes: [] };
const UNLISTED = 'MIME type is not allowed';
const UNKNOWN = { mime: '', rejection: 'Cannot verify file type for security reasons' };

function not(type: string): string {
  return `File type '${type}' is not allowed`;
}

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
  ['.docx', 'application/msword', 'application/zip', DOCX],
  ['.docx', 'application/octet-stream', 'application/zip', DOCX],
  ['.docx', 'application/octet-stream', DOCX, DOCX],
  ['.wav', 'audio/x-wav', 'audio/wav', 'audio/wave'],
  ['.wav', 'audio/wav', 'audio/wav', 'audio/wave'],
  ['.wav', 'application/octet-stream', 'audio/wav', 'audio/wav'],
  ['.exe', 'text/plain', null, 'application/x-msdos-program'],
  ['', 'application/octet-stream', null, 'application/octet-stream'],
  ['', 'text/plain', null, 'text/plain'],
  ['', 'image/svg+xml', 'application/xml', 'application/xml'],
  ['', 'video/quicktime', 'video/mp4', 'video/mp4'],
  ['.', 'text/plain', null, 'text/plain'],
  ['.PNG', PNG, PNG, PNG],
  ['.txt', 'text/plain; charset=x', null, 'text/plain'],
])('%s, declared %s, detected %s: %s', async (ext, declared, detected, type) => {
  expect(await decideType({ ext, declared, detected }, ALL)).toEqual({
    mime: type,
    rejection: null,
  });
});

test.each(['x', 'image/\u0001png', '日本/x', 'a/b/c', `a/${'b'.repeat(300)}`, 'text/ plain'])(
  'ignores a declared type that is invalid: %j',
  async (declared) => {
    const named = { ext: '.png', declared, detected: null };
    expect(await decideType(named, ALL)).toEqual({ mime: PNG, rejection: null });
    expect(await decideType({ ext: '.zzz', declared, detected: null }, ALL)).toEqual(UNKNOWN);
  },
);

test('rejects a file of an unknown type', async () => {
  expect(await decideType({ ext: '.zzz', declared: null, detected: null }, ALL)).toEqual(UNKNOWN);
});

// Recorded from Strapi, except for the last group (docs/strapi/differences.md, D24).
test.each([
  [{ deniedTypes: ['text/html'] }, '.html', ANY, PNG, not('text/html')],
  [{ deniedTypes: ['text/html'] }, '.txt', 'text/html; charset=x', null, not('text/html')],
  [{ deniedTypes: ['text/html'] }, '.html', 'text/plain', null, not('text/html')],
  [{ deniedTypes: [PNG] }, '.txt', 'text/plain', PNG, not(PNG)],
  [{ deniedTypes: [ANY] }, '.png', ANY, PNG, null],
  [{ allowedTypes: ['image/*'] }, '.svg', SVG, XML, null],
  [{ allowedTypes: ['image/*'] }, '.svg', 'text/xml', XML, null],
  [{ allowedTypes: ['image/*'] }, '.svg', ANY, XML, not(XML)],
  [{ allowedTypes: ['image/*'] }, '.xml', SVG, XML, UNLISTED],
  [{ allowedTypes: ['image/png'] }, '.svg', SVG, XML, UNLISTED],
  [{ allowedTypes: ['image/*'], deniedTypes: [XML] }, '.svg', SVG, XML, not(XML)],
  [{ allowedTypes: [DOCX] }, '.docx', DOCX, 'application/zip', null],
  [{ allowedTypes: [DOCX] }, '.docx', DOCX, DOCX, null],
  [{ allowedTypes: [DOCX] }, '.docx', ANY, 'application/zip', null],
  [{ allowedTypes: [DOCX] }, '.zip', ANY, 'application/zip', UNLISTED],
  [{ allowedTypes: [DOCX], deniedTypes: [DOCX] }, '.docx', DOCX, 'application/zip', not(DOCX)],
  [{ allowedTypes: ['image/*'] }, '.png', PNG, 'application/pdf', UNLISTED],
  [
    { allowedTypes: ['image/*'] },
    '.pdf',
    'application/pdf',
    'application/pdf',
    not('application/pdf'),
  ],
  [{ allowedTypes: ['image/*'] }, '.bin', ANY, PNG, null],
  [{ allowedTypes: [] }, '.txt', 'text/plain', null, UNLISTED],
  [{ allowedTypes: [] }, '.png', PNG, PNG, UNLISTED],
  [{ allowedTypes: ['image/*'] }, '.html', ANY, PNG, not('text/html')],
  [{ allowedTypes: ['image/png'] }, '.svg', ANY, PNG, not(SVG)],
  [{ allowedTypes: ['image/*'] }, '.xhtml', ANY, 'image/gif', not('application/xhtml+xml')],
])(
  'rules %j, %s, declared %s, detected %s: %s',
  async (rules, ext, declared, detected, rejection) => {
    const decided = await decideType({ ext, declared, detected }, { ...ALL, ...rules });
    expect(decided.rejection).toBe(rejection);
  },
);

test.each([
  ['text/plain', '.txt'],
  [PNG, '.png'],
  ['application/x-zzz', '.bin'],
])('%s without an extension gets %s', async (type, ext) => {
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
  ])('of %s: %s', async (file, type) => {
    const bytes = readFileSync(vendored('conformance', 'files', file));
    expect(await detectType(bytes.subarray(0, 4100))).toBe(type);
  });

  test.each([
    ['XML', '<?xml version="1.0"?>', 'application/xml'],
    ['a video', '\0\0\0\u0018ftypisom', 'video/mp4'],
    ['text in UTF-16, as in Strapi', '\xFF\xFEh\0i\0', 'audio/mpeg'],
    ['a damaged archive', 'PK\u0003\u0004xx', 'application/zip'],
    ['a damaged image', '\x89PNG\r\n\x1A\n', null],
    ['a damaged audio stream', `OggS${'\0'.repeat(24)}Opus`, null],
    ['an empty file', '', null],
  ])('of %s', async (_what, text, type) => {
    expect(await detectType(Buffer.from(text, 'latin1'))).toBe(type);
  });

  test('of an office document, a ZIP archive', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect(await detectType(officeFile(type, { deflated: true }))).toBe(type);
  });
});
