// Custom fields of plugins that are not here: what they are stored as. An archive that is imported tells; else the
// configuration, where the live column can be of its type, then the column; text holds anything.
import { isScalarType } from '../schema/check-attribute.ts';
import { toText, valueAt, type RawRecord } from '../schema/raw.ts';
import type { RawDefinition, ScalarType } from '../schema/types.ts';
import { mapAttributes } from './attributes.ts';

/** The SQL type of the column that an attribute has in the database now, if it has one. */
export type LiveColumnType = (collectionName: string, attribute: string) => string | undefined;

/** The type that an archive's schema gives to an attribute that is this custom field, if it tells. */
export type ArchivedType = (place: {
  /** uid of the content-type or component. */
  readonly uid: string;
  readonly attribute: string;
  /** Of the custom field, such as `plugin::color-picker.color`. */
  readonly field: string;
}) => unknown;

interface Options {
  /** Custom field -> type, from `customFields` in config/quoin. */
  readonly configured: Readonly<Record<string, ScalarType>>;
  readonly liveColumnType?: LiveColumnType | undefined;
  /** Of the archive whose content takes the place of the project's. */
  readonly archivedType?: ArchivedType | undefined;
}

/** Definitions whose custom fields have the types of what they are stored as. */
export interface ResolvedFields {
  readonly definitions: readonly RawDefinition[];
  readonly warnings: readonly string[];
  /** What is to be set so that the next start finds the same types. */
  readonly notices: readonly string[];
}

/** Definitions in which every custom field has the type of what it is stored as. */
export function resolveCustomFields(
  definitions: readonly RawDefinition[],
  { configured, liveColumnType, archivedType }: Options,
): ResolvedFields {
  const guessed = new Set<string>();
  const toSet = new Map<string, ScalarType>();
  const resolved = definitions.map((definition) =>
    mapAttributes(definition, (attribute, { name }) => {
      if (!isCustomField(attribute)) return attribute;
      const field = toText(attribute['customField']) ?? name;
      const table = toText(valueAt(definition.json, 'collectionName')) ?? '';
      const own = Object.hasOwn(configured, field) ? configured[field] : undefined;
      const archived = archivedType?.({ uid: definition.uid, attribute: name, field });
      const live = scalarOf(liveColumnType?.(table, name));
      if (isScalarType(archived)) {
        // The next start has the column to go by, which may stay the one that is there.
        if (archived !== own && archived !== (live ?? storedAs(archived))) {
          toSet.set(field, archived);
        }
        return { ...attribute, type: archived };
      }
      // A column of text holds anything: a start that knew no type made it.
      const fits = live === undefined || live === 'text' || (own && storedAs(own) === live);
      const type = own && fits ? own : live;
      if (!type) guessed.add(field);
      return { ...attribute, type: type ?? 'text' };
    }),
  );
  return {
    definitions: resolved,
    warnings: guessed.size > 0 ? [warning([...guessed])] : [],
    notices: toSet.size > 0 ? [notice(Object.fromEntries(toSet))] : [],
  };
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
    `Custom fields are stored as text, because their type is unknown: ${fields.join(', ')}. ` +
    `Set it in config/quoin, for example customFields: ${example}.`
  );
}

function notice(types: Readonly<Record<string, ScalarType>>): string {
  return (
    'The archive contains custom fields whose types cannot be derived from their columns. Set them in config/quoin before the next ' +
    `start: customFields: ${JSON.stringify(types)}.`
  );
}

/** Types that are stored in columns of another one. */
const STORED_AS: Partial<Record<ScalarType, ScalarType>> = {
  email: 'string',
  password: 'string',
  uid: 'string',
  enumeration: 'string',
  richtext: 'text',
  blocks: 'json',
  timestamp: 'datetime',
};

/** The type that a column is read back as: several types share a column type. */
function storedAs(type: ScalarType): ScalarType {
  return STORED_AS[type] ?? type;
}

// Both databases' names (docs/strapi/storage.md, "Column types").
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
