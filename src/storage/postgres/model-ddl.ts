// PostgreSQL DDL for changes of the content model: renames, dropped indexes and conversions of values.
import type { ScalarType } from '../../schema/types.ts';
import type { Conversion, ModelDdl } from '../migration/ddl.ts';
import { postgresStaging } from './staging.ts';
import { quote, quoteText } from './quote.ts';

export const postgresModelDdl: ModelDdl = {
  renameTable: (from, to) => `ALTER TABLE ${quote(from)} RENAME TO ${quote(to)}`,
  renameColumn: (table, from, to) =>
    `ALTER TABLE ${quote(table)} RENAME COLUMN ${quote(from)} TO ${quote(to)}`,
  renameIndex: (from, to) => `ALTER INDEX IF EXISTS ${quote(from)} RENAME TO ${quote(to)}`,
  renameForeignKey: (table, from, to) =>
    `ALTER TABLE ${quote(table)} RENAME CONSTRAINT ${quote(from)} TO ${quote(to)}`,
  dropsOf,
  convert: (column, from, to) => fromText(toText(column, from, to), to),
  staging: postgresStaging,
  isReadableMeanwhile: false,
  limitLockWait: (milliseconds) => `SET LOCAL lock_timeout = ${milliseconds}`,
};

/** Primary keys stay; unique indexes and foreign keys are constraints. */
function dropsOf(
  table: string,
  column: string | null,
): { readonly sql: string; readonly values: [] } {
  const relation = `${quoteText(quote(table))}::regclass`;
  const attribute =
    column === null
      ? ''
      : `(SELECT a.attnum FROM pg_attribute a WHERE a.attrelid = ${relation} AND a.attname = ${quoteText(column)})`;
  const ofKey = attribute === '' ? '' : ` AND ${attribute} = ANY (c.conkey)`;
  const ofIndex = attribute === '' ? '' : ` AND ${attribute} = ANY (i.indkey)`;
  return {
    sql: `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', ${relation}, c.conname) FROM pg_constraint c
        WHERE c.conrelid = ${relation} AND c.contype IN ('f', 'u')${ofKey}
      UNION ALL SELECT format('DROP INDEX %s', i.indexrelid::regclass) FROM pg_index i
        WHERE i.indrelid = ${relation} AND NOT i.indisprimary${ofIndex}
          AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype = 'u')`,
    values: [],
  };
}

const NUMBERS: ReadonlySet<ScalarType> = new Set(['integer', 'biginteger', 'float', 'decimal']);

/** Datetimes are stored as the local time of the server process (docs/strapi/storage.md, "Stored values"). */
function zone(): string {
  return quoteText(Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** The canonical text of a value. */
function toText(column: string, from: ScalarType, to: ScalarType): string {
  switch (from) {
    case 'decimal':
      return `trim_scale(${column})::text`;
    case 'boolean':
      return NUMBERS.has(to) ? `${column}::integer::text` : `${column}::text`;
    case 'date':
      return `to_char(${column}, 'YYYY-MM-DD')`;
    case 'datetime':
    case 'timestamp':
      return `to_char((${column} AT TIME ZONE ${zone()}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    case 'json':
    case 'blocks':
      return `(CASE jsonb_typeof(${column}::jsonb) WHEN 'string' THEN ${column}::jsonb #>> '{}' ELSE ${column}::text END)`;
    default:
      return `${column}::text`;
  }
}

const WHOLE = `'^(0|-?[1-9][0-9]*)$'`;
const DAY = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])';
const IS_JSON = 'pg_temp.quoin_is_json';
const CREATE_IS_JSON = `CREATE OR REPLACE FUNCTION ${IS_JSON}(value text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
  $$ BEGIN PERFORM value::jsonb; RETURN true; EXCEPTION WHEN others THEN RETURN false; END $$`;

/** Condition and value of a text that becomes another type. A cast is reached only if the conditions before it hold. */
function fromText(text: string, to: ScalarType): Conversion {
  const plain = { prepare: null };
  switch (to) {
    case 'integer':
      return { ...plain, fits: isInteger(text, 10, '2147483647'), value: `${text}::integer` };
    case 'biginteger':
      return {
        ...plain,
        fits: isInteger(text, 19, '9223372036854775807'),
        value: `${text}::bigint`,
      };
    case 'float':
      return {
        ...plain,
        fits: `CASE WHEN ${isNumber(text)} THEN trim_scale(${text}::double precision::text::numeric) = trim_scale(${text}::numeric) ELSE false END`,
        value: `${text}::double precision`,
      };
    case 'decimal':
      return {
        ...plain,
        fits: `CASE WHEN ${isNumber(text)} THEN ${text}::numeric = round(${text}::numeric, 2) AND abs(${text}::numeric) < 100000000 ELSE false END`,
        value: `${text}::numeric`,
      };
    case 'boolean':
      return {
        ...plain,
        fits: `${text} IN ('true', 'false', '1', '0')`,
        value: `${text} IN ('true', '1')`,
      };
    case 'date':
      return {
        ...plain,
        fits: isDay(text, `^${DAY}(T00:00:00([.]000)?Z)?$`),
        value: `substr(${text}, 1, 10)::date`,
      };
    case 'time':
      return {
        ...plain,
        fits: `${text} ~ '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,3})?)?$'`,
        value: `${text}::time`,
      };
    case 'datetime':
    case 'timestamp':
      return {
        ...plain,
        fits: isDay(
          text,
          `^${DAY}(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,3})?)?Z)?$`,
        ),
        value: `(CASE WHEN length(${text}) = 10 THEN ${text} || 'T00:00:00Z' ELSE ${text} END)::timestamptz AT TIME ZONE ${zone()}`,
      };
    case 'json':
      return { prepare: CREATE_IS_JSON, fits: `${IS_JSON}(${text})`, value: `${text}::jsonb` };
    case 'blocks':
      return {
        prepare: CREATE_IS_JSON,
        fits: `CASE WHEN ${IS_JSON}(${text}) THEN jsonb_typeof(${text}::jsonb) = 'array' ELSE false END`,
        value: `${text}::jsonb`,
      };
    case 'password':
      return { ...plain, fits: 'false', value: text };
    case 'text':
    case 'richtext':
      return { ...plain, fits: 'true', value: text };
    default:
      return { ...plain, fits: `length(${text}) <= 255`, value: text };
  }
}

function isNumber(text: string): string {
  return `${text} ~ '^-?(0|[1-9][0-9]*)([.][0-9]+)?$' AND length(${text}) < 300`;
}

function isInteger(text: string, digits: number, greatest: string): string {
  return `CASE WHEN ${text} ~ ${WHOLE} AND length(${text}) <= ${digits + 1} THEN ${text}::numeric BETWEEN -${greatest}-1 AND ${greatest} ELSE false END`;
}

function isDay(text: string, pattern: string): string {
  const part = (from: number, length: number): string => `substr(${text}, ${from}, ${length})::int`;
  const month = `make_date(greatest(${part(1, 4)}, 1), ${part(6, 2)}, 1)`;
  return `CASE WHEN ${text} ~ '${pattern}' THEN ${part(1, 4)} > 0 AND ${part(9, 2)} <= extract(day FROM ${month} + interval '1 month' - interval '1 day') ELSE false END`;
}
