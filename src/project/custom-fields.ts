// In charge of custom fields of plugins that are not here: what they are stored as. The live column knows
// best, then the project's configuration, and text holds anything.
import { isScalarType } from '../schema/check-attribute.ts';
import { toText, valueAt, type RawRecord } from '../schema/raw.ts';
import type { RawDefinition, ScalarType } from '../schema/types.ts';
import { mapAttributes } from './attributes.ts';

/** The SQL type of the column that an attribute has in the database now, if it has one. */
export type LiveColumnType = (collectionName: string, attribute: string) => string | undefined;

interface Options {
  /** Custom field -> type, from `customFields` in config/quoin. */
  readonly configured: Readonly<Record<string, ScalarType>>;
  readonly liveColumnType?: LiveColumnType | undefined;
}

/** Definitions in which every custom field has the type of what it is stored as. */
export function resolveCustomFields(
  definitions: readonly RawDefinition[],
  { configured, liveColumnType }: Options,
): { readonly definitions: readonly RawDefinition[]; readonly warnings: readonly string[] } {
  const guessed = new Set<string>();
  const resolved = definitions.map((definition) =>
    mapAttributes(definition, (attribute, { name }) => {
      if (!isCustomField(attribute)) return attribute;
      const field = toText(attribute['customField']) ?? name;
      const table = toText(valueAt(definition.json, 'collectionName')) ?? '';
      const live = scalarOf(liveColumnType?.(table, name));
      const type = live ?? (Object.hasOwn(configured, field) ? configured[field] : undefined);
      if (!type) guessed.add(field);
      return { ...attribute, type: type ?? 'text' };
    }),
  );
  return { definitions: resolved, warnings: guessed.size > 0 ? [warning([...guessed])] : [] };
}

/** True where a definition has a field whose storage is not known from its schema. */
export function hasCustomFields(definitions: readonly RawDefinition[]): boolean {
  let found = false;
  for (const definition of definitions) {
    mapAttributes(definition, (attribute) => {
      found ||= isCustomField(attribute);
      return attribute;
    });
  }
  return found;
}

function isCustomField({ type, customField }: RawRecord): boolean {
  if (type === 'customField') return true;
  return toText(customField) !== undefined && !isScalarType(type);
}

function warning(fields: readonly string[]): string {
  const example = JSON.stringify({ [fields[0] ?? '']: 'string' });
  return (
    `Custom fields are stored as text, since nothing tells their type: ${fields.join(', ')}. ` +
    `Set it in config/quoin, such as customFields: ${example}.`
  );
}

// Both databases' names (spec/storage.md section 1, "Column types").
const SQL_TYPES: readonly (readonly [RegExp, ScalarType])[] = [
  [/^(?:var)?char|^character/, 'string'],
  [/^(?:long|medium)?text/, 'text'],
  [/^json/, 'json'],
  [/^bigint/, 'biginteger'],
  [/^(?:big|small)?int/, 'integer'],
  [/^(?:float|real|double)/, 'float'],
  [/^(?:numeric|decimal)/, 'decimal'],
  [/^bool/, 'boolean'],
  [/^(?:datetime|timestamp)/, 'datetime'],
  [/^date/, 'date'],
  [/^time/, 'time'],
];

function scalarOf(sqlType: string | undefined): ScalarType | undefined {
  const type = sqlType?.trim().toLowerCase();
  return type ? SQL_TYPES.find(([pattern]) => pattern.test(type))?.[1] : undefined;
}
