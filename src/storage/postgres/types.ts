// PostgreSQL column types (docs/strapi/storage.md, "Column types").
import type { Column, ColumnType } from '../layout/table.ts';

const TYPES: Readonly<Record<ColumnType, string>> = {
  increments: 'integer',
  string: 'text',
  text: 'text',
  json: 'jsonb',
  integer: 'integer',
  bigInteger: 'bigint',
  double: 'double precision',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'date',
  time: 'time without time zone',
  datetime: 'timestamp(6) without time zone',
  timestamp: 'timestamp(6) without time zone',
};

/** Type to which a bound value is cast, without truncation or rounding. */
export function valueType(type: ColumnType): string {
  return TYPES[type];
}

const STRING_LENGTH = 255;

/** Type of a new column. */
export function columnType({ type, args }: Pick<Column, 'type' | 'args'>): string {
  const [first, second] = args.filter((arg) => typeof arg === 'number');
  if (type === 'string') return `varchar(${first ?? STRING_LENGTH})`;
  if (type === 'decimal') return `numeric(${first ?? 10}, ${second ?? 2})`;
  return TYPES[type];
}
