import { expect, test } from 'vitest';
import { parseMediaType } from './media-type.ts';

test.each([
  ['application/json', 'application/json', {}],
  ['APPLICATION/VND.API+JSON', 'application/vnd.api+json', {}],
  [' text/plain ', 'text/plain', {}],
  ['application/json;charset=utf-8', 'application/json', { charset: 'utf-8' }],
  ['a/b ; X = "1;\\" 2" ; y=z', 'a/b', { x: '1;" 2', y: 'z' }],
])('%s', (header, name, parameters) => {
  expect(parseMediaType(header)).toEqual({ name, parameters: new Map(Object.entries(parameters)) });
});

test.each([
  undefined,
  '',
  'json',
  '/',
  'application/',
  'application/json;',
  'application/json; charset',
  'application/json; charset="utf-8',
  'application/json, text/html',
  'application/json text',
  'application / json',
])('rejects %s', (header) => {
  expect(parseMediaType(header)).toBe(null);
});
