// The schema that Strapi stores: at its next start, Strapi drops what is in it and no longer in the project, so it must
// not contain what Quoin keeps (docs/strapi/startup.md, "Schema synchronization").
import { sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { toQuery } from '../migration/row-writer.ts';
import type { Query } from '../session.ts';

/** A hash that no schema has. */
const HASH = 'quoin';

/** Statement that makes Strapi's record one without tables: Strapi then adds what is missing and drops nothing. */
export function forgetStrapiSchema(dialect: Dialect): Query {
  const schema = dialect.store('json', { tables: [] });
  return toQuery(
    dialect.compile(
      sql`update strapi_database_schema set schema = ${schema}, hash = ${HASH} where hash is distinct from ${HASH}`,
    ),
  );
}
