import { expect, test } from 'vitest';
import { asNew, storedIds, withStoredIds } from './components.ts';

const SENT = { id: 'new-1', steps: [{ id: 'new-2', name: 'a' }] };
const SAVED = { id: 4, steps: [{ id: 9, name: 'a' }] };

test('new items get the ids of the server at any position', () => {
  const ids = storedIds([SENT], [SAVED]);
  expect(withStoredIds([{ ...SENT, more: true }], ids)).toEqual([
    { id: 4, steps: [{ id: 9, name: 'a' }], more: true },
  ]);
});

test('does not compare lists of different lengths', () => {
  expect(storedIds([SENT], [SAVED, SAVED]).size).toBe(0);
});

test('a copy has new items and the same relations', () => {
  const tag = { id: 1, documentId: 'a', title: 'sea' };
  const copy = asNew({ ...SAVED, tags: { items: [tag] } });
  expect(copy).toMatchObject({ steps: [{ name: 'a' }], tags: { items: [tag] } });
  expect(JSON.stringify(copy)).not.toMatch(/"id":[49]/);
});
