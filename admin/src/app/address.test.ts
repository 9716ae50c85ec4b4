import { expect, test } from 'vitest';
import { parseAddress, printAddress } from './address.ts';

test('what repeats is a list', () => {
  expect(parseAddress('?page=2&filter=a~eq~1&filter=b~eq~2')).toEqual({
    page: '2',
    filter: ['a~eq~1', 'b~eq~2'],
  });
});

test('an address survives a round trip', () => {
  const query = { _q: 'ä & b', sort: 'title:ASC', filter: ['a~contains~x,y', 'b~eq~2'] };
  expect(parseAddress(printAddress(query))).toEqual(query);
});

test('values that are no text are left out', () => {
  expect(printAddress({ a: undefined, b: 3, c: '' })).toBe('?c=');
  expect(printAddress({})).toBe('');
});
