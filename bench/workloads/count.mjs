// Workload `count`: lists with totals of types with a thousand to a million documents: first pages, pages after a
// write, pages with a selective filter, and deep pages.
import { short } from '../table.mjs';
import { BATCHES, documentIdOf, seedCount, TYPES } from '../seeds/count.mjs';

/** @typedef {import('../screen.mjs').Measured} Measured */
/** @typedef {import('../reads.mjs').Kind} Kind */
/** @typedef {import('../reads.mjs').Asked} Asked */
/** @typedef {(typeof TYPES)[number]} Type */

const PAGES = Array.from({ length: 20 }, (_, index) => index + 1);
const PAGE_SIZE = 25;

/** @param {number} size of the largest type */
const typesUpTo = (size) => TYPES.filter((each) => each.size <= size);

/** @type {import('../reads.mjs').ReadWorkload} */
export const count = {
  name: 'count',
  size: 1_000_000,
  title: (size) =>
    `count: list ${PAGE_SIZE} of ${typesUpTo(size)
      .map(({ name }) => name)
      .join(', ')} documents, each with a draft and a published row; 10 connections`,
  content: (size) => ({ project: 'count', seed: (database) => seedCount(database, size) }),
  async kinds(asked) {
    const types = typesUpTo(asked.size);
    const kinds = [
      ...types.map(listed),
      ...types.map(afterWrites),
      ...types.map(filtered),
      ...(await Promise.all(types.map((type) => deep(type, asked)))),
    ];
    return kinds.map((kind) => ({ ...kind, among: kindOf(kind.name) }));
  },
  notes: growth,
};

/** @param {Type} type @returns {Kind} */
function listed({ name, path }) {
  return { name, paths: PAGES.map((page) => `${path}?pagination[page]=${page}`) };
}

/** Each page after a value of another document has changed, which republishes it. @param {Type} type @returns {Kind} */
function afterWrites(type) {
  const between = PAGES.map((page) => ({
    method: /** @type {const} */ ('PUT'),
    path: `${type.path}/${documentIdOf(type.size - page)}`,
    body: JSON.stringify({ data: { views: page } }),
  }));
  return { ...listed(type), name: `${type.name}, after writes`, between };
}

/** @param {Type} type @returns {Kind} */
function filtered({ name, path }) {
  const paths = PAGES.map((page) => `${path}?filters[batch][$eq]=${page % BATCHES}`);
  return { name: `${name}, filtered`, paths };
}

/**
 * Pages in the middle of the list: by a cursor, and by their numbers where there is no such thing.
 * @param {Type} type
 * @param {Asked} asked
 * @returns {Promise<Kind>}
 */
async function deep({ name, path, size }, { server, headers }) {
  const places = PAGES.map((page) => size / 2 + (page - PAGES.length) * PAGE_SIZE);
  const list = `${path}?pagination[pageSize]=${PAGE_SIZE}`;
  const paths = places.map(async (place) => {
    // Nobody walks there: a cursor that was got with a filter is good without it.
    const from = `${list}&filters[id][$gte]=${2 * place}&pagination[after]=`;
    const { body } = await server.answer(from, headers);
    /** @type {{ meta: { pagination: { after?: string } } }} */
    const { meta } = JSON.parse(body);
    return `${list}&pagination[after]=${meta.pagination.after}`;
  });
  const numbers = places.map((place) => `${list}&pagination[page]=${1 + place / PAGE_SIZE}`);
  return { name: `${name}, deep`, paths: await Promise.all(paths), elsewhere: numbers };
}

/**
 * How much more the largest type costs than the smallest.
 * @param {readonly Measured[]} measured
 */
function growth(measured) {
  const kinds = new Set(measured.map(({ name }) => kindOf(name)));
  return [...kinds].flatMap((kind) => {
    const group = measured.filter(({ name }) => kindOf(name) === kind);
    const [first, last] = [group.at(0), group.at(-1)];
    if (!first || !last || first === last) return [];
    const lines = [...first.row].flatMap(([contender, small]) => {
      const large = last.row.get(contender);
      if (!large || contender.name === 'bare') return [];
      return [`${contender.label} ${short(costOf(large) / costOf(small))}`];
    });
    return [`growth of CPU ms from ${first.name} to ${last.name}: ${lines.join(', ')}`];
  });
}

/**
 * Milliseconds of a processor that an answer took.
 * @param {import('../measure.mjs').Figures} figures
 */
function costOf({ own, database }) {
  return own + database;
}

/** The part of a name after the size. @param {string} name */
function kindOf(name) {
  return name.split(', ')[1] ?? '';
}
