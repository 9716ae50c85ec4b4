// Checks values of attributes that are not visible: only the type of the column applies (docs/strapi/writing.md, "Options"; D2
// and D14).
import type { ScalarAttribute, ScalarType } from '../../schema/types.ts';
import { castText } from './casts.ts';
import { checkScalar, type ScalarCheck } from './check-scalar.ts';
import type { ScalarResult } from './scalar-result.ts';

/** Checks one value like `checkScalar`, but only by the type of its column. Texts accept numbers and booleans. */
export function checkWithoutRules(
  { attribute, label, rules }: ScalarCheck,
  value: unknown,
): ScalarResult {
  const bare = withoutRules(attribute);
  const cast = TEXTS.has(bare.type) ? castText(value) : value;
  return checkScalar({ attribute: bare, label, rules: { ...rules, draft: true } }, cast);
}

const TEXTS: ReadonlySet<ScalarType> = new Set(['string', 'text', 'richtext', 'password']);

/** Types with their own rules, and the types as which they are stored. */
const STORED_AS: Readonly<Partial<Record<ScalarType, ScalarType>>> = {
  email: 'string',
  uid: 'string',
  enumeration: 'string',
  blocks: 'json',
};

const cache = new WeakMap<ScalarAttribute, ScalarAttribute>();

function withoutRules(attribute: ScalarAttribute): ScalarAttribute {
  const found = cache.get(attribute);
  if (found) return found;
  const bare = { ...attribute, type: STORED_AS[attribute.type] ?? attribute.type, raw: {} };
  cache.set(attribute, bare);
  return bare;
}
