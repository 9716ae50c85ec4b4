import { expect, test } from 'vitest';
import { refusedType } from './allowed-types.ts';

test.each([
  [[], [], ['a/b'], null],
  [['image/*'], [], ['image/png'], null],
  [['image/*'], [], ['text/plain'], 'text/plain'],
  [['IMAGE/*'], [], ['image/PNG'], null],
  [[], ['application/pdf'], ['application/pdf', 'text/plain'], 'application/pdf'],
  [[], ['image/s*'], ['image/svg+xml'], 'image/svg+xml'],
  [['*'], ['*+xml'], ['image/svg+xml'], 'image/svg+xml'],
  [['*/*'], ['a*b*c'], ['axbxc'], 'axbxc'],
  [['*/*'], ['a*b*c'], ['a/bxd'], null],
  [['image/*'], ['image/*'], ['image/png'], 'image/png'],
  [['aba'], [], ['aba'], null],
  [['ab*ba'], [], ['aba'], 'aba'],
  [['video/*'], [], ['image/png', 'video/mp4'], 'image/png'],
])('allowed %j, denied %j, types %j: %s', (allowedTypes, deniedTypes, types, refused) => {
  expect(refusedType({ allowedTypes, deniedTypes }, types)).toBe(refused);
});
