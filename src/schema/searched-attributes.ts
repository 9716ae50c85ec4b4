// Attributes that `_q` searches: texts, and numbers if the search term is one; none that the caller cannot see
// (docs/strapi/differences.md, D4).
import type { Model, ScalarType } from './types.ts';

const TEXTS: ReadonlySet<ScalarType> = new Set([
  'string',
  'text',
  'uid',
  'email',
  'enumeration',
  'richtext',
]);
const NUMBERS: ReadonlySet<ScalarType> = new Set(['integer', 'biginteger', 'float', 'decimal']);

/** Names of the attributes, besides ids, that are searched for a text or a number. */
export function searchedAttributes(model: Model, what: 'text' | 'number'): readonly string[] {
  return [...model.attributes.values()]
    .filter(
      (attribute) =>
        attribute.kind === 'scalar' &&
        attribute.searchable &&
        !attribute.private &&
        (TEXTS.has(attribute.type) || (what === 'number' && NUMBERS.has(attribute.type))),
    )
    .map(({ name }) => name);
}
