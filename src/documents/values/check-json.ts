// Checks json: any value that databases can store (docs/strapi/writing.md, "Attribute values"; D2).
import { tryParseJson } from './casts.ts';
import { passed, rejected, type ScalarResult, type ValueContext } from './scalar-result.ts';
import { storableJson, type Storable } from './storable-json.ts';

/** Checks a value that is not null and not nested too deeply. */
export function checkJson(value: unknown, { label }: ValueContext): ScalarResult {
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
