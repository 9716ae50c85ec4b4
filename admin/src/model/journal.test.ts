import { expect, test } from 'vitest';
import { journalKey, journalRecord, recoverChanges } from './journal.ts';

const FIELDS = ['title', 'summary'];
const base = { title: 'a', summary: 'b' };

test('a record contains only changed fields', () => {
  expect(journalRecord({ base, current: base }, FIELDS, 5)).toBeNull();
  expect(journalRecord({ base, current: { ...base, title: 'x' } }, FIELDS, 5)).toEqual({
    base: { title: 'a' },
    mine: { title: 'x' },
    at: 5,
  });
});

test('does not offer changes that the server already has', () => {
  const record = { base: { title: 'a' }, mine: { title: 'x' }, at: 5 };
  expect(recoverChanges(record, { title: 'x', summary: 'b' }, FIELDS)).toBeNull();
});

test('keeps others’ changes when it restores mine', () => {
  const record = { base: { title: 'a' }, mine: { title: 'x' }, at: 5 };
  const merge = recoverChanges(record, { title: 'a', summary: 'theirs' }, FIELDS);
  expect(merge?.merged).toEqual({ title: 'x', summary: 'theirs' });
  expect(merge?.conflicts).toEqual([]);
});

test('reports a field that others changed in the meantime as a conflict', () => {
  const record = { base: { title: 'a' }, mine: { title: 'x' }, at: 5 };
  const merge = recoverChanges(record, { title: 'theirs', summary: 'b' }, FIELDS);
  expect(merge?.conflicts.map(({ field }) => field)).toEqual(['title']);
});

test('separates records by person, document and locale', () => {
  const parts = { adminId: '1', uid: 'api::a.a', documentId: 'x', locale: 'en' };
  const keys = [
    parts,
    { ...parts, adminId: '2' },
    { ...parts, documentId: null },
    { ...parts, locale: 'fr' },
  ].map(journalKey);
  expect(new Set(keys).size).toBe(4);
});
