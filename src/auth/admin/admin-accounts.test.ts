import { expect, test } from 'vitest';
import { openAccounts } from '../../../test/support/accounts.ts';
import { changeDatabase, readRows } from '../../../test/support/app-database.ts';
import { sqlMoment } from '../../../test/support/test-database.ts';
import { createAdministrators } from '../../app/accounts/administrators.ts';
import { tablesOf } from '../../app/store.ts';
import { findAdmin, setAdminPassword } from './admin-users.ts';

const ada = { email: 'ada@example.com', firstname: 'Ada', password: 'Passw0rd!' };

test('opens no session if the password changes while it is being verified', async () => {
  const app = await openAccounts();
  const { store, project } = app;
  const tables = tablesOf(store);
  const { accounts } = createAdministrators(project, store, { tables });
  const { id } = await accounts.create(ada);
  const signingIn = accounts.signIn(ada, {});
  await store.database.transact(setAdminPassword(tables, id, '$2b$10$another'));
  await expect(signingIn).rejects.toMatchObject({
    name: 'ApplicationError',
    message: 'Invalid credentials',
  });
  expect(await readRows(app, 'select id from strapi_sessions')).toEqual([]);
  const admin = await store.database.read(findAdmin(tables, { id }));
  expect(admin?.passwordHash).toBe('$2b$10$another');
});

test('removes expired sessions of administrators', async () => {
  const app = await openAccounts();
  const { accounts } = createAdministrators(app.project, app.store, {
    tables: tablesOf(app.store),
  });
  await accounts.create(ada);
  await changeDatabase(
    app,
    `insert into strapi_sessions (user_id, session_id, device_id, origin, expires_at) values
      ('1', 'old', 'd', 'admin', ${sqlMoment(1)}), ('1', 'others', 'd', 'users-permissions', ${sqlMoment(1)})`,
  );
  await accounts.signIn(ada, {});
  const rest = 'select origin, count(*) from strapi_sessions group by origin order by origin';
  expect(await readRows(app, rest)).toEqual([
    ['admin', 1],
    ['users-permissions', 1],
  ]);
});
