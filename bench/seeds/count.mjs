// Content of four types, each ten times as large as the previous one: documents with a draft and a published row,
// without links.
import { Random } from './random.mjs';

/** Table, path and how many documents. */
export const TYPES = [
  { table: 'thousands', path: '/api/thousands', size: 1000, name: '1k' },
  { table: 'ten_thousands', path: '/api/ten-thousands', size: 10_000, name: '10k' },
  { table: 'hundred_thousands', path: '/api/hundred-thousands', size: 100_000, name: '100k' },
  { table: 'millions', path: '/api/millions', size: 1_000_000, name: '1M' },
];

/** Each value of `batch` is that of one document in so many. */
export const BATCHES = 100;

const START = Date.UTC(2026, 0, 1);

/** @param {number} number from 1 */
export function documentIdOf(number) {
  return `d${number.toString(36).padStart(23, '0')}`;
}

/**
 * Fills an empty database.
 * @param {import('better-sqlite3').Database} database
 * @param {number} most documents of the largest type
 */
export function seedCount(database, most) {
  const random = new Random(42);
  const titles = Array.from({ length: 1000 }, () => random.words(6));
  for (const { table, size } of TYPES.filter((each) => each.size <= most)) {
    const columns = 'id, document_id, title, views, batch, created_at, updated_at, published_at';
    const places = columns.replaceAll(/\w+/g, '?');
    const insert = database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${places})`);
    for (let number = 1; number <= size; number++) {
      const time = START + number * 1000;
      const document = documentIdOf(number);
      const title = titles[number % titles.length];
      const values = [document, title, random.below(10_000), random.below(BATCHES), time, time];
      insert.run(2 * number - 1, ...values, null);
      insert.run(2 * number, ...values, time);
    }
  }
}
