import { expect, test } from 'vitest';
import { rejectionOf } from './allowed-types.ts';

const not = (type: string): string => `File type '${type}' is not allowed`;

test.each([
  [null, [], 'a/b', null],
  [[], [], 'image/png', 'MIME type is not allowed'],
  [[], ['image/png'], 'image/png', not('image/png')],
  [['image/*'], [], 'image/png', null],
  [['image/*'], [], 'text/plain', not('text/plain')],
  [['IMAGE/*'], [], 'image/PNG', null],
  [null, ['application/pdf'], 'application/pdf', not('application/pdf')],
  [null, ['image/s*'], 'image/svg+xml', not('image/svg+xml')],
  [['*'], ['*+xml'], 'image/svg+xml', not('image/svg+xml')],
  [['*/*'], ['a*b*c'], 'axbxc', not('axbxc')],
  [['*/*'], ['a*b*c'], 'a/bxd', null],
  [['image/*'], ['image/*'], 'image/png', not('image/png')],
  [['aba'], [], 'aba', null],
  [['ab*ba'], [], 'aba', not('aba')],
])('allowed %j, denied %j, type %j: %s', (allowedTypes, deniedTypes, type, rejection) => {
  expect(rejectionOf({ allowedTypes, deniedTypes }, type)).toBe(rejection);
});
