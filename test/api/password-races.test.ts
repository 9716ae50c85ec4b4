// Concurrent password changes.
import { expect, test } from 'vitest';
import { logIn, openAccounts, register, requestsTo } from '../support/accounts.ts';
import { withRealCost } from '../support/fast-bcrypt.ts';

test('only one of concurrent changes with the old password succeeds', async () => {
  const app = await openAccounts();
  // Slow enough for all of them to be under way.
  const { jwt } = await withRealCost(() => register(app, 'ada'));
  const wishes = ['secret2', 'secret3', 'secret4'];
  const responses = await Promise.all(
    wishes.map((password) =>
      requestsTo(app).post(
        '/api/auth/change-password',
        { currentPassword: 'secret1', password, passwordConfirmation: password },
        { as: jwt },
      ),
    ),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  const late = responses.find(({ status }) => status === 400);
  expect(late?.text).toContain('The provided current password is invalid');
  const winner = wishes[statuses.indexOf(200)] ?? '';
  expect((await logIn(app, 'ada', { password: winner })).user['username']).toBe('ada');
});
