// Rules of the attributes in a request that changes content-types (docs/strapi/model-changes.md, "Requests").
import { stringOf } from '../../base/json.ts';
import { isRecord, type RawRecord } from '../../schema/raw.ts';
import { ModelChangeError } from '../errors.ts';
import {
  all,
  isBoolean,
  isInteger,
  isNumber,
  isObject,
  isPositive,
  isShort,
  isText,
  listOf,
  matching,
  nullish,
  oneOf,
  optional,
  Problems,
  type Check,
  type KeyChecks,
} from './problems.ts';

/** The model that has an attribute. */
export type AttributeOwner = 'collectionType' | 'singleType' | 'component';

/** Form of an attribute's name. */
export const NAME: RegExp = /^[A-Za-z][_0-9A-Za-z]*$/;

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

const conditions: Check = (value) =>
  isRecord(value) &&
  isRecord(value['visible']) &&
  Object.values(value['visible']).every((each) => Array.isArray(each));

const isJson: Check = (value) => {
  if (typeof value !== 'string') return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return 'Invalid input';
  }
};

const BASE: KeyChecks = {
  configurable: nullish(isBoolean),
  private: nullish(isBoolean),
  searchable: optional(isBoolean),
  pluginOptions: optional(isObject),
  conditions: optional(conditions),
};

const flag = optional(isBoolean);
const length = optional(isPositive);
const number = optional(isNumber);
const integer = optional(isInteger);
const digits = nullish(matching(/^\d*$/));
const lengths: KeyChecks = { minLength: length, maxLength: length };

