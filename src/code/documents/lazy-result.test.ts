// Lazy results behave like plain lists and objects, and detect whether code has used them.
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Row } from '../strapi/code-values.ts';
import { lazyEntry, lazyList, unusedTexts } from './lazy-result.ts';

const texts = ['{"id":1,"title":"A"}', '{"id":2,"title":"B"}'];
const plain = [
  { id: 1, title: 'A' },
  { id: 2, title: 'B' },
];
const entryAt = (index: number): Row => JSON.parse(texts[index] ?? '') as Row;
const list = (): Row[] => lazyList(texts, entryAt);
const entry = (): Row => lazyEntry('{"id":1,"title":"A"}', ['id', 'title'], entryAt);

test('an unused result returns the JSON texts from which it was created', async () => {
  const [rows, row] = [list(), entry()];
  expect(unusedTexts(await Promise.resolve(rows))).toEqual(texts);
  expect(unusedTexts(await Promise.resolve(row))).toEqual(texts.slice(0, 1));
  expect(rows.length).toBe(2);
  expect(unusedTexts(rows)).toEqual(texts);
  expect(unusedTexts(plain)).toBeNull();
  expect(unusedTexts(null)).toBeNull();
});

describe('a list', () => {
  test.each([
    ['spread', (rows: Row[]) => [...rows]],
    ['JSON', (rows: Row[]) => JSON.parse(JSON.stringify(rows)) as unknown],
    ['structuredClone', (rows: Row[]) => structuredClone(rows)],
    ['map', (rows: Row[]) => rows.map((row) => row)],
    ['slice', (rows: Row[]) => rows.slice()],
  ])('has the same value after %s', (_, use) => {
    const rows = list();
    expect(use(rows)).toEqual(plain);
    expect(unusedTexts(rows)).toBeNull();
  });

  test('is an array, and is logged as one', () => {
    expect(Array.isArray(list())).toBe(true);
    expect(inspect(list())).toBe(inspect(plain));
  });

  test.each([
    ['an entry that changes', (rows: Row[]) => Object.assign(rows[0] ?? {}, { title: 'C' })],
    ['an entry that is replaced', (rows: Row[]) => (rows[1] = { id: 3 })],
    ['an entry that is added', (rows: Row[]) => rows.push({ id: 3 })],
    ['an entry that is removed', (rows: Row[]) => rows.pop()],
    ['a shorter length', (rows: Row[]) => (rows.length = 1)],
    ['another order', (rows: Row[]) => rows.reverse()],
    ['a deleted index', (rows: Row[]) => Reflect.deleteProperty(rows, '0')],
  ])('keeps %s', (_, change) => {
    const rows = list();
    const expected = structuredClone(plain) as unknown as Row[];
    change(rows);
    change(expected);
    expect(unusedTexts(rows)).toBeNull();
    expect(rows).toEqual(expected);
  });
});

describe('an entry', () => {
  test.each([
    ['spread', (row: Row) => ({ ...row })],
    ['JSON', (row: Row) => JSON.parse(JSON.stringify(row)) as unknown],
    ['structuredClone', (row: Row) => structuredClone(row)],
  ])('has the same value after %s', (_, use) => {
    const row = entry();
    expect(use(row)).toEqual({ id: 1, title: 'A' });
    expect(unusedTexts(row)).toBeNull();
  });

  test('is logged as an object, and lists its keys without being parsed', () => {
    const row = entry();
    expect(Object.keys(row)).toEqual(['id', 'title']);
    expect(unusedTexts(row)).not.toBeNull();
    expect(inspect(row)).toBe("{ id: 1, title: 'A' }");
  });

  test.each([
    ['a value that is set', (row: Row) => (row['title'] = 'C')],
    ['a value that is added', (row: Row) => (row['note'] = 'C')],
    ['a value that is deleted', (row: Row) => Reflect.deleteProperty(row, 'title')],
  ])('keeps %s', (_, change) => {
    const row = entry();
    const expected = { id: 1, title: 'A' } as unknown as Row;
    change(row);
    change(expected);
    expect(unusedTexts(row)).toBeNull();
    expect({ ...row }).toEqual(expected);
  });
});
