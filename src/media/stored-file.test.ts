import { expect, test } from 'vitest';
import { toStoredFile } from './stored-file.ts';

const FILE = { id: 1, documentId: 'd', hash: 'a_1', ext: '.png', provider: 'local' };

test.each([
  [{ ...FILE, formats: null }, ['a_1.png']],
  [{ ...FILE, ext: null }, ['a_1']],
  [
    { ...FILE, formats: { small: { hash: 'small_a_1', ext: '.png' } } },
    ['a_1.png', 'small_a_1.png'],
  ],
  [{ ...FILE, formats: { small: null } }, ['a_1.png', 'small_a_1.png']],
  [{ ...FILE, formats: { small: { hash: '../../etc/passwd', ext: '' } } }, ['a_1.png']],
  [{ ...FILE, hash: '', ext: '' }, []],
  [{ ...FILE, hash: '.', ext: '.' }, []],
])('finds %j under %j', (entry, names) => {
  expect(toStoredFile(entry)?.objects.map(({ name }) => name)).toEqual(names);
});

test('returns null if the entry is not a file', () => {
  expect(toStoredFile({})).toBeNull();
});
