// In charge of which attributes a text is searched in (`_q`): texts, and numbers where the text is one; nothing that a
// caller could not see (docs/strapi/differences.md, D4).
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

/** Names of the attributes of a model, beside its ids, in which a text, or a number, is looked for. */
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
