// Names derived from others in a request: slugs, and tables of components.
import slugify from '@sindresorhus/slugify';
import { MAX_NAME_LENGTH } from '../../base/limits.ts';

/** A name as part of a uid. */
export function slugOf(name: string): string {
  return slugify(cut(name));
}

/** A name as part of a table's name. */
export function tableNameOf(name: string): string {
  return slugify(cut(name), { separator: '_' });
}

/** Making a slug takes quadratic time. The rules reject longer names, but some slugs are made before. */
function cut(name: string): string {
  return name.slice(0, MAX_NAME_LENGTH);
}

/** Table of a new component. */
export function componentTable(category: string, displayName: string): string {
  return `components_${tableNameOf(category)}_${tableNameOf(pluralOf(displayName))}`;
}

/** English plurals that follow no rule, by the end of the singular. */
const IRREGULAR: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:news|information|equipment|media|money|series|species|sheep|fish|staff|software|hardware|feedback|advice|music|traffic|wildlife|progress|research)$/i,
    '$&',
  ],
  [/person$/i, 'people'],
  [/\bchild$/i, 'children'],
  [/\b(m|wom|gentlem|workm|salesm)an$/i, '$1en'],
  [/\bfoot$/i, 'feet'],
  [/\btooth$/i, 'teeth'],
  [/\bgoose$/i, 'geese'],
  [/\b(m|l)ouse$/i, '$1ice'],
  [/\bquiz$/i, 'quizzes'],
  [/(cod|vert|ind|append|matr)(?:ex|ix)$/i, '$1ices'],
  [/(agend|addend|dat|errat|strat|stadi|bacteri)um$/i, '$1a'],
  [/(criteri|phenomen)on$/i, '$1a'],
  [/sis$/i, 'ses'],
  [/(her|at|gr|ech|vet|torped)o$/i, '$1oes'],
  [/(alias|[^aou]us|gas|iris|t[lm]as)$/i, '$1es'],
  [/(?:([^f])fe|(ar|l|ea|eo|oa|hoo)f)$/i, '$1$2ves'],
  [/([^aeiou]|qu)y$/i, '$1ies'],
  [/(ss|x|ch|sh|zz)$/i, '$1es'],
];

/** Plural of an English word or phrase; one that ends with s stays. */
function pluralOf(text: string): string {
  const rule = IRREGULAR.find(([singular]) => singular.test(text));
  return rule ? text.replace(rule[0], rule[1]) : text.replace(/s?$/i, 's');
}
