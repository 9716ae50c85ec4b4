import { expect, test } from 'vitest';
import { officeFile, zipEntry } from '../../test/support/zip-archive.ts';
import { zipType } from './zip-type.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const DOCX = `${OFFICE}wordprocessingml.document`;

test.each([
  ['a document', officeFile(DOCX, { deflated: true }), DOCX],
  ['sizes after the data', officeFile(DOCX, { deflated: true, described: true }), DOCX],
  [
    'a later list of types',
    Buffer.concat([zipEntry('_rels/.rels', 'x', { described: true }), officeFile(DOCX)]),
    DOCX,
  ],
  ['a sheet', officeFile(`${OFFICE}spreadsheetml.sheet`), `${OFFICE}spreadsheetml.sheet`],
  [
    'macros',
    officeFile('application/vnd.ms-powerpoint.presentation.macroEnabled'),
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ],
  ['a drawing', officeFile('application/vnd.ms-visio.drawing'), 'application/vnd.visio'],
  ['a book', zipEntry('mimetype', 'application/epub+zip'), 'application/epub+zip'],
  [
    'a text',
    zipEntry('mimetype', 'application/vnd.oasis.opendocument.text\n'),
    'application/vnd.oasis.opendocument.text',
  ],
  ['a Java archive', zipEntry('META-INF/MANIFEST.MF', 'x'), 'application/java-archive'],
  ['an Android package', zipEntry('classes2.dex', 'x'), 'application/vnd.android.package-archive'],
  ['other entries', zipEntry('a.txt', 'x'), 'application/zip'],
  ['a type that is not one of an archive', zipEntry('mimetype', 'text/html'), 'application/zip'],
  ['another main part', officeFile('text/html'), 'application/zip'],
  ['an entry that is cut off', officeFile(DOCX).subarray(0, -1), 'application/zip'],
  [
    'an entry that is damaged',
    Buffer.concat([officeFile(DOCX, { deflated: true }).subarray(0, 60), Buffer.alloc(200, 255)]),
    'application/zip',
  ],
  ['a header that is cut off', Buffer.from('PK\u0003\u0004xx', 'latin1'), 'application/zip'],
])('reads the type of an archive with %s', (_what, head, type) => {
  expect(zipType(head)).toBe(type);
});

test('an entry that expands to more than a megabyte is not read', () => {
  const text = `${' '.repeat(2 ** 21)}ContentType="${DOCX}.main+xml"`;
  expect(zipType(zipEntry('[Content_Types].xml', text, { deflated: true }))).toBe(
    'application/zip',
  );
});
