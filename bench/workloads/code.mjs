// Workload `code`: the same project code in Quoin and in Strapi. Measures custom actions, a write with lifecycle hooks,
// and core routes in the same project, in one with a document middleware and in one with a global middleware.
import { runWrites } from '../changes.mjs';
import { plain } from '../contenders.mjs';
import { runReads } from '../reads.mjs';
import { seedBlog } from '../seeds/blog.mjs';
import { draftOf } from './write-bodies.mjs';

/** @typedef {import('../options.mjs').Options} Options */
/** @typedef {import('../reads.mjs').Kind} Kind */

const SIZE = 1000;
const PAGES = Array.from({ length: 20 }, (_, index) => index + 1);

/** Numbers of concurrent clients for writes. */
const CLIENTS = [1, 8];

/** Kinds on core routes without code. @type {readonly Kind[]} */
const CORE_ROUTES = [
  { name: 'list 25', paths: pagesOf('/api/authors') },
  { name: 'list 25, populate', paths: pagesOf('/api/authors', 'populate=avatar') },
];

/** Kinds that run a custom action of the project. @type {readonly Kind[]} */
const ACTIONS = [
  { name: 'super.find, populate', paths: pagesOf('/api/articles') },
  {
    name: 'own action, documents',
    paths: PAGES.map((page) => `/api/articles/featured?start=${page}`),
  },
];

/**
 * @param {Options} options
 * @returns {Promise<object>} figures for the JSON file
 */
export async function runCode(options) {
  const names = plain(options.names);
  const measured = [];
  for (const { title, code, kinds } of [
    {
      title: 'custom actions and core routes',
      code: [],
      kinds: [...ACTIONS, ...CORE_ROUTES],
    },
    { title: 'a document middleware', code: ['code-documents'], kinds: CORE_ROUTES },
    { title: 'a global middleware', code: ['code-global'], kinds: CORE_ROUTES },
  ]) {
    /** @type {import('../reads.mjs').ReadWorkload} */
    const workload = {
      name: 'code',
      size: SIZE,
      title: (size) => `code: ${title}; ${size.toLocaleString('en')} articles; 10 connections`,
      content: (size) => contentOf(size, code),
      kinds: () => [...kinds],
    };
    measured.push(await runReads(workload, { ...options, names }));
  }
  measured.push(await runWrites(hooks, options));
  return measured.flat();
}

/** @type {import('../changes.mjs').WriteWorkload} */
const hooks = {
  name: 'code',
  size: SIZE,
  title: () => 'code: create documents with two hooks and without; 1 and 8 connections',
  content: (size) => contentOf(size, []),
  tasks: async () =>
    [
      { name: 'create, two hooks', path: '/api/notes', data: draftOf() },
      { name: 'create, no hooks', path: '/api/topics', data: { name: 'A topic' } },
    ].flatMap(({ name, path, data }) =>
      CLIENTS.map((connections) => ({
        name: `${name}, ${connections}`,
        connections,
        requests: [{ method: /** @type {const} */ ('POST'), path, body: JSON.stringify({ data }) }],
      })),
    ),
};

/**
 * @param {number} size number of articles
 * @param {readonly string[]} code additional folders of code
 * @returns {import('../site.mjs').Content}
 */
function contentOf(size, code) {
  return {
    project: 'blog',
    code: ['code', ...code],
    seed: (database) => seedBlog(database, size),
  };
}

/**
 * @param {string} path
 * @param {string} [query]
 */
function pagesOf(path, query = '') {
  return PAGES.map((page) => `${path}?${query}&pagination[page]=${1 + (page % 4)}`);
}
