// Which attributes the fields of a permission name.
import { expect, test } from 'vitest';
import { FieldPaths } from './field-paths.ts';

const paths = new FieldPaths(['title', 'seo.metaTitle', 'seo.links.label', 'author', 'sections']);

test.each([
  ['title', true],
  ['summary', false],
  ['seo', true],
  ['seo.metaTitle', true],
  ['seo.metaDescription', false],
  ['seo.links', true],
  ['seo.links.label', true],
  ['seo.links.href', false],
  ['author.name', true],
  ['sections.text', true],
  ['documentId', true],
  ['updatedAt', true],
  ['createdBy', true],
  ['createdBy.email', true],
  ['createdBy.resetPasswordToken', false],
  ['createdBy.roles', false],
  ['author.createdBy.firstname', true],
  ['author.createdBy.apiTokens.accessKey', false],
  ['localizations', true],
  ['localizations.title', true],
  ['localizations.summary', false],
])('decides whether %s may be read: %s', (path, expected) => {
  expect(paths.mayRead(path.split('.'))).toBe(expected);
});

test('permissions never allow writing system attributes', () => {
  expect(paths.mayWrite(['createdAt'])).toBe(false);
  expect(paths.mayWrite(['seo', 'metaTitle'])).toBe(true);
});

test('without a list, every field is readable except administrators’ secrets', () => {
  const all = new FieldPaths(null);
  expect(all.mayRead(['anything', 'below'])).toBe(true);
  expect(all.mayRead(['createdBy', 'password'])).toBe(false);
});

test('an empty list allows system attributes only', () => {
  const none = new FieldPaths([]);
  expect(none.mayRead(['title'])).toBe(false);
  expect(none.mayRead(['id'])).toBe(true);
});