/** An expression that cannot be compiled is reported before all other problems. */
const expression: Check = (value) => {
  if (typeof value !== 'string') return value === undefined;
  try {
    return new RegExp(value) instanceof RegExp;
  } catch (error) {
    throw new ModelChangeError(error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
};

const text: KeyChecks = {
  default: nullish(isText),
  ...lengths,
  required: flag,
  unique: flag,
  regex: expression,
};
const fraction: KeyChecks = {
  required: flag,
  unique: flag,
  default: number,
  min: number,
  max: number,
};
const dateRules: KeyChecks = { required: flag, unique: flag, default: optional(isText) };

const enumeration: Check = all(
  listOf((value) => typeof value === 'string' && (!/^\d/.test(value) || 'Invalid input')),
  (value) =>
    !Array.isArray(value) || new Set<unknown>(value).size === value.length || 'Invalid input',
);

const replacements: Check = (value) => {
  if (!Array.isArray(value)) return false;
  const isPair = (each: unknown): boolean =>
    Array.isArray(each) && each.every((item) => typeof item === 'string');
  if (!value.every(isPair)) return false;
  const wrong = value.find((each) => Array.isArray(each) && each.length !== 2);
  if (!Array.isArray(wrong)) return true;
  return `Too ${wrong.length < 2 ? 'small: expected array to have >=' : 'big: expected array to have <='}2 items`;
};

const uidOptions: Check = (value) => {
  if (!isRecord(value)) return false;
  const problems = new Problems();
  problems.addKeys(value, {
    separator: optional(isText),
    lowercase: flag,
    decamelize: flag,
    customReplacements: optional(replacements),
    preserveLeadingUnderscore: flag,
  });
  return problems.isFatal ? false : (problems.messages[0] ?? true);
};

const BY_TYPE: Readonly<Record<string, KeyChecks>> = {
  string: text,
  text,
  richtext: { required: flag, ...lengths, default: optional(isText) },
  blocks: { required: flag },
  json: { required: flag, default: isJson },
  enumeration: {
    required: flag,
    default: optional(isText),
    enumName: optional(
      (value) =>
        typeof value === 'string' && (value === '' || NAME.test(value) || 'Invalid enum name'),
    ),
    enum: enumeration,
  },
  password: { required: flag, ...lengths },
  email: {
    required: flag,
    ...lengths,
    default: optional(matching(EMAIL, 'Invalid email address')),
    unique: flag,
  },
  integer: { required: flag, default: integer, unique: flag, min: integer, max: integer },
  biginteger: { required: flag, unique: flag, default: digits, min: digits, max: digits },
  float: fraction,
  decimal: fraction,
  time: dateRules,
  date: dateRules,
  datetime: dateRules,
  timestamp: {},
  boolean: { required: flag, default: flag },
  component: { component: isText, repeatable: flag, required: flag, min: number, max: number },
  media: {
    multiple: flag,
    required: flag,
    allowedTypes: optional(listOf(oneOf('images', 'videos', 'files', 'audios'))),
  },
  customField: { customField: isText },
};

const OF_TYPES: Readonly<Record<string, KeyChecks>> = {
  uid: {
    targetField: nullish(isText),
    required: flag,
    default: nullish(isText),
    ...lengths,
    options: optional(uidOptions),
    regex: expression,
  },
  dynamiczone: { components: listOf(isText), required: flag, min: number, max: number },
};

const TO_ONE_OR_MANY = ['oneToOne', 'oneToMany'];
const MORPHS = ['morphOne', 'morphMany', 'morphToOne', 'morphToMany'];
const RELATIONS: Readonly<Record<AttributeOwner, readonly string[]>> = {
  component: TO_ONE_OR_MANY,
  singleType: [...TO_ONE_OR_MANY, ...MORPHS],
  collectionType: [...TO_ONE_OR_MANY, 'manyToOne', 'manyToMany', ...MORPHS],
};

/** Checks the properties of an attribute. @throws ModelChangeError for an invalid regular expression */
export function checkAttribute(properties: RawRecord, owner: AttributeOwner): Problems {
  const problems = new Problems();
  const keys = keysOf(properties, owner);
  if (keys === null) problems.add(false);
  else problems.addKeys(properties, { ...BASE, ...keys });
  // Strapi tries the rules of a text on every attribute, except on valid media.
  const isMedia = properties['type'] === 'media' && problems.messages.length === 0;
  if (problems.isFatal || !isMedia) expression(properties['regex']);
  if (problems.isFatal) return problems;
  checkTogether(properties, owner, problems);
  return problems;
}

/** Checks of a type's own keys, or null if the model cannot have such an attribute. */
function keysOf(properties: RawRecord, owner: AttributeOwner): KeyChecks | null {
  const type = stringOf(properties['type']);
  if (type === 'relation') return relationKeys(properties, owner);
  const table = owner === 'component' ? BY_TYPE : { ...BY_TYPE, ...OF_TYPES };
  return Object.hasOwn(table, type) ? (table[type] ?? null) : null;
}

function relationKeys(properties: RawRecord, owner: AttributeOwner): KeyChecks | null {
  const relation = stringOf(properties['relation']);
  if (!RELATIONS[owner].includes(relation)) return null;
  if (relation.startsWith('morphTo')) return { required: flag };
  const other = owner === 'component' ? {} : { targetAttribute: nullish(all(isText, isShort)) };
  return { required: flag, target: isText, ...other };
}

/** Rules of several keys. */
function checkTogether(properties: RawRecord, owner: AttributeOwner, problems: Problems): void {
  const { type, default: byDefault, min, max, minLength, maxLength } = properties;
  const values: unknown = properties['enum'];
  if (type === 'enumeration' && typeof byDefault === 'string' && Array.isArray(values)) {
    const isOne = byDefault !== '' && values.includes(byDefault);
    problems.add(isOne || 'Default value must be one of the enum values');
  }
  if (type === 'relation') problems.add(isAllowedTarget(properties, owner));
  if (type === 'uid' && typeof properties['targetField'] === 'string') {
    const isAlone = typeof byDefault !== 'string';
    problems.add(isAlone || 'Cannot define a default UID if the targetField is set');
  }
  if (typeof min === 'number' && typeof max === 'number') {
    problems.add(max >= min || 'max must be greater or equal to min');
  }
  if (typeof minLength === 'number' && typeof maxLength === 'number') {
    problems.add(maxLength >= minLength || 'maxLength must be greater or equal to minLength');
  }
}

function isAllowedTarget(
  { target, relation, targetAttribute }: RawRecord,
  owner: AttributeOwner,
): true | string {
  if (target !== 'admin::user') return true;
  const isTwoWay = owner !== 'component' && targetAttribute !== undefined;
  if (TO_ONE_OR_MANY.includes(stringOf(relation)) && !isTwoWay) return true;
  return `Relations to admin::user must be one of the following values: ${TO_ONE_OR_MANY.join(', ')} without targetAttribute`;
}
