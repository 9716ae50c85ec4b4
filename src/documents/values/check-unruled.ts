// In charge of values whose rules do not count, because the attribute is not visible: what its column holds is stored,
// and nothing else (docs/strapi/writing.md, "Options"; D2 and D14).
import type { ScalarAttribute, ScalarType } from '../../schema/types.ts';
import { castText } from './casts.ts';
import { checkScalar, type ScalarPlace, type ScalarResult } from './check-scalar.ts';

/** Checks one value as `checkScalar` does, but by the type of its column alone. Numbers and booleans pass for texts. */
export function checkUnruled(
  { attribute, label, rules }: ScalarPlace,
  value: unknown,
): ScalarResult {
  const bare = withoutRules(attribute);
  const given = TEXTS.has(bare.type) ? castText(value) : value;
  return checkScalar({ attribute: bare, label, rules: { ...rules, draft: true } }, given);
}

const TEXTS: ReadonlySet<ScalarType> = new Set(['string', 'text', 'richtext', 'password']);

/** Types that are rules themselves, and what is stored of them. */
const STORED_AS: Readonly<Partial<Record<ScalarType, ScalarType>>> = {
  email: 'string',
  uid: 'string',
  enumeration: 'string',
  blocks: 'json',
};

const known = new WeakMap<ScalarAttribute, ScalarAttribute>();

function withoutRules(attribute: ScalarAttribute): ScalarAttribute {
  const found = known.get(attribute);
  if (found) return found;
  const bare = { ...attribute, type: STORED_AS[attribute.type] ?? attribute.type, raw: {} };
  known.set(attribute, bare);
  return bare;
}
