// In charge of the content of a benchmark: rows as Strapi 5 keeps them, written straight to the tables that the
// server laid out. Every article has a draft and a published row, each with links and sections of its own.
import BetterSqlite from 'better-sqlite3';
import { Random } from './random.mjs';

/** @typedef {string | number | null} Value */

const AUTHORS = 100;
const CATEGORIES = 20;
const FILES = 200;
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/**
 * Fills an empty database.
 * @param {string} file the SQLite file, its tables laid out
 * @param {number} articles how many
 */
export function seed(file, articles) {
  const database = new BetterSqlite(file);
  const seeder = new Seeder(database);
  database.transaction(() => {
    for (let id = 1; id <= FILES; id++) seeder.file(id);
    for (let id = 1; id <= AUTHORS; id++) seeder.author(id);
    for (let id = 1; id <= CATEGORIES; id++) seeder.category(id);
    for (let number = 1; number <= articles; number++) seeder.article(number);
  })();
  database.close();
}

class Seeder {
  #random = new Random(42);
  #database;
  /** @type {Map<string, BetterSqlite.Statement>} */
  #inserts = new Map();

  /** @param {BetterSqlite.Database} database */
  constructor(database) {
    this.#database = database;
  }

  /** @param {number} id */
  file(id) {
    const hash = `picture_${id}`;
    const format = (/** @type {string} */ size, /** @type {number} */ width) => ({
      name: `${size}_${hash}.jpg`,
      hash: `${size}_${hash}`,
      ext: '.jpg',
      mime: 'image/jpeg',
      path: null,
      width,
      height: (width * 2) / 3,
      size: width / 10,
      sizeInBytes: width * 100,
      url: `/uploads/${size}_${hash}.jpg`,
    });
    const formats = {
      thumbnail: format('thumbnail', 240),
      small: format('small', 480),
      medium: format('medium', 750),
    };
    this.#insert('files', {
      ...this.#system(id),
      name: `${hash}.jpg`,
      alternative_text: this.#random.words(4),
      width: 1200,
      height: 800,
      formats: JSON.stringify(formats),
      hash,
      ext: '.jpg',
      mime: 'image/jpeg',
      size: 120.5,
      url: `/uploads/${hash}.jpg`,
      provider: 'local',
      folder_path: '/',
    });
  }

  /** @param {number} id */
  author(id) {
    const name = `Author ${id}`;
    const email = `author${id}@example.com`;
    const bio = this.#random.words(30);
    this.#insert('authors', { ...this.#system(id), name, email, bio });
    this.#media('api::author.author', id, { field: 'avatar' });
  }

  /** @param {number} id */
  category(id) {
    const names = { name: `Category ${id}`, slug: `category-${id}` };
    this.#insert('categories', { ...this.#system(id), ...names });
    this.#insert('categories_editor_lnk', { category_id: id, author_id: this.#pick(AUTHORS) });
  }

  /** @param {number} number */
  article(number) {
    const id = 2 * number - 1;
    const system = this.#system(id, number);
    const content = {
      title: this.#random.words(6),
      slug: `article-${number}`,
      summary: this.#random.words(25),
      body: this.#paragraphs(4),
      views: this.#random.below(10_000),
      featured: this.#random.below(2),
      released_on: new Date(START + number * MINUTE * 60).toISOString().slice(0, 10),
    };
    const author = this.#pick(AUTHORS);
    const category = this.#pick(CATEGORIES);
    for (const row of [{ id, published_at: null }, { id: id + 1 }]) {
      // The published row is a copy of the draft: what hangs on it comes from the same chance.
      this.#random = new Random(number);
      this.#insert('articles', { ...system, ...content, ...row });
      const link = { article_id: row.id, article_ord: number };
      this.#insert('articles_author_lnk', { ...link, author_id: author });
      this.#insert('articles_category_lnk', { ...link, category_id: category });
      this.#media('api::article.article', row.id, { field: 'cover' });
      this.#sections(row.id);
    }
  }

  /** @param {number} article */
  #sections(article) {
    const random = this.#random;
    const hero = this.#insert('components_sections_heroes', {
      heading: random.words(5),
      lead: random.words(15),
    });
    this.#media('sections.hero', hero, { field: 'background' });
    const text = this.#insert('components_sections_texts', { body: this.#paragraphs(2) });
    const quote = this.#insert('components_sections_quotes', { text: random.words(20) });
    this.#insert('components_sections_quotes_author_lnk', {
      quote_id: quote,
      author_id: this.#pick(AUTHORS),
    });
    const gallery = this.#insert('components_sections_galleries', { title: random.words(3) });
    for (const order of [1, 2]) {
      this.#media('sections.gallery', gallery, { field: 'images', order });
    }
    const faq = this.#insert('components_sections_faqs', { heading: random.words(4) });
    for (const order of [1, 2]) {
      const row = { question: random.words(8), answer: random.words(20) };
      const question = this.#insert('components_shared_questions', row);
      const place = {
        cmp_id: question,
        component_type: 'shared.question',
        field: 'questions',
        order,
      };
      this.#insert('components_sections_faqs_cmps', { entity_id: faq, ...place });
    }
    const zone = { 'sections.hero': hero, 'sections.text': text, 'sections.quote': quote };
    const parts = { ...zone, 'sections.gallery': gallery, 'sections.faq': faq };
    for (const [index, [type, id]] of Object.entries(parts).entries()) {
      const place = { cmp_id: id, component_type: type, field: 'sections', order: index + 1 };
      this.#insert('articles_cmps', { entity_id: article, ...place });
    }
  }

  /**
   * Hangs a picture on a row.
   * @param {string} type uid of the row's model
   * @param {number} id
   * @param {{ field: string, order?: number }} place
   */
  #media(type, id, { field, order = 1 }) {
    const row = { file_id: this.#pick(FILES), related_type: type, related_id: id, field, order };
    this.#insert('files_related_mph', row);
  }

  /** @param {number} id */
  #system(id, minute = id) {
    const time = START + minute * MINUTE;
    const document_id = this.#random.documentId();
    return { id, document_id, created_at: time, updated_at: time, published_at: time + 1000 };
  }

  /** @param {number} end */
  #pick(end) {
    return 1 + this.#random.below(end);
  }

  /** @param {number} count */
  #paragraphs(count) {
    return Array.from({ length: count }, () => this.#random.words(40)).join('.\n\n');
  }

  /**
   * @param {string} table
   * @param {Readonly<Record<string, Value>>} row
   * @returns {number} the id of the row
   */
  #insert(table, row) {
    let statement = this.#inserts.get(table);
    if (!statement) {
      const columns = Object.keys(row);
      const names = columns.map((column) => `"${column}"`).join();
      const places = columns.map(() => '?').join();
      statement = this.#database.prepare(`INSERT INTO "${table}" (${names}) VALUES (${places})`);
      this.#inserts.set(table, statement);
    }
    return Number(statement.run(...Object.values(row)).lastInsertRowid);
  }
}
