// PostgreSQL DDL for online conversions of columns.
import type { StagingDdl } from '../migration/ddl.ts';
import { quote, quoteText } from './quote.ts';

export const postgresStaging: StagingDdl = {
  valueInTrigger: (column) => `NEW.${quote(column)}`,
  addTrigger: ({ name, table, column, setAsideColumn, conversion: { fits, value } }) => [
    `CREATE FUNCTION ${quote(name)}() RETURNS trigger LANGUAGE plpgsql AS $quoin$ BEGIN
      NEW.${quote(name)} := NULL;
      ${setAsideColumn === null ? '' : `NEW.${quote(setAsideColumn)} := NULL;`}
      IF NEW.${quote(column)} IS NOT NULL THEN
        IF (${fits}) THEN NEW.${quote(name)} := ${value};
        ${setAsideColumn === null ? '' : `ELSE NEW.${quote(setAsideColumn)} := NEW.${quote(column)};`}
        END IF;
      END IF;
      RETURN NEW;
    END $quoin$`,
    `CREATE TRIGGER ${quote(name)} BEFORE INSERT OR UPDATE ON ${quote(table)} FOR EACH ROW EXECUTE FUNCTION ${quote(name)}()`,
    // Also for rows that a subscription writes.
    `ALTER TABLE ${quote(table)} ENABLE ALWAYS TRIGGER ${quote(name)}`,
  ],
  dropTrigger: (name) => `DROP FUNCTION ${quote(name)}() CASCADE`,
  lockWriters: (table) => `LOCK TABLE ${quote(table)} IN SHARE ROW EXCLUSIVE MODE`,
  leftovers: (prefix) => {
    const like = quoteText(`${prefix.replaceAll('_', '\\_')}%`);
    return [
      {
        sql: `SELECT format('DROP FUNCTION %s CASCADE', oid::regprocedure) FROM pg_proc
          WHERE pronamespace = current_schema()::regnamespace AND proname LIKE ${like}`,
        values: [],
      },
      {
        sql: `SELECT format('ALTER TABLE %s DROP COLUMN %I', a.attrelid::regclass, a.attname)
          FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
          WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
            AND NOT a.attisdropped AND a.attname LIKE ${like}`,
        values: [],
      },
    ];
  },
};
