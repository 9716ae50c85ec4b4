import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_JSON_DEPTH } from '../../base/limits.ts';
import { isTooDeep } from '../../base/json.ts';
import { DEPTH_FAULT, NUL_FAULT, storableJson, SURROGATE_FAULT } from './storable-json.ts';

function nested(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}

describe('JSON to be stored', () => {
  test('is unchanged if a database can store it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const storable = storableJson(value);
        if (storable.ok) expect(JSON.stringify(storable.json)).toBe(JSON.stringify(value));
        else expect(JSON.stringify(value)).toMatch(/\\u0000|\\ud[89a-f]/);
      }),
    );
  });

  test.each<[unknown, string]>([
    ['a\0', NUL_FAULT],
    [{ a: ['\0'] }, NUL_FAULT],
    [{ 'a\0': 1 }, NUL_FAULT],
    ['a\uD83Db😀', SURROGATE_FAULT],
    [{ a: ['\uD800', 1] }, SURROGATE_FAULT],
    [{ '\uDC00': { b: '😀' } }, SURROGATE_FAULT],
    [JSON.parse('[1e400]'), 'must not contain numbers that are too large'],
    [[undefined], 'must be JSON'],
    [nested(MAX_JSON_DEPTH + 1), DEPTH_FAULT],
    [nested(500_000), DEPTH_FAULT],
  ])('%# is rejected', (value, fault) => {
    expect(storableJson(value)).toEqual({ ok: false, fault });
  });

  test('is limited in depth', () => {
    expect(storableJson(nested(MAX_JSON_DEPTH)).ok).toBe(true);
    expect([MAX_JSON_DEPTH, MAX_JSON_DEPTH + 1].map((levels) => isTooDeep(nested(levels)))).toEqual(
      [false, true],
    );
    expect(isTooDeep('[')).toBe(false);
  });

  test('accepts whole surrogate pairs', () => {
    const value = { a: ['😀', 1, null], '😀': { b: 'é' } };
    expect(storableJson(value)).toEqual({ ok: true, json: value });
  });

  test('keeps a key called __proto__', () => {
    const storable = storableJson(JSON.parse('{"__proto__": {"a": "b"}}'));
    expect(storable.ok && JSON.stringify(storable.json)).toBe('{"__proto__":{"a":"b"}}');
    expect(Reflect.get({}, 'a')).toBeUndefined();
  });
});
