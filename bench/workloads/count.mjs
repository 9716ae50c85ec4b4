// In charge of the workload `count`: the first pages of types of a thousand to a million documents, with their total; with
// a filter, the total is that of one document in a hundred.
import { short } from '../table.mjs';
import { BATCHES, seedCount, TYPES } from '../seeds/count.mjs';

/** @typedef {import('../screen.mjs').Measured} Measured */

const PAGES = 20;

/** @param {number} size of the largest type */
const taken = (size) => TYPES.filter((each) => each.size <= size);

/** @type {import('../reads.mjs').ReadWorkload} */
export const count = {
  name: 'count',
  size: 1_000_000,
  title: (size) =>
    `count: list 25 of ${taken(size)
      .map(({ name }) => name)
      .join(', ')} documents, each with a draft and a published row; 10 connections`,
  content: (size) => ({ project: 'count', seed: (database) => seedCount(database, size) }),
  kinds({ size }) {
    const pages = Array.from({ length: PAGES }, (_, index) => index + 1);
    const kinds = ['', 'filtered'].flatMap((filter) =>
      taken(size).map(({ name, path }) => ({
        name: `${name}${filter && ', filtered'}`,
        paths: pages.map((page) =>
          filter
            ? `${path}?filters[batch][$eq]=${page % BATCHES}`
            : `${path}?pagination[page]=${page}`,
        ),
      })),
    );
    return kinds;
  },
  notes: growth,
};

/**
 * How much more the largest type costs than the smallest.
 * @param {readonly Measured[]} measured
 */
function growth(measured) {
  const groups = [false, true].map((filtered) =>
    measured.filter(({ name }) => name.endsWith('filtered') === filtered),
  );
  return groups.flatMap((group) => {
    const [first, last] = [group.at(0), group.at(-1)];
    if (!first || !last || first === last) return [];
    const told = [...first.row].flatMap(([contender, { rate }]) => {
      const then = last.row.get(contender)?.rate;
      if (then === undefined || contender.name === 'bare') return [];
      return [`${contender.label} ${short(rate / then)}`];
    });
    return [`growth from ${first.name} to ${last.name}: ${told.join(', ')}`];
  });
}
