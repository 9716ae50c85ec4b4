import { expect, test } from 'vitest';
import { definition } from '../../test/support/vendored-projects.ts';
import { defineRegistry } from './define.ts';

test('a type without collectionName has a table with its singular name', () => {
  const info = { singularName: 'note', pluralName: 'notes', displayName: 'Note' };
  const registry = defineRegistry([definition('api::note.note', { info, attributes: {} })]);
  expect(registry.model('api::note.note').collectionName).toBe('note');
});
