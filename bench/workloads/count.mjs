// Workload `count`: lists with totals of types with 1,000 to 1,000,000 documents: first pages, pages after a write,
// pages with a selective filter, and deep pages.
import { formatNumber } from '../table.mjs';
import { BATCHES, documentIdOf, seedCount, TYPES } from '../seeds/count.mjs';

/** @typedef {import('../screen.mjs').Measured} Measured */
/** @typedef {import('../reads.mjs').Kind} Kind */
/** @typedef {import('../reads.mjs').Source} Source */
/** @typedef {(typeof TYPES)[number]} Type */

const PAGES = Array.from({ length: 20 }, (_, index) => index + 1);
const PAGE_SIZE = 25;

/** @param {number} size size of the largest type */
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
  async kinds(source) {
    const types = typesUpTo(source.size);
    const kinds = [
      ...types.map(firstPages),
      ...types.map(afterWrites),
      ...types.map(filtered),
      ...(await Promise.all(types.map((type) => deep(type, source)))),
    ];
    return kinds.map((kind) => ({ ...kind, group: kindOf(kind.name) }));
  },
  notes: growth,
};

/** @param {Type} type @returns {Kind} */
function firstPages({ name, path }) {
  return { name, paths: PAGES.map((page) => `${path}?pagination[page]=${page}`) };
}

/** First pages, each after an update of another document, which republishes it. @param {Type} type @returns {Kind} */
function afterWrites(type) {
  const writes = PAGES.map((page) => ({
    method: /** @type {const} */ ('PUT'),
    path: `${type.path}/${documentIdOf(type.size - page)}`,
    body: JSON.stringify({ data: { views: page } }),
  }));
  return { ...firstPages(type), name: `${type.name}, after writes`, writes };
}

/** @param {Type} type @returns {Kind} */
function filtered({ name, path }) {
  const paths = PAGES.map((page) => `${path}?filters[batch][$eq]=${page % BATCHES}`);
  return { name: `${name}, filtered`, paths };
}

/**
 * Pages from the middle of the list: by cursor, and by page number for Strapi, which has no cursors.
 * @param {Type} type
 * @param {Source} source
 * @returns {Promise<Kind>}
 */
async function deep({ name, path, size }, { server, headers }) {
  const offsets = PAGES.map((page) => size / 2 + (page - PAGES.length) * PAGE_SIZE);
  const list = `${path}?pagination[pageSize]=${PAGE_SIZE}`;
  const paths = offsets.map(async (offset) => {
    // Instead of paging there, gets the cursor with a filter; it is valid without the filter as well.
    const first = `${list}&filters[id][$gte]=${2 * offset}&pagination[after]=`;
    const { body } = await server.get(first, headers);
    /** @type {{ meta: { pagination: { after?: string } } }} */
    const { meta } = JSON.parse(body);
    return `${list}&pagination[after]=${meta.pagination.after}`;
  });
  const numbers = offsets.map((offset) => `${list}&pagination[page]=${1 + offset / PAGE_SIZE}`);
  return { name: `${name}, deep`, paths: await Promise.all(paths), strapiPaths: numbers };
}

/**
 * CPU time for the largest type relative to the smallest.
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
      return [`${contender.label} ${formatNumber(costOf(large) / costOf(small))}`];
    });
    return [`growth of CPU ms from ${first.name} to ${last.name}: ${lines.join(', ')}`];
  });
}

/**
 * CPU time per response in milliseconds.
 * @param {import('../measure.mjs').Figures} figures
 */
function costOf({ own, database }) {
  return own + database;
}

/** The part of a name after the size. @param {string} name */
function kindOf(name) {
  return name.split(', ')[1] ?? '';
}
