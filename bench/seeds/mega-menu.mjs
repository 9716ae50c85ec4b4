// Content of a mega menu: one document with 174 links to pages (100 in columns, 11 and 33 in blocks, 30 direct ones).
// Each page links to a section.
import { Rows } from './rows.mjs';

const PAGES = 30;
const COLUMNS = 10;
const LINKS = 10;
const BLOCKS = 11;
const PAGES_PER_BLOCK = 3;

/**
 * Fills an empty database.
 * @param {import('better-sqlite3').Database} database
 */
export function seedMegaMenu(database) {
  const rows = new Rows(database);
  const title = () => rows.random.words(4);
  for (let id = 1; id <= PAGES; id++) {
    rows.insert('sections', { ...rows.system(id), title: title() });
  }
  for (let id = 1; id <= PAGES; id++) {
    rows.insert('pages', { ...rows.system(id), title: title() });
    const link = { page_id: id, section_id: rows.pick(PAGES) };
    rows.insert('pages_section_lnk', link);
  }
  rows.insert('menus', { ...rows.system(1), title: 'Menu' });
  for (let page = 1; page <= PAGES; page++) {
    rows.insert('menus_pages_lnk', { menu_id: 1, page_id: page, page_ord: page });
  }
  group(rows);
  for (let order = 1; order <= COLUMNS; order++) column(rows, order);
  for (let order = 1; order <= BLOCKS; order++) teaser(rows, order);
  for (let order = BLOCKS + 1; order <= 2 * BLOCKS; order++) list(rows, order);
}

/** @param {Rows} rows */
function group(rows) {
  const id = rows.insert('components_menu_groups', { text: rows.random.words(4) });
  const inner = rows.insert('components_menu_inner_groups', { text: rows.random.words(4) });
  rows.component('menus_cmps', { owner: 1, type: 'menu.group', id, field: 'group' });
  const slot = { owner: id, type: 'menu.inner-group', id: inner, field: 'inner' };
  rows.component('components_menu_groups_cmps', slot);
}

/** @param {Rows} rows @param {number} order */
function column(rows, order) {
  const id = rows.insert('components_menu_columns', { text: rows.random.words(4) });
  rows.component('menus_cmps', { owner: 1, type: 'menu.column', id, field: 'columns', order });
  for (let at = 1; at <= LINKS; at++) {
    const link = rows.insert('components_menu_links', { text: rows.random.words(4) });
    const slot = { owner: id, type: 'menu.link', id: link, field: 'links', order: at };
    rows.component('components_menu_columns_cmps', slot);
    rows.insert('components_menu_links_page_lnk', { link_id: link, page_id: rows.pick(PAGES) });
  }
}

/** @param {Rows} rows @param {number} order */
function teaser(rows, order) {
  const id = rows.insert('components_menu_teasers', { text: rows.random.words(4) });
  rows.component('menus_cmps', { owner: 1, type: 'menu.teaser', id, field: 'blocks', order });
  rows.insert('components_menu_teasers_page_lnk', { teaser_id: id, page_id: rows.pick(PAGES) });
}

/** @param {Rows} rows @param {number} order */
function list(rows, order) {
  const id = rows.insert('components_menu_lists', { text: rows.random.words(4) });
  rows.component('menus_cmps', { owner: 1, type: 'menu.list', id, field: 'blocks', order });
  for (const [index, page] of rows.pickSome(PAGES_PER_BLOCK, PAGES).entries()) {
    const link = { list_id: id, page_id: page, page_ord: index + 1 };
    rows.insert('components_menu_lists_pages_lnk', link);
  }
}
