import { expect, test } from 'vitest';
import { describeSyntaxError } from './json-syntax.ts';

test.each([
  ['', 'at line 1, column 1: Unexpected end of JSON input'],
  ['{\n  "a": [1, }', "at line 2, column 12: Unexpected token '}'"],
  ['{"a": 1 "b": 2}', "at line 1, column 9: Expected ',' or '}' after property value"],
  ['[1, 2', "at line 1, column 6: Expected ',' or ']' after array element"],
  [`[\n${'0,\n'.repeat(100)}x]`, "at line 102, column 1: Unexpected token 'x'"],
  ['"a\nb"', 'at line 1, column 3: Bad control character in string literal'],
])('%j', (text, description) => {
  let thrown: unknown;
  try {
    JSON.parse(text);
  } catch (error) {
    thrown = error;
  }
  expect(describeSyntaxError(text, thrown)).toBe(description);
});
