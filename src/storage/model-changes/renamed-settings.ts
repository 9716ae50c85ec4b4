// Statements for permissions and settings whose JSON names attributes, and for the schema that Strapi stores.
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

/** A hash that no schema has. */
const HASH = 'quoin';

/**
 * At its next start, Strapi drops what is in its stored schema and no longer in the project
 * (docs/strapi/startup.md, "Schema synchronization"), which may be what Quoin keeps. This makes the stored schema one without
 * tables: Strapi then adds what is missing and drops nothing.
 */
export function forgetStrapiSchema(dialect: Dialect): Query {
  const schema = dialect.store('json', { tables: [] });
  return toQuery(
    dialect.compile(
      sql`update strapi_database_schema set schema = ${schema}, hash = ${HASH} where hash is distinct from ${HASH}`,
    ),
  );
}
