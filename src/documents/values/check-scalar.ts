// Checks and casts one value of a scalar attribute (docs/strapi/writing.md). A pure function without lookups.
import { isTooDeep } from '../../base/json.ts';
import type { ScalarAttribute, ScalarType } from '../../schema/types.ts';
import { checkBlocks } from './blocks/check-blocks.ts';
import { checkDateTime } from './check-date-time.ts';
import { checkBiginteger, checkNumber } from './check-number.ts';
import { checkText } from './check-text.ts';
import { limitsOf } from './scalar-limits.ts';
import {
  passed,
  rejected,
  type ScalarResult,
  SKIPPED,
  type ValueContext,
} from './scalar-result.ts';
import { DEPTH_FAULT, type Storable, storableJson } from './storable-json.ts';
import { typeError } from '../../base/type-error.ts';
import { castBoolean, castText, tryParseJson } from './casts.ts';

export interface Rules {
  /** True for a creation: `required` applies to missing keys. False for an update: a missing key means no change. */
  readonly complete: boolean;
  /**
   * True for a draft: required, min of numbers, minLength, regex, email format, uid pattern and unique are not checked
   * (docs/strapi/publishing.md, "Draft rules and publication rules").
   */
  readonly draft: boolean;
}

export interface ScalarCheck {
  readonly attribute: ScalarAttribute;
  /** The name in messages, such as `sizes[1].name`. */
  readonly label: string;
  readonly rules: Rules;
}

/**
 * Checks one value.
 * @param value Any JSON value; undefined for a missing key without a default
 * @returns the value to be stored and the failures
 * @throws Error if `regex` of the attribute is not a regular expression
 */
export function checkScalar(check: ScalarCheck, value: unknown): ScalarResult {
  const { attribute, label, rules } = check;
  const limits = limitsOf(attribute);
  const required = limits.required && !rules.draft;
  if (value === undefined) {
    return required && rules.complete ? failed(`${label} must be defined.`) : SKIPPED;
  }
  if (value === null) return required ? rejectedNull(check) : passed(null);
  const { type } = attribute;
  if (isTooDeep(value)) return failed(`${label} ${DEPTH_FAULT}`);
  return CHECKS[type](value, { type, label, draft: rules.draft, limits });
}

/** The checks of values that are not null and not nested too deeply. */
const CHECKS: Readonly<
  Record<ScalarType, (value: unknown, subject: ValueContext) => ScalarResult>
> = {
  string: checkText,
  text: checkText,
  richtext: checkText,
  email: checkText,
  password: checkText,
  uid: checkText,
  enumeration: checkEnumeration,
  integer: checkNumber,
  biginteger: checkBiginteger,
  float: checkNumber,
  decimal: checkNumber,
  boolean: checkBoolean,
  date: checkDateTime,
  time: checkDateTime,
  datetime: checkDateTime,
  timestamp: checkDateTime,
  json: checkJson,
  blocks: checkBlocks,
};

/** A failure without a value, because there was none or it cannot be printed. */
function failed(message: string): ScalarResult {
  return { ...SKIPPED, failures: [{ path: [], message }] };
}

/** The failure for null. For types without casts it is reported as missing instead of as the wrong type. */
function rejectedNull({ attribute, label, rules }: ScalarCheck): ScalarResult {
  switch (attribute.type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return rejected(NaN, [typeError(label, 'number', { value: NaN })]);
    case 'blocks':
      return rejected(null, [typeError(label, 'array', { value: null })]);
    case 'biginteger':
    case 'boolean':
    case 'date':
    case 'time':
    case 'datetime':
    case 'timestamp':
    case 'json':
      return rejected(null, [
        rules.complete ? `${label} must be defined.` : `${label} cannot be null.`,
      ]);
    case 'string':
    case 'text':
    case 'richtext':
    case 'email':
    case 'password':
    case 'uid':
    case 'enumeration':
      return rejected(null, [typeError(label, 'string', { value: null })]);
  }
}

function checkEnumeration(value: unknown, { label, limits }: ValueContext): ScalarResult {
  const text = castText(value);
  if (typeof text === 'string' && limits.values.includes(text)) return passed(text);
  // The list of Strapi ends with null, which prints as an empty string.
  const values = [...limits.values, ''].join(', ');
  const unlisted = `${label} must be one of the following values: ${values}`;
  return rejected(
    text,
    typeof text === 'string' ? [unlisted] : [typeError(label, 'string', { value: text }), unlisted],
  );
}

function checkBoolean(value: unknown, { label }: ValueContext): ScalarResult {
  const flag = castBoolean(value);
  return typeof flag === 'boolean'
    ? passed(flag)
    : rejected(value, [typeError(label, 'boolean', { value })]);
}

function checkJson(value: unknown, { label }: ValueContext): ScalarResult {
  const storable = typeof value === 'string' ? storableText(value) : storableJson(value);
  return storable.ok ? passed(storable.json) : rejected(value, [`${label} ${storable.fault}`]);
}

/** A string that contains JSON is parsed when it is read, on up to two levels, so its contents are checked as well. */
function storableText(text: string): Storable {
  const outer = tryParseJson(text);
  const inner = typeof outer === 'string' ? tryParseJson(outer) : undefined;
  for (const read of [outer, inner]) {
    const storable = read === undefined ? null : storableJson(read);
    if (storable && !storable.ok) return storable;
  }
  return storableJson(text);
}
