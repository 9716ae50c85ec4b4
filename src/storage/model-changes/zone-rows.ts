// Statements about the rows of dynamic zones.
import { sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { Query } from '../session.ts';
import { printQuery } from './altered-table.ts';

/** Selects the components that have rows in a dynamic zone. @param table Of the component slots of its model */
export function componentsInZone(
  dialect: Dialect,
  { table, field }: { readonly table: string; readonly field: string },
): Query {
  return printQuery(
    dialect,
    sql`select distinct component_type from ${sql.id(table)} where field = ${sql.lit(field)} order by component_type`,
  );
}
