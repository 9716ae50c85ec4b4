import { describe, expect, test } from 'vitest';
import { MAX_SHOWN_LENGTH } from './limits.ts';
import { formatValue } from './format-value.ts';
import { typeError } from './type-error.ts';

describe('a value in a message', () => {
  test.each<[unknown, string]>([
    [undefined, 'undefined'],
    [null, 'null'],
    [true, 'true'],
    [5, '5'],
    [-0, '-0'],
    [NaN, 'NaN'],
    [Infinity, 'Infinity'],
    ['a "b"', '"a "b""'],
    ['', '""'],
    [[], '[]'],
    [{}, '{}'],
    [['ab'], '[\n  "\\"ab\\""\n]'],
    [[1, null, true], '[\n  "1",\n  "null",\n  "true"\n]'],
    [{ a: 1 }, '{\n  "a": "1"\n}'],
    [
      { a: [], b: { 'c"': ['x'] }, d: {} },
      '{\n  "a": [],\n  "b": {\n    "c\\"": [\n      "\\"x\\""\n    ]\n  },\n  "d": {}\n}',
    ],
    [[new Date(0), new Date(NaN)], '[\n  "1970-01-01T00:00:00.000Z",\n  "Invalid Date"\n]'],
    [JSON.parse('{"__proto__": 1}'), '{\n  "__proto__": "1"\n}'],
    [
      { __component: 'sections.hero', heading: 'H' },
      '{\n  "__component": "\\"sections.hero\\"",\n  "heading": "\\"H\\""\n}',
    ],
  ])('%j is shown as %j', (value, shown) => {
    expect(formatValue(value)).toBe(shown);
  });

  test.each<[string, unknown]>([
    ['a long text', 'x'.repeat(1_000_000)],
    ['a long text in a list', ['x'.repeat(1_000_000)]],
    ['a long key', { ['x'.repeat(1_000_000)]: 1 }],
    ['many items', Array.from({ length: 100_000 }, () => 1)],
    ['many levels', JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))],
  ])('%s is truncated', (_, value) => {
    const shown = formatValue(value);
    expect(shown).toHaveLength(MAX_SHOWN_LENGTH + 1);
    expect(shown.endsWith('…')).toBe(true);
  });
});

describe('a type error', () => {
  test('names the path, the type and the value', () => {
    expect(typeError('sizes[1].name', 'string', { value: 5 })).toBe(
      'sizes[1].name must be a `string` type, but the final value was: `5`.',
    );
  });

  test.each<[string, unknown, unknown, string]>([
    ['a cast value', null, 'a', '`null` (cast from the value `"a"`).'],
    ['NaN, which equals nothing', NaN, {}, '`NaN` (cast from the value `{}`).'],
    ['a value that was not cast', 'a', 'a', '`"a"`.'],
    ['one that was null', NaN, null, '`NaN`.'],
    ['one that was missing', null, undefined, '`null`.'],
  ])('shows the original value of %s', (_, value, original, end) => {
    expect(typeError('a', 'number', { value, original })).toBe(
      `a must be a \`number\` type, but the final value was: ${end}`,
    );
  });
});
