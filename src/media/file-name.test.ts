import { describe, expect, test } from 'vitest';
import { parseFileName, toHash } from './file-name.ts';

describe('a file name gives extension and type', () => {
  test.each([
    ['wall.svg', '.svg', 'image/svg+xml'],
    ['Photo.PNG', '.PNG', 'image/png'],
    ['a.tar.gz', '.gz', 'application/gzip'],
    ['script.js', '.js', 'application/javascript'],
    ['logo.xml', '.xml', 'application/xml'],
    ['strange.zzz', '.zzz', 'application/octet-stream'],
    ['end.', '.', 'application/octet-stream'],
    ['README', '.bin', 'application/octet-stream'],
    ['.hidden', '.bin', 'application/octet-stream'],
  ])('%s', async (name, ext, mime) => {
    expect(await parseFileName(name)).toEqual({ name, ext, mime });
  });

  test('a decomposed name is composed', async () => {
    expect((await parseFileName('u\u0308.txt')).name).toBe('\u00fc.txt');
  });
});

describe('what is stored is called', () => {
  test.each([
    ['wall.svg', 'wall_0e77a2d9f1'],
    ['Übër näme (1).final.png', 'Ueber_naeme_1_final_0e77a2d9f1'],
    ['CamelCase.png', 'Camel_Case_0e77a2d9f1'],
    ['salt & paper.png', 'salt_and_paper_0e77a2d9f1'],
    ["it's.png", 'it_s_0e77a2d9f1'],
    ['日本.png', '_0e77a2d9f1'],
    ['../../etc/passwd.txt', 'etc_passwd_0e77a2d9f1'],
  ])('%s', async (name, hash) => {
    expect(await toHash(await parseFileName(name), '0e77a2d9f1')).toBe(hash);
  });
});
