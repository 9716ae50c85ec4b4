// Rows that the recorded databases lack: users with secrets, linked from content, and administrators as creators.
import { sqlMoment } from '../support/test-database.ts';

const HASH = '$2b$10$abcdefghijklmnopqrstuuGmJ3Jt0sSbXxY0mVqSPZ0m3Hk2a1b2c';

/** SQL for the users of a project; in pantry they are owners, tasters and helpers. */
export function seededUsers(project: 'kitchen' | 'pantry'): string {
  const users = [21, 22, 23].map(
    (id) => `
    insert into up_users (id, document_id, username, email, provider, password, confirmed, blocked,
        reset_password_token, confirmation_token, created_at, updated_at, published_at)
      values (${id}, 'seededuserdocument0000${id}', 'seeded ${id}', 'seeded-${id}@example.com', 'local', '${HASH}',
        true, false, 'reset-${id}', 'confirm-${id}', ${sqlMoment(id)}, ${sqlMoment(id)}, ${sqlMoment(id)});
    insert into up_users_role_lnk (user_id, role_id) values (${id}, ${1 + (id % 2)});`,
  );
  const creators = project === 'pantry' ? ['grocers', 'recipes', 'jars', 'menus'] : ['articles'];
  const made = creators.map(
    (table) => `
    update ${table} set created_by_id = (select min(id) from admin_users), updated_by_id = (select max(id) from admin_users)
      where id % 2 = 0;`,
  );
  const admins = `
    update admin_users set password = '${HASH}', reset_password_token = 'reset-' || id, registration_token = 'registration-' || id;`;
  return [...users, ...made, admins].join('');
}
