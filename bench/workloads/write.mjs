// Workload `write`: creates, updates and publishes documents with one client and with many. All servers respond after
// the commit is on disk.
import { seedBlog } from '../seeds/blog.mjs';
import { draftOf, pageOf, zoneOf } from './write-bodies.mjs';

/** @typedef {import('../contenders.mjs').Contender} Contender */
/** @typedef {import('../load/round.mjs').Request} Request */
/** @typedef {import('../changes.mjs').Create} Create */

/** Numbers of concurrent clients. */
const CLIENTS = [1, 8, 64];

/** Documents of each kind: one per client, so that no client waits for another. */
const DOCUMENTS = 64;

const TOPICS = 100;

/** @type {import('../changes.mjs').WriteWorkload} */
export const write = {
  name: 'write',
  size: 1000,
  title: (size) =>
    `write: create, update and publish documents, with ${size.toLocaleString('en')} articles; 1, 8 and 64 connections`,
  content: (size) => ({ project: 'blog', seed: (database) => seedBlog(database, size) }),
  async tasks({ create }) {
    const many = (
      /** @type {string} */ path,
      /** @type {(index: number) => object} */ data,
      count = DOCUMENTS,
    ) => Promise.all(Array.from({ length: count }, (_, index) => create(path, data(index))));
    const topics = await many('/api/topics', (index) => ({ name: `Topic ${index}` }), TOPICS);
    const authors = await many('/api/authors', (index) => ({ name: `Writer ${index}` }), 10);
    const pages = await many('/api/pages', (index) => ({ title: `Page ${index}` }));
    const [ordered = ''] = await many('/api/pages', () => ({ title: 'Ordered', topics }), 1);
    const kinds = {
      'create, flat': [post('/api/notes', draftOf())],
      'create, whole page': [post('/api/pages', pageOf({ authors, topics, pages }))],
      'update one value': pages.map((id, views) => put(`/api/pages/${id}`, { views })),
    };
    const tasks = Object.entries(kinds).map(([name, requests]) => ({ name, requests }));
    for (const length of [5, 50]) {
      const data = { title: 'An article', cover: 1, sections: zoneOf(length, authors) };
      const articles = await many('/api/articles', () => data);
      tasks.push({
        name: `publish, zone of ${length}`,
        requests: articles.map((id, views) => put(`/api/articles/${id}`, { views })),
      });
    }
    const all = tasks.flatMap((task) =>
      CLIENTS.map((connections) => ({
        ...task,
        connections,
        name: `${task.name}, ${connections}`,
      })),
    );
    return [
      ...all,
      { name: `move in a list of ${TOPICS}, 8`, connections: 8, requests: moves(ordered, topics) },
    ];
  },
};

/**
 * Requests that move topics within a page, one per topic, so that the list is shuffled continuously.
 * @param {string} page
 * @param {readonly string[]} topics
 */
function moves(page, topics) {
  return topics.map((_, i) => {
    const before = topics[(i * 53 + 1) % topics.length];
    const documentId = topics[(i * 37) % topics.length];
    return put(`/api/pages/${page}`, {
      topics: { connect: [{ documentId, position: { before } }] },
    });
  });
}

/** @param {string} path @param {object} data @returns {Request} */
function post(path, data) {
  return { method: 'POST', path, body: JSON.stringify({ data }) };
}

/** @param {string} path @param {object} data @returns {Request} */
function put(path, data) {
  return { method: 'PUT', path, body: JSON.stringify({ data }) };
}
