// Content of the kitchensink workload: documents with an attribute of every type, each with a draft and a published
// row.
import { Random } from './random.mjs';
import { Rows } from './rows.mjs';

const CATEGORIES = 20;
const TAGS = 50;
const SHAPES = ['round', 'square', 'oval'];

/** Number of remarks, links, zone components and images of each document. */
const EACH = 3;

/**
 * Fills an empty database.
 * @param {import('better-sqlite3').Database} database
 * @param {number} size number of documents
 */
export function seedKitchensink(database, size) {
  const rows = new Rows(database);
  rows.files();
  for (let id = 1; id <= CATEGORIES; id++) {
    rows.insert('categories', { ...rows.system(id), name: `Category ${id}` });
  }
  for (let id = 1; id <= TAGS; id++) rows.insert('tags', { ...rows.system(id), name: `Tag ${id}` });
  for (let number = 1; number <= size; number++) {
    const [name, bio] = [`Maker ${number}`, rows.random.words(20)];
    rows.insert('makers', { ...rows.system(number), name, bio });
    for (let at = 1; at <= EACH; at++) {
      const id = (number - 1) * EACH + at;
      rows.insert('remarks', { ...rows.system(id), text: rows.random.words(12) });
    }
    sink(rows, number);
  }
}

/** @param {Rows} rows @param {number} number */
function sink(rows, number) {
  const draft = 2 * number - 1;
  const system = rows.system(draft, number);
  const content = scalars(rows, number);
  for (const row of [{ id: draft, published_at: null }, { id: draft + 1 }]) {
    // The published row is a copy of the draft, so its links and components come from the same seed.
    rows.random = new Random(number);
    rows.insert('sinks', { ...system, ...content, ...row });
    links(rows, row.id, number);
    components(rows, row.id);
    rows.media('api::sink.sink', row.id, { field: 'cover' });
    for (let order = 1; order <= EACH; order++) {
      rows.media('api::sink.sink', row.id, { field: 'gallery', order });
    }
  }
}

/** @param {Rows} rows @param {number} number */
function scalars(rows, number) {
  const { random } = rows;
  return {
    title: random.words(6),
    code: `S-${number}`,
    lead: random.words(25),
    body: rows.paragraphs(3),
    slug: `sink-${number}`,
    contact: `sink${number}@example.com`,
    shape: SHAPES[random.below(SHAPES.length)] ?? null,
    amount: random.below(10_000),
    serial: 1_000_000_000_000 + number,
    weight: random.below(1000) + 0.5,
    price: random.below(100) + 0.25,
    active: random.below(2),
    made_on: rows.day(number),
    opens_at: '08:30:00.125',
    sold_at: Date.UTC(2026, 0, 1) + number * 1000,
    details: JSON.stringify({
      color: random.words(1),
      sizes: [1, 2, 3],
      maker: { name: random.words(2), since: 1990 },
    }),
  };
}

/** @param {Rows} rows @param {number} id @param {number} number */
function links(rows, id, number) {
  const owner = { sink_id: id };
  rows.insert('sinks_maker_lnk', { ...owner, maker_id: number });
  const category_id = rows.pick(CATEGORIES);
  rows.insert('sinks_category_lnk', { ...owner, category_id, sink_ord: number });
  rows.insert('sinks_main_tag_lnk', { ...owner, tag_id: rows.pick(TAGS) });
  for (const [index, tag_id] of rows.pickSome(EACH, TAGS).entries()) {
    rows.insert('sinks_tags_lnk', { ...owner, tag_id, tag_ord: index + 1, sink_ord: number });
  }
  for (const [index, tag_id] of rows.pickSome(EACH, TAGS).entries()) {
    rows.insert('sinks_more_tags_lnk', { ...owner, tag_id, tag_ord: index + 1 });
  }
  for (let at = 1; at <= EACH; at++) {
    const remark_id = (number - 1) * EACH + at;
    rows.insert('remarks_sink_lnk', { ...owner, remark_id, remark_ord: at });
  }
}

/** @param {Rows} rows @param {number} owner */
function components(rows, owner) {
  const { random } = rows;
  const slot = (
    /** @type {string} */ type,
    /** @type {number} */ id,
    /** @type {string} */ field,
  ) => ({ owner, type, id, field });
  const seo = { title: random.words(4), description: random.words(15) };
  const id = rows.insert('components_parts_seos', seo);
  rows.component('sinks_cmps', slot('parts.seo', id, 'seo'));
  rows.media('parts.seo', id, { field: 'image' });
  for (let order = 1; order <= EACH; order++) {
    const link = { label: random.words(2), address: `https://example.com/${order}` };
    const linkId = rows.insert('components_parts_links', link);
    rows.component('sinks_cmps', { ...slot('parts.link', linkId, 'links'), order });
    const text = rows.insert('components_parts_texts', { body: rows.paragraphs(1) });
    const first = { ...slot('parts.text', text, 'zone'), order: 2 * order - 1 };
    rows.component('sinks_cmps', first);
    const picture = rows.insert('components_parts_pictures', { caption: random.words(5) });
    rows.component('sinks_cmps', { ...slot('parts.picture', picture, 'zone'), order: 2 * order });
    rows.media('parts.picture', picture, { field: 'file' });
  }
}
