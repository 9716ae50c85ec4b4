// Permission rows compiled into access to rows, locales and attributes.
import { expect, test } from 'vitest';
import type { ContentType } from '../../schema/types.ts';
import { GrantedAbility, type Grant } from './ability.ts';
import type { AdminUser } from './admin-users.ts';
import { typeAccess, type TypeAccess } from './type-access.ts';

const READ = 'plugin::content-manager.explorer.read';
const type = { uid: 'api::article.article', localized: true } as ContentType;
const admin = { id: 7, roles: [{ id: 2 }, { id: 3 }] } as unknown as AdminUser;

function accessOf(...rows: readonly Partial<Grant>[]): TypeAccess {
  const grants = rows.map((row) => ({
    action: READ,
    subject: type.uid,
    fields: ['title'],
    locales: ['en'],
    conditions: [],
    ...row,
  }));
  const ability = new GrantedAbility(grants);
  return typeAccess({ admin, ability, sessionId: null }, { action: READ, type });
}

test('a row without conditions grants access to all rows', () => {
  expect(accessOf({}, { conditions: ['admin::is-creator'] }).rows).toBeNull();
});

test('converts conditions to filters on the creator, combined with OR', () => {
  const conditions = ['admin::is-creator', 'admin::has-same-role-as-creator'];
  const id = (value: object) => ({ form: 'keys', keys: [{ kind: 'name', key: 'id', value }] });
  const below = (key: string, value: object) => ({
    form: 'keys',
    keys: [{ kind: 'name', key, value }],
  });
  const roles = {
    form: 'list',
    items: [2, 3].map((value) => ({ form: 'value', value })),
    index: '0',
  };
  const isOneOfThem = { form: 'keys', keys: [{ kind: 'operator', key: '$in', value: roles }] };
  expect(accessOf({ conditions }).rows).toEqual({
    form: 'keys',
    keys: [
      {
        kind: 'or',
        key: '$or',
        value: {
          form: 'list',
          items: [
            below('createdBy', id({ form: 'value', value: 7 })),
            below('createdBy', below('roles', id(isOneOfThem))),
          ],
          index: '0',
        },
      },
    ],
  });
});

test('an unknown condition matches no row', () => {
  expect(accessOf({ conditions: ['api::x.gone'] }).isNone).toBe(true);
});

test('combines locales, and checks fields per locale', () => {
  const access = accessOf({}, { locales: ['fr'], fields: ['body'] });
  expect(access.locales).toEqual(['en', 'fr']);
  expect(access.in('de').isNone).toBe(true);
  expect([access.in('fr').mayRead(['body']), access.in('fr').mayRead(['title'])]).toEqual([
    true,
    false,
  ]);
});

test('lists contain the attributes that may be read in all of their rows', () => {
  const access = accessOf(
    { fields: ['title'] },
    { fields: ['title', 'note'], conditions: ['admin::is-creator'] },
  );
  expect([access.mayRead(['title']), access.mayRead(['note'])]).toEqual([true, false]);
  const own = access.holding(new Set(access.distinctions.keys()));
  expect(own.mayRead(['note'])).toBe(true);
});
