// Abilities of roles, super admins and tokens.
import { expect, test } from 'vitest';
import { FullAbility, GrantedAbility, TokenAbility, type Grant } from './ability.ts';

const READ = 'plugin::content-manager.explorer.read';
const UID = 'api::article.article';

function grant(rest: Partial<Grant>): Grant {
  return { action: READ, subject: UID, fields: [], locales: [], conditions: [], ...rest };
}

test('combines the rows of several roles, with and without conditions', () => {
  const rows = [grant({ fields: ['title'] }), grant({ conditions: ['admin::is-creator'] })];
  const ability = new GrantedAbility([
    ...rows,
    grant({ action: 'plugin::upload.read', subject: null }),
  ]);
  expect(ability.grants(READ, UID)).toEqual(rows);
  expect([ability.may(READ, UID), ability.may(READ), ability.may('plugin::upload.read')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('lets super admins do everything with managed types', () => {
  const ability = new FullAbility(new Set([UID]));
  expect([
    ability.may('admin::x'),
    ability.may(READ, UID),
    ability.may(READ, 'api::no.no'),
  ]).toEqual([true, true, false]);
  expect(ability.grants(READ, UID)).toEqual([grant({ fields: null, locales: null })]);
});

test('limits a token to what both its own rows and its owner allow', () => {
  const own = new GrantedAbility([grant({ fields: ['title', 'body'], locales: ['en', 'fr'] })]);
  const owner = new GrantedAbility([
    grant({ fields: ['title'], locales: ['en'], conditions: ['admin::is-creator'] }),
  ]);
  expect(new TokenAbility(own, owner).grants(READ, UID)).toEqual([
    grant({ fields: ['title'], locales: ['en'], conditions: ['admin::is-creator'] }),
  ]);
  expect(new TokenAbility(own, new GrantedAbility([])).may(READ, UID)).toBe(false);
  expect(new TokenAbility(own, new FullAbility(new Set([UID]))).grants(READ, UID)).toEqual(
    own.grants(READ, UID),
  );
});

test('limits a token of an owner with several roles to conditions that it shares with each', () => {
  const own = new GrantedAbility([grant({ conditions: ['a', 'b'] })]);
  const owner = new GrantedAbility([grant({ conditions: ['a'] }), grant({ conditions: ['b'] })]);
  expect(new TokenAbility(own, owner).grants(READ, UID)).toEqual(owner.grants(READ, UID));
});

test('grants nothing if a token and its owner have no common condition', () => {
  const own = new GrantedAbility([grant({ conditions: ['a'] })]);
  const owner = new GrantedAbility([grant({ conditions: ['b'] })]);
  expect(new TokenAbility(own, owner).may(READ, UID)).toBe(false);
});
