import { describe, expect, test } from 'vitest';
import { AppError } from '../../base/errors.ts';
import {
  checkAddress,
  checkChange,
  checkConfirmation,
  checkForgotten,
  checkLogin,
  checkRegistration,
  checkReset,
} from './account-forms.ts';
import { passwordRule } from './account-dependencies.ts';

/** Path and message of each error. */
async function issuesOf(check: () => Promise<unknown>): Promise<unknown> {
  const error: unknown = await check().catch((rejection: unknown) => rejection);
  if (!(error instanceof AppError)) return error;
  const errors = error.details?.['errors'] as { path: string[]; message: string }[];
  return errors.map(({ path, message }) => [path.join('.'), message]);
}

const required = (name: string): readonly string[] => [name, `${name} is a required field`];

describe('reports errors in Strapi’s order', () => {
  test.each<[string, () => Promise<unknown>, readonly string[]]>([
    ['login', () => checkLogin({}), ['identifier', 'password']],
    ['registration', () => checkRegistration({}, null), ['email', 'username', 'password']],
    [
      'change',
      () => checkChange({}, null),
      ['passwordConfirmation', 'password', 'currentPassword'],
    ],
    ['reset', () => checkReset({}, null), ['passwordConfirmation', 'password', 'code']],
    ['forgotten', () => checkForgotten({}), ['email']],
    ['address', () => checkAddress({}), ['email']],
    ['confirmation', () => checkConfirmation({}), ['confirmation']],
  ])('%s', async (_, check, names) => {
    expect(await issuesOf(check)).toEqual(names.map(required));
  });

  test('reports a confirmation that is not a string as invalid and as different', async () => {
    const body = { currentPassword: 'a', password: 'b', passwordConfirmation: 5 };
    expect(await issuesOf(() => checkChange(body, null))).toEqual([
      [
        'passwordConfirmation',
        'passwordConfirmation must be a `string` type, but the final value was: `5`.',
      ],
      ['passwordConfirmation', 'Passwords do not match'],
    ]);
  });
});

test.each<[string, () => Promise<unknown>]>([
  ['forgotten', () => checkForgotten({ email: 'a@b.co', x: 1 })],
  [
    'change',
    () =>
      checkChange({ currentPassword: 'a', password: 'b', passwordConfirmation: 'b', x: 1 }, null),
  ],
  ['reset', () => checkReset({ code: 'a', password: 'b', passwordConfirmation: 'b', x: 1 }, null)],
])('%s: rejects other keys', async (_, check) => {
  expect(await issuesOf(check)).toEqual([['', 'this field has unspecified keys: x']]);
});

test('ignores other keys in forms that allow them', async () => {
  expect(await checkAddress({ email: 'a@b.co', x: 1 })).toMatchObject({ email: 'a@b.co' });
  expect(await checkLogin({ identifier: 'a', password: 'b', x: 1 })).toMatchObject({
    identifier: 'a',
  });
});

test.each([
  ['x'.repeat(72), true],
  ['x'.repeat(73), false],
  ['é'.repeat(36), true],
  ['é'.repeat(37), false],
])('limits the bytes of a password: %s', async (password, isValid) => {
  const body = { email: 'a@b.co', username: 'a', password };
  const found = await issuesOf(() => checkRegistration(body, null));
  expect(found).toEqual(isValid ? body : [['password', 'Password must be less than 73 bytes']]);
});

test('applies the password rule to a missing password as well', async () => {
  const rule = passwordRule((password) => {
    if (password === undefined) throw new Error('Choose one');
    return password.length > 5;
  });
  const failures = (missing: string): readonly unknown[] => [
    ['password', 'password is a required field'],
    ['password', missing],
  ];
  const body = { email: 'a@b.co', username: 'a' };
  expect(await issuesOf(() => checkRegistration(body, rule))).toEqual(failures('Choose one'));
  expect(await issuesOf(() => checkRegistration({ ...body, password: '' }, rule))).toEqual(
    failures('Password validation failed.'),
  );
});

test.each(['', 'nope', 'a@b', `a@${'a.'.repeat(100_000)}`])(
  'rejects %s as an email address',
  async (email) => {
    const message = email === '' ? 'email is a required field' : 'email must be a valid email';
    expect(await issuesOf(() => checkAddress({ email }))).toEqual([['email', message]]);
  },
);

test.each<[() => unknown, string | null]>([
  [() => true, null],
  [() => Promise.resolve(1), null],
  [() => false, 'Password validation failed.'],
  [() => Promise.reject(new Error('Too plain')), 'Too plain'],
  [() => Promise.reject(new Error('')), 'An error occurred.'],
])('applies the project’s password rule: %s', async (isValid, message) => {
  expect(await passwordRule(isValid)('x')).toBe(message);
});
