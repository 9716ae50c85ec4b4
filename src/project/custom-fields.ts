// Storage types of custom fields from plugins that are not installed. In order of precedence: an archive that is
// imported; the configuration, if the existing column can hold its type; the existing column; text, which holds
// anything.
import { isScalarType } from '../schema/check-attribute.ts';
import { toText, valueAt, type RawRecord } from '../schema/raw.ts';
import type { RawDefinition, ScalarType } from '../schema/types.ts';
import { mapAttributes } from './attributes.ts';

/** SQL type of the existing column of an attribute, if any. */
export type LiveColumnType = (collectionName: string, attribute: string) => string | undefined;

/** Type of a custom field in the schema of an archive, if known. */
export type ArchivedType = (place: {
  /** Uid of the content-type or component. */
  readonly uid: string;
  readonly attribute: string;
  /** The custom field, such as `plugin::color-picker.color`. */
  readonly field: string;
}) => unknown;

interface Options {
  /** Types by custom field, from `customFields` in config/quoin. */
  readonly configured: Readonly<Record<string, ScalarType>>;
  readonly liveColumnType?: LiveColumnType | undefined;
  /** From the archive that is imported. */
  readonly archivedType?: ArchivedType | undefined;
}

/** Definitions whose custom fields are replaced with their storage types. */
export interface ResolvedFields {
  readonly definitions: readonly RawDefinition[];
  readonly warnings: readonly string[];
  /** Settings that keep these types at the next start. */
  readonly notices: readonly string[];
}

/** Replaces custom fields with their storage types. */
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
        // The next start finds the same type through the existing column.
        if (archived !== own && archived !== (live ?? storedAs(archived))) {
          toSet.set(field, archived);
        }
        return { ...attribute, type: archived };
      }
      // A text column holds anything; a start without a known type created it.
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

/** Returns true if the storage type of a field does not follow from its schema. */
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

/** Types stored in columns of another type. */
const STORED_AS: Partial<Record<ScalarType, ScalarType>> = {
  email: 'string',
  password: 'string',
  uid: 'string',
  enumeration: 'string',
  richtext: 'text',
  blocks: 'json',
  timestamp: 'datetime',
};

/** Type that is read back from a column, since several types share a column type. */
function storedAs(type: ScalarType): ScalarType {
  return STORED_AS[type] ?? type;
}

// Names of both databases (docs/strapi/storage.md, "Column types").
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
