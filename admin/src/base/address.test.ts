import { expect, test } from 'vitest';
import { parseAddress, printAddress } from './address.ts';

test('reads repeated parameters as a list', () => {
  expect(parseAddress('?page=2&filter=a~eq~1&filter=b~eq~2')).toEqual({
    page: '2',
    filter: ['a~eq~1', 'b~eq~2'],
  });
});

test('round-trips an address', () => {
  const query = { _q: 'ä & b', sort: 'title:ASC', filter: ['a~contains~x,y', 'b~eq~2'] };
  expect(parseAddress(printAddress(query))).toEqual(query);
});

test('leaves out values that are not strings', () => {
  expect(printAddress({ a: undefined, b: 3, c: '' })).toBe('?c=');
  expect(printAddress({})).toBe('');
});
