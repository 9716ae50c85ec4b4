// Statements for permissions and settings whose JSON names attributes.
import { sql } from 'kysely';
import type { Dialect, StorableValue } from '../dialect.ts';
import { toQuery } from '../migration/row-writer.ts';
import type { Query } from '../session.ts';

/** Selects id, subject and properties of all permissions of administrators that have a subject. */
export function allAdminPermissions({ compile }: Dialect): Query {
  return toQuery(
    compile(sql`select id, subject, properties from admin_permissions where subject is not null`),
  );
}

/** Replaces the properties of a permission. */
export function setProperties(dialect: Dialect, id: unknown, properties: StorableValue): Query {
  const value = dialect.store('json', properties);
  return toQuery(
    dialect.compile(
      sql`update admin_permissions set properties = ${value} where id = ${sql.lit(Number(id))}`,
    ),
  );
}

/** Selects id, key and value of the settings whose keys begin with a text. */
export function settingsUnder({ compile }: Dialect, prefix: string): Query {
  return toQuery(
    compile(
      sql`select id, key, value from strapi_core_store_settings where substr(key, 1, ${sql.lit(prefix.length)}) = ${prefix}`,
    ),
  );
}

/** Replaces the value of a setting. */
export function setSetting({ compile }: Dialect, id: unknown, value: string): Query {
  return toQuery(
    compile(
      sql`update strapi_core_store_settings set value = ${value} where id = ${sql.lit(Number(id))}`,
    ),
  );
}
