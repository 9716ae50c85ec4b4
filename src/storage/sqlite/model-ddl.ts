// SQLite DDL for changes of the content model: renames, dropped indexes and conversions of values.
import type { ScalarType } from '../../schema/types.ts';
import type { ModelDdl } from '../migration/ddl.ts';
import { names } from '../layout/names.ts';
import { quote, quoteText } from './quote.ts';

export const sqliteModelDdl: ModelDdl = {
  renameTable: (from, to) => `ALTER TABLE ${quote(from)} RENAME TO ${quote(to)}`,
  renameColumn: (table, from, to) =>
    `ALTER TABLE ${quote(table)} RENAME COLUMN ${quote(from)} TO ${quote(to)}`,
  renameIndex: null,
  renameForeignKey: null,
  dropsOf: (table, column, keepsOwn = false) => {
    const others = keepsOwn ? ` AND i.name NOT GLOB '${names.own('*')}'` : '';
    const ofColumn =
      column === null
        ? ''
        : ` AND EXISTS (SELECT 1 FROM pragma_index_info(i.name) c WHERE lower(c.name) = lower(${quoteText(column)}))`;
    return {
      sql: `SELECT 'DROP INDEX ' || char(96) || replace(i.name, char(96), char(96) || char(96)) || char(96)
        FROM pragma_index_list(${quoteText(table)}) i WHERE i.origin = 'c'${ofColumn}${others}`,
      values: [],
    };
  },
  convert: (column, from, to) => ({ ...fromText(toText(column, from, to), to), prepare: null }),
  limitLockWait: null,
  isReadableMeanwhile: true,
  staging: null,
};

const NUMBERS: ReadonlySet<ScalarType> = new Set(['integer', 'biginteger', 'float', 'decimal']);

/** Milliseconds since 1970 of a datetime, which other programs may have stored as text. */
function milliseconds(column: string): string {
  return `CASE WHEN typeof(${column}) IN ('integer', 'real') THEN ${column} ELSE CAST(round(unixepoch(${column}, 'subsec') * 1000) AS INTEGER) END`;
}

/** The canonical text of a value. */
function toText(column: string, from: ScalarType, to: ScalarType): string {
  switch (from) {
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal':
      return `CASE WHEN typeof(${column}) = 'real' AND ${column} = CAST(${column} AS INTEGER) AND abs(${column}) < 9007199254740992 THEN CAST(CAST(${column} AS INTEGER) AS TEXT) ELSE CAST(${column} AS TEXT) END`;
    case 'boolean':
      return NUMBERS.has(to)
        ? `CAST(${column} AS TEXT)`
        : `CASE ${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE CAST(${column} AS TEXT) END`;
    case 'datetime':
    case 'timestamp':
      return `strftime('%Y-%m-%dT%H:%M:%fZ', (${milliseconds(column)}) / 1000.0, 'unixepoch')`;
    default:
      return `CAST(${column} AS TEXT)`;
  }
}

/** Condition and value of a text that becomes another type. */
function fromText(text: string, to: ScalarType): { readonly fits: string; readonly value: string } {
  const whole = `CAST(CAST(${text} AS INTEGER) AS TEXT) = ${text}`;
  const always = (condition: string): string => `coalesce(${condition}, 0)`;
  switch (to) {
    case 'integer':
      return {
        fits: always(`${whole} AND CAST(${text} AS INTEGER) BETWEEN -2147483648 AND 2147483647`),
        value: `CAST(${text} AS INTEGER)`,
      };
    case 'biginteger':
      return { fits: always(whole), value: `CAST(${text} AS INTEGER)` };
    case 'float':
    case 'decimal':
      return {
        fits: always(
          `${text} NOT GLOB '*[^-.0-9]*' AND ${withoutZeros(`CAST(CAST(${text} AS REAL) AS TEXT)`)} = ${withoutZeros(text)}`,
        ),
        value: `CAST(${text} AS REAL)`,
      };
    case 'boolean':
      return {
        fits: always(`${text} IN ('true', 'false', '1', '0')`),
        value: `(${text} IN ('true', '1'))`,
      };
    case 'date':
      return {
        fits: always(
          `date(substr(${text}, 1, 10)) = substr(${text}, 1, 10) AND substr(${text}, 11) IN ('', 'T00:00:00.000Z', 'T00:00:00Z')`,
        ),
        value: `substr(${text}, 1, 10)`,
      };
    case 'time':
      return {
        fits: always(
          `substr(strftime('%H:%M:%f', ${text}), 1, length(${text})) = ${text} AND length(${text}) IN (5, 8, 12)`,
        ),
        value: `strftime('%H:%M:%f', ${text})`,
      };
    case 'datetime':
    case 'timestamp':
      return {
        fits: always(
          `date(substr(${text}, 1, 10)) = substr(${text}, 1, 10) AND (length(${text}) = 10 OR (substr(${text}, 11, 1) = 'T' AND substr(${text}, -1) = 'Z' AND unixepoch(${text}) IS NOT NULL))`,
        ),
        value: `CAST(round(unixepoch(${text}, 'subsec') * 1000) AS INTEGER)`,
      };
    case 'json':
      return { fits: always(`json_valid(${text})`), value: text };
    case 'blocks':
      return {
        fits: `CASE WHEN json_valid(${text}) THEN json_type(${text}) = 'array' ELSE 0 END`,
        value: text,
      };
    case 'password':
      return { fits: '0', value: text };
    default:
      return { fits: '1', value: text };
  }
}

/** A decimal text without trailing zeros of its fraction. */
function withoutZeros(text: string): string {
  return `CASE WHEN instr(${text}, '.') > 0 THEN rtrim(rtrim(${text}, '0'), '.') ELSE ${text} END`;
}
