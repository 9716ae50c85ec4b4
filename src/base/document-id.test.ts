import { describe, expect, it } from 'vitest';
import { createDocumentId } from './document-id.ts';

describe('document ids', () => {
  const ids = Array.from({ length: 20_000 }, () => createDocumentId());

  it('have 24 characters, the first a letter', () => {
    expect(ids.filter((id) => !/^[a-z][a-z0-9]{23}$/.test(id))).toEqual([]);
  });

  it('are unique', () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('distribute characters evenly', () => {
    const counts = new Map<string, number>();
    for (const id of ids)
      for (const character of id.slice(1)) counts.set(character, (counts.get(character) ?? 0) + 1);
    const even = (ids.length * 23) / 36;
    expect(counts.size).toBe(36);
    for (const count of counts.values()) expect(Math.abs(count - even)).toBeLessThan(even * 0.06);
  });
});
