import { describe, expect, test } from 'vitest';
import { extensionOf, plainExtension, toFileName, toHash } from './file-name.ts';

test.each([
  ['wall.svg', '.svg'],
  ['Photo.PNG', '.PNG'],
  ['a.tar.gz', '.gz'],
  ['two..dots.txt', '.txt'],
  ['end.', '.'],
  ['README', ''],
  ['.hidden', ''],
  ['..txt', ''],
])('the extension of %s is "%s"', (name, ext) => {
  expect(extensionOf(name)).toBe(ext);
});

test.each([
  ['a.PNG', '.PNG'],
  ['a.7z', '.7z'],
  ['a.c++', '.c++'],
  ['a.日本', '.日本'],
  ['a.txt ', '.txt'],
  ['x.%00', '.00'],
  ['x.ht\u00ADml', '.html'],
  ['x.h\u200Btml', '.html'],
  ['x.md”', '.md'],
  ["x.a'b;c", '.abc'],
  ['x.%', ''],
  ['x. ', ''],
  ['end.', '.'],
  ['README', ''],
])('%s is stored with the extension "%s"', (name, ext) => {
  expect(plainExtension(name)).toBe(ext);
});

describe('accepts as a file name', () => {
  test.each([
    'con.txt',
    'nul.tar.gz',
    'prn ',
    ' ',
    '-',
    '..txt',
    '%2e%2e%2fa.txt',
    'x'.repeat(255),
  ])('%j', (name) => {
    expect(toFileName(name)).toBe(name);
  });

  test('a decomposed form, which it composes', () => {
    expect(toFileName('u\u0308.txt')).toBe('\u00fc.txt');
  });
});

describe('rejects as a file name', () => {
  test.each([
    '',
    '.',
    '..',
    'con',
    'CON',
    'Aux',
    'nul',
    'prn',
    'COM1',
    'com0',
    'LPT9',
    ...Array.from('<>:"/\\|?*\t\0\u007f', (sign) => `a${sign}b`),
    'x'.repeat(256),
    `a.${'x'.repeat(60)}`,
    `a.${'é'.repeat(30)}`,
  ])('%j', (name) => {
    expect(() => toFileName(name)).toThrow('File name contains invalid characters');
  });
});

describe('the stored name', () => {
  test.each([
    ['wall.svg', 'wall_0e77a2d9f1'],
    ['Übër näme (1).final.png', 'Ueber_naeme_1_final_0e77a2d9f1'],
    ['CamelCase.png', 'Camel_Case_0e77a2d9f1'],
    ['salt & paper.png', 'salt_and_paper_0e77a2d9f1'],
    ["it's.png", 'it_s_0e77a2d9f1'],
    ['日本.png', '_0e77a2d9f1'],
    ['note.txt ', 'note_0e77a2d9f1'],
    ['x.ht\u00ADml', 'x_0e77a2d9f1'],
    ['../../etc/passwd.txt', 'passwd_0e77a2d9f1'],
    [`${'Ä'.repeat(200)}.txt`, `${'Ae_'.repeat(40)}0e77a2d9f1`],
  ])('%s', async (name, hash) => {
    expect(await toHash(name, plainExtension(name), '0e77a2d9f1')).toBe(hash);
  });

  test('is made of the last part of a name in fileInfo, in Unicode NFC', async () => {
    expect(await toHash('a/b/c.png', '.png', '0e77a2d9f1')).toBe('c_0e77a2d9f1');
    const [one, other] = ['e\u0301a', '\u00E9a'];
    expect(await toHash(one, '', '0e77a2d9f1')).toBe(await toHash(other, '', '0e77a2d9f1'));
  });

  test('differs each time', async () => {
    const [one, other] = [await toHash('a.txt', '.txt'), await toHash('a.txt', '.txt')];
    expect(one).toMatch(/^a_[0-9a-f]{10}$/);
    expect(other).not.toBe(one);
  });
});
