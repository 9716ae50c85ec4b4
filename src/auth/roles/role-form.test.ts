// Bodies of roles: stored values and errors.
import { describe, expect, test } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { readRoleForm } from './role-form.ts';

const FIND = { 'api::author': { controllers: { author: { find: { enabled: true } } } } };

test('reads name, description and permissions', () => {
  expect(readRoleForm({ name: 'Editor', description: null, permissions: FIND })).toEqual({
    name: 'Editor',
    description: null,
    type: 'editor',
    actions: ['api::author.author.find'],
  });
});

test.each([
  ['Éditeur Chef', 'editeur_chef'],
  ['HTTPServer 2nd éà', 'httpserver_2nd_ea'],
  ["d'or l’été", 'dor_lete'],
  ['  trim me ', 'trim_me'],
  ['日本', '日本'],
  ['a/b', 'a_b'],
  ['N2b', 'n_2_b'],
])('derives from the name %j the type %j', (name, type) => {
  expect(readRoleForm({ name }).type).toBe(type);
});

test.each([
  [{ type: 'public' }, 'public'],
  [{ type: '' }, 'x'],
  [{ type: null }, 'x'],
  [{ type: 5 }, '5'],
])('prefers a valid type of the body: %j', (body, type) => {
  expect(readRoleForm({ name: 'x', ...body }).type).toBe(type);
});

test.each([undefined, null, 'x', [], [1], {}])('rejects %j as empty', (body) => {
  expect(() => readRoleForm(body)).toThrow('Request body cannot be empty');
});

describe('permissions', () => {
  test.each([
    [undefined],
    [null],
    [[]],
    ['x'],
    [5],
    [{ 'api::author': {} }],
    [{ 'api::author': 5 }],
    [{ 'api::author': { controllers: null } }],
    [{ 'api::author': { controllers: { author: null } } }],
    [{ 'api::author': { controllers: { author: { find: true } } } }],
    [{ 'api::author': { controllers: { author: { find: {} } } } }],
    [{ 'api::author': { controllers: { author: { find: { enabled: false } } } } }],
    [{ 'api::author': { controllers: { author: { find: { enabled: 'false' } } } } }],
  ])('%j grants nothing', (permissions) => {
    const body = { name: 'x', ...(permissions === undefined ? {} : { permissions }) };
    expect(readRoleForm(body).actions).toEqual([]);
  });

  test.each([true, 1, 'true', 'x'])('enabled: %j grants', (enabled) => {
    const permissions = { a: { controllers: { b: { c: { enabled } } } } };
    expect(readRoleForm({ permissions }).actions).toEqual(['a.b.c']);
  });
});

describe('rejects', () => {
  test.each([
    [{ name: ['a'] }, ['name']],
    [{ name: { a: 1 } }, ['name']],
    [{ description: [] }, ['description']],
    [{ type: {} }, ['type']],
    [{ name: 'a\0' }, ['name']],
    [{ name: 'x'.repeat(256) }, ['name']],
    [{ permissions: { a: null } }, ['permissions', 'a']],
    [
      { permissions: { a: { controllers: { b: { c: null } } } } },
      ['permissions', 'a', 'controllers', 'b', 'c'],
    ],
    [
      { permissions: { a: { controllers: { b: { ['c'.repeat(300)]: { enabled: true } } } } } },
      ['permissions', 'a', 'controllers', 'b', 'c'.repeat(300)],
    ],
  ])('%j', (body, path) => {
    const error = errorOf(() => readRoleForm(body));
    expect([error.name, error.details]).toEqual([
      'ValidationError',
      { errors: [expect.objectContaining({ path })] },
    ]);
  });
});

function errorOf(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('nothing was rejected');
}
