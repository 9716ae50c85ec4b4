// In charge of what a role may do, as stored by the users-and-permissions plugin (spec/auth.md section 3).
import type { Reading } from '../storage/database.ts';

/** The actions of the role with a type, such as `public`. */
export function* actionsOfRole(type: string): Reading<ReadonlySet<string>> {
  const [rows = []] = yield [
    {
      sql: `select p.action from up_roles r
        join up_permissions_role_lnk l on l.role_id = r.id
        join up_permissions p on p.id = l.permission_id
        where r.type = ?`,
      values: [type],
    },
  ];
  return new Set(rows.map((row) => String(row[0])));
}
