// Columns of attribute types, and of links and owners (docs/strapi/storage.md, "Column types").
import type { ScalarAttribute, ScalarType } from '../../schema/types.ts';
import { names } from './names.ts';
import type { Column, ColumnType } from './table.ts';

const TYPE_OF: Readonly<Record<ScalarType, ColumnType>> = {
  string: 'string',
  text: 'text',
  richtext: 'text',
  email: 'string',
  password: 'string',
  uid: 'string',
  enumeration: 'string',
  integer: 'integer',
  biginteger: 'bigInteger',
  float: 'double',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'timestamp',
  json: 'json',
  blocks: 'json',
};

/** Lowercase names in the `columnType` option. */
const TYPE_NAMED: ReadonlyMap<string, ColumnType> = new Map([
  ['string', 'string'],
  ['text', 'text'],
  ['json', 'json'],
  ['jsonb', 'json'],
  ['integer', 'integer'],
  ['int', 'integer'],
  ['biginteger', 'bigInteger'],
  ['bigint', 'bigInteger'],
  ['float', 'double'],
  ['double', 'double'],
  ['decimal', 'decimal'],
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['time', 'time'],
  ['datetime', 'datetime'],
  ['timestamp', 'timestamp'],
]);

const DECIMAL_ARGS = [10, 2] as const;

/** A nullable column without default; `more` overrides properties. */
export function plainColumn(name: string, type: ColumnType, more: Partial<Column> = {}): Column {
  return {
    name,
    type,
    args: [],
    notNullable: false,
    unsigned: false,
    defaultTo: null,
    attribute: null,
    ...more,
  };
}

export const idColumn: Column = plainColumn('id', 'increments', { notNullable: true });

/** A column with the id of another row. */
export function referenceColumn(name: string, attribute: string | null = null): Column {
  return plainColumn(name, 'integer', { unsigned: true, attribute });
}

/** A column that orders links. */
export function orderColumn(name: string, attribute: string | null = null): Column {
  return plainColumn(name, 'double', { unsigned: true, attribute });
}

/**
 * Returns the column of a scalar attribute with its `column` and `columnType` options.
 * @throws Error if `columnType` names an unsupported type
 */
export function scalarColumn(attribute: ScalarAttribute): Column {
  const { columnType, column } = attribute;
  const type = columnType ? TYPE_NAMED.get(columnType.type.toLowerCase()) : TYPE_OF[attribute.type];
  if (!type) {
    const source = columnType ? `columnType ${columnType.type}` : `type ${attribute.type}`;
    throw new Error(`The ${source} of attributes.${attribute.name} is not known.`);
  }
  return plainColumn(names.column(attribute.name), type, {
    args: columnType ? columnType.args : type === 'decimal' ? DECIMAL_ARGS : [],
    notNullable: column?.notNullable === true,
    unsigned: column?.unsigned === true,
    defaultTo: column?.defaultTo ?? null,
    attribute: attribute.name,
  });
}

/**
 * The clause of a default. It is a value, or SQL as `[text, {isRaw: true}]`. @param literal Writes a value as SQL
 */
export function defaultClause(
  { defaultTo }: Pick<Column, 'defaultTo'>,
  literal: (value: string | boolean) => string,
): string {
  if (defaultTo === null || defaultTo === undefined) return '';
  const [value, options]: readonly unknown[] = Array.isArray(defaultTo) ? defaultTo : [defaultTo];
  if (typeof options === 'object' && options !== null && 'isRaw' in options) {
    return ` default ${String(value)}`;
  }
  if (typeof value === 'boolean') return ` default ${literal(value)}`;
  return ` default ${literal(typeof value === 'object' ? JSON.stringify(value) : String(value))}`;
}
