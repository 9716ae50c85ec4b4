import { describe, expect, test } from 'vitest';
import { array, boolean, number, object, string } from 'yup';
import { checkForm } from './check-form.ts';

const form = object({
  email: string().email().required(),
  name: string().min(1).required(),
  age: number().oneOf([7, null]).nullable(),
  items: array().of(object({ x: number().max(100).required() })),
  role: object(),
  flag: boolean(),
});

async function rejectionOf(body: unknown): Promise<unknown> {
  return checkForm(form, body).then(
    () => null,
    ({ status, name, message, details }: Error & { status: number; details: unknown }) => ({
      status,
      name,
      message,
      details,
    }),
  );
}

function mistake(path: readonly string[], message: string, value?: unknown): unknown {
  return { path, message, name: 'ValidationError', ...(value === undefined ? {} : { value }) };
}

test('returns a valid body unchanged', async () => {
  const body = { email: 'a@b.co', name: 'a', age: null, items: [{ x: 1 }], more: 'kept' };
  expect(await checkForm(form, body)).toEqual(body);
});

describe('rejects an invalid body', () => {
  const one = (message: string, path: readonly string[], value?: unknown): unknown => ({
    status: 400,
    name: 'ValidationError',
    message,
    details: { errors: [mistake(path, message, value)] },
  });

  test('with the error as the message, if there is one', async () => {
    expect(await rejectionOf({ name: 'a' })).toEqual(one('email is a required field', ['email']));
  });

  test('with the number of errors as the message, if there are several', async () => {
    expect(await rejectionOf({ email: 'x', name: '' })).toEqual({
      status: 400,
      name: 'ValidationError',
      message: '3 errors occurred',
      details: {
        errors: [
          mistake(['email'], 'email must be a valid email', 'x'),
          mistake(['name'], 'name must be at least 1 characters', ''),
          mistake(['name'], 'name is a required field', ''),
        ],
      },
    });
  });

  const good = { email: 'a@b.co', name: 'a' };

  test.each([
    [
      { ...good, name: 5 },
      one('name must be a `string` type, but the final value was: `5`.', ['name'], 5),
    ],
    [
      { ...good, role: null },
      one('role must be a `object` type, but the final value was: `null`.', ['role'], null),
    ],
    [
      { ...good, items: [{ x: 101 }] },
      one('items[0].x must be less than or equal to 100', ['items', '0', 'x'], 101),
    ],
    ['text', one('this must be a `object` type, but the final value was: `"text"`.', [], 'text')],
  ])('%j', async (body, rejection) => {
    expect(await rejectionOf(body)).toEqual(rejection);
  });
});

test('rejects deep nesting before it validates anything', async () => {
  const body: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
  expect(await rejectionOf({ email: body })).toMatchObject({
    status: 400,
    message: 'The body must not be nested more than 500 levels deep.',
  });
});

describe('lists', () => {
  const items = (count: number): unknown => Array.from({ length: count }, () => ({ x: 1 }));
  const tooLong = {
    status: 400,
    message: 'Lists in the body must not have more than 3000 items.',
  };

  test('are rejected if they are too long to validate in time', async () => {
    const good = { email: 'a@b.co', name: 'a' };
    expect(await rejectionOf({ ...good, items: items(3001) })).toMatchObject(tooLong);
    expect(await rejectionOf({ ...good, role: { a: [items(3000)] } })).toMatchObject(tooLong);
    expect(await rejectionOf(items(3001))).toMatchObject(tooLong);
    expect(await rejectionOf({ ...good, items: items(3000) })).toBeNull();
  });

  test('that the form does not validate may have any length', async () => {
    expect(await rejectionOf({ email: 'a@b.co', name: 'a', points: items(5000) })).toBeNull();
  });
});
