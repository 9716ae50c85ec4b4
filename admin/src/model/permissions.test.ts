import { expect, test } from 'vitest';
import { Permissions } from './permissions.ts';

const row = (action: string, subject: string, fields?: readonly string[]): Record<string, never> =>
  ({
    action: `plugin::content-manager.explorer.${action}`,
    subject,
    properties: fields ? { fields } : {},
  }) as unknown as Record<string, never>;

const permissions = new Permissions([
  row('read', 'api::a.a', ['title']),
  row('read', 'api::a.a', ['seo.metaTitle']),
  row('delete', 'api::a.a'),
]);

test('combines the rows of several roles', () => {
  expect(permissions.may('read', 'api::a.a')).toBe(true);
  expect(permissions.mayField('read', 'api::a.a', 'title')).toBe(true);
  expect(permissions.mayField('read', 'api::a.a', 'seo')).toBe(true);
  expect(permissions.mayField('read', 'api::a.a', 'body')).toBe(false);
});

test('compares the whole path of a field in a component', () => {
  expect(permissions.mayReadPath('api::a.a', ['title'])).toBe(true);
  expect(permissions.mayReadPath('api::a.a', ['seo'])).toBe(true);
  expect(permissions.mayReadPath('api::a.a', ['seo', 'metaTitle'])).toBe(true);
  expect(permissions.mayReadPath('api::a.a', ['seo', 'metaTitle', 'inner'])).toBe(true);
  expect(permissions.mayReadPath('api::a.a', ['seo', 'image'])).toBe(false);
  expect(permissions.mayReadPath('api::a.a', ['seo', 'metaTitleLong'])).toBe(false);
  expect(permissions.mayReadPath('api::a.a', ['tit'])).toBe(false);
});

test('denies everything without a permission', () => {
  expect(permissions.may('update', 'api::a.a')).toBe(false);
  expect(permissions.may('read', 'api::b.b')).toBe(false);
  expect(permissions.may('delete', 'api::a.a')).toBe(true);
  expect(permissions.mayField('update', 'api::a.a', 'title')).toBe(false);
});
