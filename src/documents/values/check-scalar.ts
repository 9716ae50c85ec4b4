// In charge of checking and casting one value of a scalar attribute, as it was sent, for what its column holds
// (docs/strapi/writing.md). A pure function: nothing is looked up.
import { isTooDeep } from '../../base/json.ts';
import type { ScalarAttribute, ScalarType } from '../../schema/types.ts';
import { checkBlocks } from './blocks/check-blocks.ts';
import { checkBiginteger } from './check-biginteger.ts';
import { checkBoolean, checkEnumeration } from './check-choice.ts';
import { checkJson } from './check-json.ts';
import { checkMoment } from './check-moment.ts';
import { checkNumber } from './check-number.ts';
import { checkText } from './check-text.ts';
import { limitsOf } from './scalar-limits.ts';
import { passed, refused, SKIPPED, type ScalarResult } from './scalar-result.ts';
import { DEPTH_FAULT } from './storable-json.ts';
import type { Subject } from './subject.ts';
import { typeError } from './type-error.ts';

export type { ScalarResult } from './scalar-result.ts';

export interface Rules {
  /** True on creation: a missing key counts (`required`). False: a missing key leaves the attribute as it is. */
  readonly complete: boolean;
  /**
   * True while a draft is written: required, min of numbers, minLength, regex, email format, uid pattern and unique are
   * not checked (docs/strapi/publishing.md, "Draft rules and publication rules").
   */
  readonly draft: boolean;
}

export interface ScalarPlace {
  readonly attribute: ScalarAttribute;
  /** As messages call it: `sizes[1].name`. */
  readonly label: string;
  readonly rules: Rules;
}

/**
 * Checks one value.
 * @param value Undefined where the key is missing and there is no default; else any JSON value
 * @returns What is stored and what is wrong; never throws for a value
 * @throws Error when the `regex` of the attribute is no regular expression
 */
export function checkScalar(place: ScalarPlace, value: unknown): ScalarResult {
  const { attribute, label, rules } = place;
  const limits = limitsOf(attribute);
  const required = limits.required && !rules.draft;
  if (value === undefined) {
    return required && rules.complete ? failed(`${label} must be defined.`) : SKIPPED;
  }
  if (value === null) return required ? refusedNull(place) : passed(null);
  const { type } = attribute;
  if (isTooDeep(value)) return failed(`${label} ${DEPTH_FAULT}`);
  return CHECKS[type](value, { type, label, draft: rules.draft, limits });
}

const CHECKS: Readonly<Record<ScalarType, (value: unknown, subject: Subject) => ScalarResult>> = {
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
  date: checkMoment,
  time: checkMoment,
  datetime: checkMoment,
  timestamp: checkMoment,
  json: checkJson,
  blocks: checkBlocks,
};

/** A failure without a value: there was none, or none that can be shown. */
function failed(message: string): ScalarResult {
  return { ...SKIPPED, failures: [{ path: [], message }] };
}

/** Types without casts of their own are not said to be wrong, but missing. */
function refusedNull({ attribute, label, rules }: ScalarPlace): ScalarResult {
  switch (attribute.type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return refused(NaN, [typeError(label, 'number', NaN)]);
    case 'blocks':
      return refused(null, [typeError(label, 'array', null)]);
    case 'biginteger':
    case 'boolean':
    case 'date':
    case 'time':
    case 'datetime':
    case 'timestamp':
    case 'json':
      return refused(null, [
        rules.complete ? `${label} must be defined.` : `${label} cannot be null.`,
      ]);
    case 'string':
    case 'text':
    case 'richtext':
    case 'email':
    case 'password':
    case 'uid':
    case 'enumeration':
      return refused(null, [typeError(label, 'string', null)]);
  }
}
