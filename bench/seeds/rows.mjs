// Writes rows in Strapi 5's form directly to the tables of a server, with repeatable random values.
import { Random } from './random.mjs';

/** @typedef {string | number | null} Value */
/** @typedef {import('better-sqlite3').Database} Database */

const FILES = 200;
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** Writes rows. */
export class Rows {
  random = new Random(42);
  #database;
  /** @type {Map<string, import('better-sqlite3').Statement>} */
  #inserts = new Map();

  /** @param {Database} database */
  constructor(database) {
    this.#database = database;
  }

  /**
   * @param {string} table
   * @param {Readonly<Record<string, Value>>} row
   * @returns {number} the id of the row
   */
  insert(table, row) {
    const columns = Object.keys(row);
    const key = `${table} ${columns.join()}`;
    let statement = this.#inserts.get(key);
    if (!statement) {
      const names = columns.map((column) => `"${column}"`).join();
      const places = columns.map(() => '?').join();
      statement = this.#database.prepare(`INSERT INTO "${table}" (${names}) VALUES (${places})`);
      this.#inserts.set(key, statement);
    }
    return Number(statement.run(...Object.values(row)).lastInsertRowid);
  }

  /** The files of the media library. */
  files() {
    for (let id = 1; id <= FILES; id++) this.#file(id);
  }

  /**
   * Hangs a picture on a row.
   * @param {string} type uid of the row's model
   * @param {number} id
   * @param {{ field: string, order?: number }} place
   */
  media(type, id, { field, order = 1 }) {
    const row = { file_id: this.pick(FILES), related_type: type, related_id: id, field, order };
    this.insert('files_related_mph', row);
  }

  /**
   * Puts a component into its place.
   * @param {string} table of the owner's components
   * @param {{ owner: number, type: string, id: number, field: string, order?: number }} place
   */
  component(table, { owner, type, id, field, order = 1 }) {
    this.insert(table, { entity_id: owner, cmp_id: id, component_type: type, field, order });
  }

  /**
   * What every document has; the number of the document says when it was made.
   * @param {number} id
   * @param {number} [number]
   */
  system(id, number = id) {
    const time = START + number * MINUTE;
    const document_id = this.random.documentId();
    return { id, document_id, created_at: time, updated_at: time, published_at: time + 1000 };
  }

  /**
   * A day, later with each document.
   * @param {number} number
   */
  day(number) {
    return new Date(START + number * MINUTE * 60).toISOString().slice(0, 10);
  }

  /**
   * A whole number from 1 to `end`.
   * @param {number} end
   */
  pick(end) {
    return 1 + this.random.below(end);
  }

  /**
   * So many of them, each once.
   * @param {number} count
   * @param {number} end
   */
  pickSome(count, end) {
    /** @type {Set<number>} */
    const picked = new Set();
    while (picked.size < count) picked.add(this.pick(end));
    return [...picked];
  }

  /** @param {number} count */
  paragraphs(count) {
    return Array.from({ length: count }, () => this.random.words(40)).join('.\n\n');
  }

  /** @param {number} id */
  #file(id) {
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
    this.insert('files', {
      ...this.system(id),
      name: `${hash}.jpg`,
      alternative_text: this.random.words(4),
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
}
