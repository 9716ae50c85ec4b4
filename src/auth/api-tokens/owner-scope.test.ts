import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { PermissionValues, StoredPermission } from '../admin/permission-rows.ts';
import { scopeChanges, withinScope } from './owner-scope.ts';

function read(properties: JsonObject, conditions: readonly string[] = []): PermissionValues {
  return { action: 'read', actionParameters: {}, subject: 'api::a.a', properties, conditions };
}

function stored(id: number, permission: PermissionValues): StoredPermission {
  return { id, ...permission };
}

const MINE = 'admin::is-creator';

test.each([
  ['fields of several roles', { fields: ['a', 'b'] }, [{ fields: ['a'] }, { fields: ['b'] }]],
  ['no fields of an owner without fields', {}, [{}]],
  [
    'locales of several roles',
    { locales: ['en', 'fr'] },
    [{ locales: ['en'] }, { locales: ['fr'] }],
  ],
  ['all locales of an owner who has them', { locales: null }, [{ locales: null }]],
  ['no locale', { locales: [] }, [{ locales: ['en'] }]],
])('a token may have %s', (_, requested, owned) => {
  const permission = read(requested);
  expect(
    withinScope(
      [permission],
      owned.map((each) => read(each)),
    ),
  ).toEqual([permission]);
});

test.each([
  ['another field', { fields: ['a', 'b'] }, { fields: ['a'] }, 'read on api::a.a (fields: b)'],
  ['a field, if the owner has none', { fields: ['a'] }, {}, 'read on api::a.a (fields: a)'],
  ['another locale', { locales: ['fr'] }, { locales: ['en'] }, 'read on api::a.a (locales: fr)'],
  ['all locales', { locales: null }, { locales: ['en'] }, 'read on api::a.a (locales: *)'],
])('a token may not have %s', (_, requested, owned, beyond) => {
  const rejected = { message: expect.stringContaining(`Exceeding: ${beyond}`) as string };
  expect(() => withinScope([read(requested)], [read(owned)])).toThrow(
    expect.objectContaining(rejected),
  );
});

test('a token has the conditions of its owner, unless one of the roles has none', () => {
  const requested = [read({}, ['other'])];
  const conditions = (...owned: readonly (readonly string[])[]): readonly string[] | undefined =>
    withinScope(
      requested,
      owned.map((each) => read({}, each)),
    )[0]?.conditions;
  expect(conditions([MINE], ['second', MINE])).toEqual([MINE, 'second']);
  expect(conditions([MINE], [])).toEqual([]);
});

test('changed roles remove permissions, and change conditions', () => {
  const kept = stored(1, read({ fields: ['a'] }));
  const wider = stored(2, read({ fields: ['a', 'b'] }));
  const foreign = stored(3, { ...read({}), action: 'update' });
  const owned = [read({ fields: ['a'] }, [MINE])];
  expect(scopeChanges([kept, wider, foreign], owned)).toEqual({
    obsolete: [2, 3],
    changed: [{ ...kept, conditions: [MINE] }],
  });
  expect(scopeChanges([stored(4, read({}, [MINE]))], owned)).toEqual({ obsolete: [], changed: [] });
});
