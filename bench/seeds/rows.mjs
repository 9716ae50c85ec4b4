// Inserts rows of Strapi 5's tables with deterministic random values.
import { Random } from './random.mjs';

/** @typedef {string | number | null} Value */
/** @typedef {import('better-sqlite3').Database} Database */

const FILES = 200;
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** Inserts rows into a database. */
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
   * @returns {number} row id
   */
  insert(table, row) {
    const columns = Object.keys(row);
    const key = `${table} ${columns.join()}`;
    let statement = this.#inserts.get(key);
    if (!statement) {
      const names = columns.map((column) => `"${column}"`).join();
      const placeholders = columns.map(() => '?').join();
      statement = this.#database.prepare(
        `INSERT INTO "${table}" (${names}) VALUES (${placeholders})`,
      );
      this.#inserts.set(key, statement);
    }
    return Number(statement.run(...Object.values(row)).lastInsertRowid);
  }

  /** Inserts the files of the media library. */
  files() {
    for (let id = 1; id <= FILES; id++) this.#file(id);
  }

  /**
   * Links an image to a row.
   * @param {string} type uid of the row's model
   * @param {number} id
   * @param {{ field: string, order?: number }} slot
   */
  media(type, id, { field, order = 1 }) {
    const row = { file_id: this.pick(FILES), related_type: type, related_id: id, field, order };
    this.insert('files_related_mph', row);
  }

  /**
   * Attaches a component to its owner.
   * @param {string} table table that links the owner to its components
   * @param {{ owner: number, type: string, id: number, field: string, order?: number }} slot
   */
  component(table, { owner, type, id, field, order = 1 }) {
    this.insert(table, { entity_id: owner, cmp_id: id, component_type: type, field, order });
  }

  /**
   * System columns of a row; documents with higher numbers are newer.
   * @param {number} id
   * @param {number} [number]
   */
  system(id, number = id) {
    const time = START + number * MINUTE;
    const document_id = this.random.documentId();
    return { id, document_id, created_at: time, updated_at: time, published_at: time + 1000 };
  }

  /**
   * A date; later for documents with higher numbers.
   * @param {number} number
   */
  day(number) {
    return new Date(START + number * MINUTE * 60).toISOString().slice(0, 10);
  }

  /**
   * Returns an integer from 1 to `end`.
   * @param {number} end
   */
  pick(end) {
    return 1 + this.random.below(end);
  }

  /**
   * Returns distinct integers from 1 to `end`.
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
