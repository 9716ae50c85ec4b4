// Workload `kitchensink`: lists of documents with an attribute of every type, populated one level deep, as in a
// published benchmark of Strapi.
import { seedKitchensink } from '../seeds/kitchensink.mjs';

const PAGE_SIZES = [10, 25, 100];

/** @type {import('../reads.mjs').ReadWorkload} */
export const kitchensink = {
  name: 'kitchensink',
  size: 1000,
  title: (size) =>
    `kitchensink: ${size.toLocaleString('en')} documents, each with 15 scalars, JSON, components, a zone, media and 6 relations; populate=*, 10 connections`,
  content: (size) => ({
    project: 'kitchensink',
    seed: (database) => seedKitchensink(database, size),
  }),
  kinds({ size }) {
    const kinds = PAGE_SIZES.map((pageSize) => {
      const pages = Math.max(1, Math.floor(size / pageSize));
      const paths = Array.from(
        { length: Math.min(20, pages) },
        (_, index) =>
          `/api/sinks?populate=*&pagination[page]=${index + 1}&pagination[pageSize]=${pageSize}`,
      );
      return { name: `pages of ${pageSize}`, paths };
    });
    return kinds;
  },
};
