// In charge of json: any value that databases can hold (docs/strapi/writing.md, "Attribute values"; D2).
import { readJson } from './casts.ts';
import { passed, refused, type ScalarResult } from './scalar-result.ts';
import { storableJson, type Storable } from './storable-json.ts';
import type { Subject } from './subject.ts';

/** Checks a value that is not null, and not too deep. */
export function checkJson(value: unknown, { label }: Subject): ScalarResult {
  const storable = typeof value === 'string' ? storableText(value) : storableJson(value);
  return storable.ok ? passed(storable.json) : refused(value, [`${label} ${storable.fault}`]);
}

/** A text that is JSON comes back as what it says, so that is looked at too; Strapi reads up to two levels. */
function storableText(text: string): Storable {
  const outer = readJson(text);
  const inner = typeof outer === 'string' ? readJson(outer) : undefined;
  for (const read of [outer, inner]) {
    const storable = read === undefined ? null : storableJson(read);
    if (storable && !storable.ok) return storable;
  }
  return storableJson(text);
}
