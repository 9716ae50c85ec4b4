// Rules of the legacy routes for the keys of an attribute, by its type.
import { stringOf } from '../../base/json.ts';
import { toRecord, type RawRecord } from '../../schema/raw.ts';
import { NAME } from './check-attribute.ts';

/** What the rules of an attribute depend on. */
export interface LegacyContext {
  /** All keys of the attribute. */
  readonly properties: RawRecord;
  /** All attributes of the model. */
  readonly attributes: RawRecord;
  /** Kinds of relations that the model may have. */
  readonly relations: readonly string[];
  /** Content-types that relations may have as their target. */
  readonly targets: readonly string[];
}

/** A broken rule: a message that follows the path of the value, or a whole message. */
export type LegacyProblem = string | { readonly message: string };

/** A rule of a key. */
export interface LegacyRule {
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any';
  readonly isNullable?: boolean;
  /** A text: the message for a missing value. */
  readonly isRequired?: boolean | string;
  /** Broken rules of a value of this type. */
  readonly problems?: (value: unknown, context: LegacyContext) => readonly LegacyProblem[];
  /** True: `problems` applies to values of other types as well. */
  readonly isForAllTypes?: boolean;
  /** Rule of the items of a list. */
  readonly items?: LegacyRule;
  /** Rules of the keys of an object. */
  readonly keys?: LegacyRules;
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

/** A maximum length with an upper limit, and not below `minLength`. */
function lengthUpTo(limit: number): LegacyRule {
  return {
    type: 'number',
    problems: (value, context) => [
      ...(length.problems?.(value, context) ?? []),
      ...(Number(value) <= limit ? [] : [`must be less than or equal to ${limit}`]),
      ...(Number(value) < Number(context.properties['minLength'])
        ? [{ message: 'maxLength must be greater or equal to minLength' }]
        : []),
    ],
  };
}

/** One of some texts, which depend on the attribute; null for any. */
function choice(
  rule: Omit<LegacyRule, 'type' | 'problems'>,
  values: (context: LegacyContext) => readonly string[] | null,
): LegacyRule {
  return {
    ...rule,
    type: 'string',
    isForAllTypes: true,
    problems: (value, context) => {
      const allowed = values(context);
      if (allowed === null || (typeof value === 'string' && allowed.includes(value))) return [];
      return [`must be one of the following values: ${[...new Set(allowed)].join(', ')}`];
    },
  };
}

const identifier: LegacyRule = {
  type: 'string',
  problems: (value) =>
    value === '' || NAME.test(stringOf(value))
      ? []
      : [`must match the following regex: ${String(NAME)}`],
};

const UID = /^[A-Za-z0-9-_.~]*$/;

const uidDefault: LegacyRule = {
  type: 'string',
  problems: (value, { properties: { targetField, regex } }) => {
    const isAlone = targetField === undefined || targetField === null;
    // An expression of the request is not run.
    const fits = value === '' || stringOf(regex ?? '') !== '' || UID.test(stringOf(value));
    return [
      ...(isAlone ? [] : [{ message: 'cannot define a default UID if the targetField is set' }]),
      ...(fits ? [] : [`must match the custom regex or the default one "${String(UID)}"`]),
    ];
  },
};

/** Two texts. */
const pair: LegacyRule = {
  type: 'array',
  items: text,
  problems: (value) => {
    const count = Array.isArray(value) ? value.length : 0;
    if (count === 2) return [];
    return [`field must have ${count < 2 ? 'at least' : 'less than or equal to'} 2 items`];
  },
};

/** Kinds of relations to administrators. */
const ADMIN_RELATIONS = 'oneToOne, oneToMany';

const relation: LegacyRule = {
  type: 'string',
  isRequired: true,
  problems: (value, { properties, relations }) => {
    const isOfAdmin = properties['target'] === 'admin::user';
    const isAllowed = relations.includes(stringOf(value));
    if (isAllowed && (!isOfAdmin || properties['targetAttribute'] === undefined)) return [];
    const kinds = isOfAdmin ? ADMIN_RELATIONS : relations.join(', ');
    return [{ message: `must be one of the following values: ${kinds}` }];
  },
};

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
    allowedTypes: {
      type: 'array',
      problems: atLeastOne,
      items: choice({}, () => ['images', 'videos', 'files', 'audios']),
    },
  },
  uid: {
    required: flag,
    targetField: choice({ isNullable: true }, ({ attributes }) =>
      Object.keys(attributes).filter((key) =>
        ['string', 'text'].includes(stringOf(toRecord(attributes[key])['type'])),
      ),
    ),
    default: uidDefault,
    minLength: length,
    maxLength: lengthUpTo(256),
    options: {
      type: 'object',
      keys: {
        separator: text,
        lowercase: flag,
        decamelize: flag,
        customReplacements: { type: 'array', items: pair },
        preserveLeadingUnderscore: flag,
      },
    },
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
      items: {
        ...name,
        problems: (value) => (/^\d/.test(stringOf(value)) ? ['should not start with number'] : []),
      },
      problems: (value) => [
        ...atLeastOne(value),
        ...(Array.isArray(value) && new Set<unknown>(value).size < value.length
          ? ['cannot contain duplicate values']
          : []),
      ],
    },
    default: choice({}, ({ properties }) => {
      const values: unknown = properties['enum'];
      return Array.isArray(values) ? values.map(stringOf) : null;
    }),
    enumName: identifier,
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
    components: {
      type: 'array',
      isRequired: 'must be an array',
      problems: atLeastOne,
      items: name,
    },
    min: number,
    max: number,
  },
  relation: { relation, required: flag },
};

/** Rules of a relation that names its target. */
const TARGET: LegacyRules = {
  target: choice({ isRequired: true }, ({ targets }) => targets),
  targetAttribute: { ...identifier, isNullable: true },
};
const WITH_TARGET = ['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany', 'morphOne', 'morphMany'];

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

const BY_TYPE: Readonly<Record<string, LegacyRules>> = Object.fromEntries(
  Object.entries(OWN).map(([type, rules]) => [type, { ...base, ...rules }]),
);

/** Returns the rules of an attribute by key, in the order in which they are reported. */
export function legacyRulesOf(properties: RawRecord): LegacyRules {
  const type = stringOf(properties['type']);
  const rules = Object.hasOwn(BY_TYPE, type) ? (BY_TYPE[type] ?? {}) : {};
  const hasTarget = type === 'relation' && WITH_TARGET.includes(stringOf(properties['relation']));
  return hasTarget ? { ...rules, ...TARGET } : rules;
}
