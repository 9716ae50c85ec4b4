// Content of a blog: each article has a draft and a published row, both with links and sections.
import { Random } from './random.mjs';
import { Rows } from './rows.mjs';

export const AUTHORS = 100;
const CATEGORIES = 20;

/**
 * Fills an empty database.
 * @param {import('better-sqlite3').Database} database
 * @param {number} articles number of articles
 */
export function seedBlog(database, articles) {
  const rows = new Rows(database);
  rows.files();
  for (let id = 1; id <= AUTHORS; id++) author(rows, id);
  for (let id = 1; id <= CATEGORIES; id++) category(rows, id);
  for (let number = 1; number <= articles; number++) article(rows, number);
}

/** @param {Rows} rows @param {number} id */
function author(rows, id) {
  const name = `Author ${id}`;
  const email = `author${id}@example.com`;
  const bio = rows.random.words(30);
  rows.insert('authors', { ...rows.system(id), name, email, bio });
  rows.media('api::author.author', id, { field: 'avatar' });
}

/** @param {Rows} rows @param {number} id */
function category(rows, id) {
  const names = { name: `Category ${id}`, slug: `category-${id}` };
  rows.insert('categories', { ...rows.system(id), ...names });
  rows.insert('categories_editor_lnk', { category_id: id, author_id: rows.pick(AUTHORS) });
}

/** @param {Rows} rows @param {number} number */
function article(rows, number) {
  const id = 2 * number - 1;
  const system = rows.system(id, number);
  const content = {
    title: rows.random.words(6),
    slug: `article-${number}`,
    summary: rows.random.words(25),
    body: rows.paragraphs(4),
    views: rows.random.below(10_000),
    featured: rows.random.below(2),
    released_on: rows.day(number),
  };
  const authorId = rows.pick(AUTHORS);
  const categoryId = rows.pick(CATEGORIES);
  for (const row of [{ id, published_at: null }, { id: id + 1 }]) {
    // The published row is a copy of the draft, so its links and components come from the same seed.
    rows.random = new Random(number);
    rows.insert('articles', { ...system, ...content, ...row });
    const link = { article_id: row.id, article_ord: number };
    rows.insert('articles_author_lnk', { ...link, author_id: authorId });
    rows.insert('articles_category_lnk', { ...link, category_id: categoryId });
    rows.media('api::article.article', row.id, { field: 'cover' });
    for (const [index, section] of sections(rows).entries()) {
      const slot = { owner: row.id, ...section, field: 'sections', order: index + 1 };
      rows.component('articles_cmps', slot);
    }
  }
}

/**
 * Inserts five components of different types, with images, links and nested components.
 * @param {Rows} rows
 */
function sections(rows) {
  const { random } = rows;
  const hero = rows.insert('components_sections_heroes', {
    heading: random.words(5),
    lead: random.words(15),
  });
  rows.media('sections.hero', hero, { field: 'background' });
  const text = rows.insert('components_sections_texts', { body: rows.paragraphs(2) });
  const quote = rows.insert('components_sections_quotes', { text: random.words(20) });
  const link = { quote_id: quote, author_id: rows.pick(AUTHORS) };
  rows.insert('components_sections_quotes_author_lnk', link);
  const gallery = rows.insert('components_sections_galleries', { title: random.words(3) });
  for (const order of [1, 2]) rows.media('sections.gallery', gallery, { field: 'images', order });
  const faq = rows.insert('components_sections_faqs', { heading: random.words(4) });
  for (const order of [1, 2]) {
    const row = { question: random.words(8), answer: random.words(20) };
    const id = rows.insert('components_shared_questions', row);
    const slot = { owner: faq, type: 'shared.question', id, field: 'questions', order };
    rows.component('components_sections_faqs_cmps', slot);
  }
  return [
    { type: 'sections.hero', id: hero },
    { type: 'sections.text', id: text },
    { type: 'sections.quote', id: quote },
    { type: 'sections.gallery', id: gallery },
    { type: 'sections.faq', id: faq },
  ];
}
