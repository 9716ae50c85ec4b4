// Content of the admin workload: the articles of the blog, and many topics as targets of relations.
import { seedBlog } from './blog.mjs';
import { Rows } from './rows.mjs';

const ARTICLES = 1000;

/**
 * Fills an empty database.
 * @param {import('better-sqlite3').Database} database
 * @param {number} topics number of topics
 */
export function seedAdmin(database, topics) {
  seedBlog(database, ARTICLES);
  const rows = new Rows(database);
  for (let id = 1; id <= topics; id++) {
    rows.insert('topics', { ...rows.system(id), name: `${rows.random.words(3)} ${id}` });
  }
}
