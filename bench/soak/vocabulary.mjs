// Vocabulary of random requests: the types of a project with their attributes, and unusual values.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} Attribute
 * @property {string} type
 * @property {string} [target]
 * @property {string} [component]
 * @property {string[]} [components]
 * @property {string[]} [enum]
 * @property {boolean} [repeatable]
 * @property {boolean} [multiple]
 * @property {boolean} [required]
 */

/** @typedef {{ attributes: Readonly<Record<string, Attribute>> }} Model */
/** @typedef {Model & { path: string, isSingle: boolean }} ContentType */

/**
 * @typedef {object} Vocabulary
 * @property {readonly ContentType[]} types
 * @property {ReadonlyMap<string, Model>} models content-types and components by uid
 * @property {readonly string[]} ids existing documentIds and row ids
 */

/**
 * Reads the schemas of a project.
 * @param {string} project
 * @returns {Omit<Vocabulary, 'ids'>}
 */
export function readVocabulary(project) {
  const source = path.join(project, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .toSorted();
  /** @type {Map<string, Model>} */
  const models = new Map();
  /** @type {ContentType[]} */
  const types = [];
  for (const file of files) {
    const parts = file.split(path.sep);
    /** @type {{ kind?: string, info: { singularName: string, pluralName: string }, attributes: Model['attributes'] }} */
    const { kind, info, attributes } = JSON.parse(readFileSync(path.join(source, file), 'utf8'));
    if (parts[0] === 'components') {
      models.set(`${parts[1]}.${path.basename(file, '.json')}`, { attributes });
      continue;
    }
    const isSingle = kind === 'singleType';
    const type = { attributes, isSingle, path: isSingle ? info.singularName : info.pluralName };
    models.set(`api::${info.singularName}.${info.singularName}`, type);
    types.push(type);
  }
  return { types, models };
}

/** System attributes of all documents. @type {Readonly<Record<string, Attribute>>} */
export const SYSTEM = {
  id: { type: 'integer' },
  documentId: { type: 'string' },
  createdAt: { type: 'datetime' },
  publishedAt: { type: 'datetime' },
  locale: { type: 'string' },
  localizations: { type: 'relation' },
  createdBy: { type: 'relation', target: 'admin::user' },
};

export const OPERATORS = [
  '$eq $eqi $ne $nei $in $notIn $lt $lte $gt $gte $between $contains $notContains $containsi',
  '$notContainsi $startsWith $startsWithi $endsWith $endsWithi $null $notNull',
]
  .join(' ')
  .split(' ');

export const LONE_SURROGATE = '\ud800';

/** Values that must be rejected or ignored in any position. */
export const UNUSUAL_VALUES = [
  ...'__proto__ constructor prototype toString hasOwnProperty valueOf isPrototypeOf length'.split(
    ' ',
  ),
  ...'$and $or $not $foo $jsonSupersetOf $elemMatch id * on count populate filters null'.split(' '),
  ...'true 0 -1 1.5 1e400 NaN Infinity 9223372036854775808 2147483648 [] {} ][ . .. / \\'.split(
    ' ',
  ),
  '',
  ' ',
  '%',
  '_',
  '%00',
  "'",
  '"',
  "' OR 1=1 --",
  '\u0000',
  LONE_SURROGATE,
  'é',
  '\u202e',
  '🎉',
  '2026-02-30',
  '10:20',
  '2026-01-01T00:00:00.000Z',
  'a.b.c',
  'author.articles.author',
  'a'.repeat(300),
  'x'.repeat(6000),
  '%'.repeat(900),
  '🎉'.repeat(500),
];

/**
 * Returns a random element.
 * @template T
 * @param {import('../seeds/random.mjs').Random} random
 * @param {readonly T[]} list
 * @returns {T}
 */
export function pick(random, list) {
  const picked = list[random.below(list.length)];
  if (picked === undefined) throw new Error('Cannot pick from an empty list');
  return picked;
}

/**
 * Returns true with a probability.
 * @param {import('../seeds/random.mjs').Random} random
 * @param {number} share from 0 to 1
 */
export function chance(random, share) {
  return random.below(10_000) < share * 10_000;
}
