// Statements that select permissions and settings which name content-types and components.
import { sql } from 'kysely';
import type { Dialect, Fragment } from '../dialect.ts';
import { toQuery } from '../migration/row-writer.ts';
import type { Query } from '../session.ts';

/** Selects role, action, subject and properties of permissions of administrators. @param uids At least one */
export function adminPermissionsOf({ compile }: Dialect, uids: readonly string[]): Query {
  return toQuery(
    compile(sql`select r.name, p.action, p.subject, p.properties from admin_permissions p
      join admin_permissions_role_lnk l on l.permission_id = p.id join admin_roles r on r.id = l.role_id
      where p.subject in (${listed(uids)}) order by r.id, p.id`),
  );
}

/** Selects role and action of permissions of end users. @param uids At least one */
export function userPermissionsOf({ compile }: Dialect, uids: readonly string[]): Query {
  return toQuery(
    compile(sql`select r.name, p.action from up_permissions p
      join up_permissions_role_lnk l on l.permission_id = p.id join up_roles r on r.id = l.role_id
      where ${startsWithOne(sql`p.action`, uids)} order by r.id, p.id`),
  );
}

/** Selects name and action of permissions of API tokens. @param uids At least one */
export function tokenPermissionsOf({ compile }: Dialect, uids: readonly string[]): Query {
  return toQuery(
    compile(sql`select t.name, p.action from strapi_api_token_permissions p
      join strapi_api_token_permissions_token_lnk l on l.api_token_permission_id = p.id
      join strapi_api_tokens t on t.id = l.api_token_id
      where ${startsWithOne(sql`p.action`, uids)} order by t.id, p.id`),
  );
}

/** Selects keys and values of settings. @param keys At least one */
export function settingsByKey({ compile }: Dialect, keys: readonly string[]): Query {
  return toQuery(
    compile(
      sql`select key, value from strapi_core_store_settings where key in (${listed(keys)}) order by key`,
    ),
  );
}

function listed(texts: readonly string[]): Fragment {
  return sql.join(texts.map((text) => sql`${text}`));
}

function startsWithOne(column: Fragment, uids: readonly string[]): Fragment {
  const conditions = uids.map(
    (uid) => sql`substr(${column}, 1, ${sql.lit(uid.length + 1)}) = ${`${uid}.`}`,
  );
  return sql`(${sql.join(conditions, sql` or `)})`;
}
