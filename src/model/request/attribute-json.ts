// Attributes as they are written into schema files: known keys in a fixed order, then those that were written by hand
// (docs/strapi/model-changes.md, "Files").
import { stringOf } from '../../base/json.ts';
import type { RawRecord } from '../../schema/raw.ts';

const FIRST = ['type', 'configurable', 'private', 'searchable', 'pluginOptions', 'conditions'];
const NUMBER = ['required', 'unique', 'default', 'min', 'max'];
const MOMENT = ['required', 'unique', 'default'];

const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ['default', 'minLength', 'maxLength', 'required', 'unique', 'regex'],
  text: ['default', 'minLength', 'maxLength', 'required', 'unique', 'regex'],
  richtext: ['required', 'minLength', 'maxLength', 'default'],
  blocks: ['required'],
  email: ['required', 'minLength', 'maxLength', 'default', 'unique'],
  password: ['required', 'minLength', 'maxLength'],
  integer: ['required', 'default', 'unique', 'min', 'max'],
  biginteger: NUMBER,
  float: NUMBER,
  decimal: NUMBER,
  date: MOMENT,
  time: MOMENT,
  datetime: MOMENT,
  timestamp: MOMENT,
  boolean: ['required', 'default'],
  json: ['required', 'default'],
  enumeration: ['required', 'default', 'enumName', 'enum'],
  uid: ['targetField', 'required', 'default', 'minLength', 'maxLength', 'options', 'regex'],
  media: ['multiple', 'required', 'allowedTypes'],
  component: ['component', 'repeatable', 'required', 'min', 'max'],
  dynamiczone: ['components', 'required', 'min', 'max'],
  customField: ['customField'],
};

const RELATION = [
  'type',
  'relation',
  'target',
  'configurable',
  'required',
  'private',
  'pluginOptions',
  'conditions',
];

/** Keys of a relation that say where its links are; they follow from the request. */
const SIDES = ['targetAttribute', 'inversedBy', 'mappedBy'];

/** Keys of requests that are never written. */
const REQUEST_ONLY = [
  'renamedFrom',
  'renamedValues',
  'incompatibleValues',
  'targetAttribute',
  'dominant',
];

/** Keys that belong to a type of values, and not to another one. */
const OF_TYPE = ['columnType'];

/**
 * Returns an attribute as it is written.
 * @param former The attribute in the schema file before the change, whose other keys are kept
 */
export function attributeJson(properties: RawRecord, former: RawRecord | undefined): RawRecord {
  if (properties['type'] === 'relation') return relationJson(properties, former);
  const isCustom = properties['type'] === 'customField';
  const known = [...FIRST, ...(BY_TYPE[stringOf(properties['type'])] ?? [])];
  // The options of a custom field are unknown: all keys that were sent are written, in their order.
  const keys = isCustom
    ? [...new Set([...known, ...Object.keys(without(properties, REQUEST_ONLY))])]
    : known;
  const isSameType = former?.['type'] === properties['type'];
  const knownKeys = new Set([...Object.values(BY_TYPE).flat(), ...FIRST, ...RELATION, ...SIDES]);
  const others = Object.entries(former ?? {}).filter(
    ([key]) => !knownKeys.has(key) && !keys.includes(key) && (isSameType || !OF_TYPE.includes(key)),
  );
  const isRelation = former?.['type'] === 'relation';
  return { ...picked(properties, keys), ...(isRelation ? {} : Object.fromEntries(others)) };
}

function relationJson(properties: RawRecord, former: RawRecord | undefined): RawRecord {
  if (stringOf(properties['relation']).startsWith('morph')) {
    return { ...former, ...without(properties, [...REQUEST_ONLY, 'target']) };
  }
  const isRelation = former?.['type'] === 'relation';
  const others = isRelation ? without(former, [...RELATION, ...SIDES]) : {};
  return { ...picked(properties, RELATION), ...others };
}

/** Keys that were sent, in order. `private` and `configurable` are written only if they matter. */
function picked(properties: RawRecord, keys: readonly string[]): RawRecord {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = properties[key];
      if (value === undefined || (value === null && key === 'conditions')) return [];
      if (key === 'private' && value !== true) return [];
      if (key === 'configurable' && value !== false) return [];
      return [[key, value]];
    }),
  );
}

function without(record: RawRecord, keys: readonly string[]): RawRecord {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
