// In charge of the types of PostgreSQL columns (docs/strapi/storage.md, "Column types").
import type { Column, ColumnType } from '../table.ts';

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

/** What a value on its way to a column is cast to: neither cut off nor rounded before it is there. */
export function valueType(type: ColumnType): string {
  return TYPES[type];
}

const STRING_LENGTH = 255;

/** The type of a column as it is made. */
export function columnType({ type, args }: Pick<Column, 'type' | 'args'>): string {
  const [first, second] = args.filter((arg) => typeof arg === 'number');
  if (type === 'string') return `varchar(${first ?? STRING_LENGTH})`;
  if (type === 'decimal') return `numeric(${first ?? 10}, ${second ?? 2})`;
  return TYPES[type];
}
