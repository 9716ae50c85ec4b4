// Workload `mega-menu`: one document with everything linked to it, requested sequentially, as in Payload's published
// comparison with Strapi and Directus.
import { seedMegaMenu } from '../seeds/mega-menu.mjs';

const POPULATE_ALL = [
  'populate[group][populate]=inner',
  'populate[columns][populate][links][populate][page][populate]=section',
  'populate[blocks][on][menu.teaser][populate][page][populate]=section',
  'populate[blocks][on][menu.list][populate][pages][populate]=section',
  'populate[pages][populate]=section',
].join('&');

/** @type {import('../reads.mjs').ReadWorkload} */
export const megaMenu = {
  name: 'mega-menu',
  size: 1,
  title: () => 'mega menu: one document with 174 relations and the relations of their targets',
  content: () => ({ project: 'mega-menu', seed: seedMegaMenu }),
  kinds() {
    const paths = [`/api/menus?${POPULATE_ALL}`];
    return [
      { name: 'one after the other', connections: 1, paths },
      { name: '10 connections', paths },
    ];
  },
};
