// Rules of the legacy routes for the keys of an attribute, by its type.
import { stringOf } from '../../base/json.ts';

/** A rule of a key. */
export interface LegacyRule {
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any';
  readonly isNullable?: boolean;
  readonly isRequired?: boolean;
  /** Message for an invalid value of this type. */
  readonly problems?: (value: unknown) => readonly string[];
}

type LegacyRules = Readonly<Record<string, LegacyRule>>;

const flag: LegacyRule = { type: 'boolean' };
const text: LegacyRule = { type: 'string' };
const number: LegacyRule = { type: 'number' };
const name: LegacyRule = { type: 'string', isRequired: true };

const integer: LegacyRule = {
  type: 'number',
  problems: (value) => (Number.isInteger(value) ? [] : ['must be an integer']),
};

const length: LegacyRule = {
  type: 'number',
  problems: (value) => [
    ...(Number.isInteger(value) ? [] : ['must be an integer']),
    ...(Number(value) > 0 ? [] : ['must be a positive number']),
  ],
};

/** A length with an upper limit. */
function lengthUpTo(limit: number): LegacyRule {
  return {
    type: 'number',
    problems: (value) => [
      ...(length.problems?.(value) ?? []),
      ...(Number(value) <= limit ? [] : [`must be less than or equal to ${limit}`]),
    ],
  };
}

const digits: LegacyRule = {
  type: 'string',
  isNullable: true,
  problems: (value) =>
    /^\d*$/.test(stringOf(value)) ? [] : [String.raw`must match the following: "/^\d*$/"`],
};

const base: LegacyRules = {
  configurable: { type: 'boolean', isNullable: true },
  private: { type: 'boolean', isNullable: true },
  pluginOptions: { type: 'object' },
};

const lengths: LegacyRules = { minLength: length, maxLength: length };
const textRules: LegacyRules = { default: text, required: flag, unique: flag };
const fraction: LegacyRules = {
  default: number,
  required: flag,
  unique: flag,
  min: number,
  max: number,
};

const OWN: Readonly<Record<string, LegacyRules>> = {
  media: {
    multiple: flag,
    required: flag,
    allowedTypes: { type: 'array', problems: atLeastOne },
  },
  uid: {
    required: flag,
    targetField: { type: 'string', isNullable: true },
    default: text,
    minLength: length,
    maxLength: lengthUpTo(256),
    options: { type: 'object' },
    regex: text,
  },
  string: { ...textRules, minLength: length, maxLength: lengthUpTo(255), regex: text },
  text: { ...textRules, ...lengths, regex: text },
  richtext: { default: text, required: flag, ...lengths },
  blocks: { required: flag },
  json: { default: { type: 'any', problems: json }, required: flag },
  enumeration: {
    enum: {
      type: 'array',
      isRequired: true,
      problems: (value) => [
        ...atLeastOne(value),
        ...(Array.isArray(value) && new Set<unknown>(value).size < value.length
          ? ['cannot contain duplicate values']
          : []),
      ],
    },
    default: text,
    enumName: text,
    required: flag,
  },
  password: { required: flag, ...lengths },
  email: {
    default: {
      type: 'string',
      problems: (value) =>
        /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(stringOf(value)) ? [] : ['must be a valid email'],
    },
    required: flag,
    unique: flag,
    ...lengths,
  },
  integer: { default: integer, required: flag, unique: flag, min: integer, max: integer },
  biginteger: { default: digits, required: flag, unique: flag, min: digits, max: digits },
  float: fraction,
  decimal: fraction,
  time: textRules,
  date: textRules,
  datetime: textRules,
  boolean: { default: { type: 'boolean', isNullable: true }, required: flag },
  component: { required: flag, repeatable: flag, component: name, min: number, max: number },
  dynamiczone: {
    required: flag,
    components: { type: 'array', problems: atLeastOne },
    min: number,
    max: number,
  },
  relation: { relation: name, required: flag },
};

function json(value: unknown): readonly string[] {
  if (typeof value !== 'string') return [];
  try {
    JSON.parse(value);
    return [];
  } catch {
    return ['is not a valid JSON'];
  }
}

function atLeastOne(value: unknown): readonly string[] {
  return Array.isArray(value) && value.length === 0 ? ['field must have at least 1 items'] : [];
}

/** Rules by the type of an attribute and key, in the order in which they are reported. */
export const LEGACY_ATTRIBUTES: Readonly<Record<string, LegacyRules>> = Object.fromEntries(
  Object.entries(OWN).map(([type, rules]) => [type, { ...base, ...rules }]),
);
