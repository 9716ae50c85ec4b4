// Content of four types, each ten times as large as the previous one: documents with a draft and a published row,
// without links.
import { Random } from './random.mjs';

/** Table, path and number of documents of each type. */
export const TYPES = [
  { table: 'thousands', path: '/api/thousands', size: 1000, name: '1k' },
  { table: 'ten_thousands', path: '/api/ten-thousands', size: 10_000, name: '10k' },
  { table: 'hundred_thousands', path: '/api/hundred-thousands', size: 100_000, name: '100k' },
  { table: 'millions', path: '/api/millions', size: 1_000_000, name: '1M' },
];

/** Number of values of `batch`; each selects one document in so many. */
export const BATCHES = 100;

const START = Date.UTC(2026, 0, 1);

/** @param {number} number starts at 1 */
export function documentIdOf(number) {
  return `d${number.toString(36).padStart(23, '0')}`;
}

/**
 * Fills an empty database.
 * @param {import('better-sqlite3').Database} database
 * @param {number} size number of documents of the largest type
 */
export function seedCount(database, size) {
  const random = new Random(42);
  const titles = Array.from({ length: 1000 }, () => random.words(6));
  for (const { table, size: count } of TYPES.filter((each) => each.size <= size)) {
    const columns = 'id, document_id, title, views, batch, created_at, updated_at, published_at';
    const placeholders = columns.replaceAll(/\w+/g, '?');
    const insert = database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${placeholders})`);
    for (let number = 1; number <= count; number++) {
      const time = START + number * 1000;
      const document = documentIdOf(number);
      const title = titles[number % titles.length];
      const values = [document, title, random.below(10_000), random.below(BATCHES), time, time];
      insert.run(2 * number - 1, ...values, null);
      insert.run(2 * number, ...values, time);
    }
  }
}
