// Workload `code`: the same project code in Quoin and in Strapi. Lists and actions of code, a write with hooks, and
// routes without code in the same project, in a project with a document middleware and in one with a global middleware.
import { runWrites } from '../changes.mjs';
import { plain } from '../contenders.mjs';
import { runReads } from '../reads.mjs';
import { seedBlog } from '../seeds/blog.mjs';
import { draftOf } from './write-bodies.mjs';

/** @typedef {import('../options.mjs').Options} Options */
/** @typedef {import('../reads.mjs').Kind} Kind */

const SIZE = 1000;
const PAGES = Array.from({ length: 20 }, (_, index) => index + 1);

/** How many clients write at once. */
const CLIENTS = [1, 8];

/** Kinds that no code concerns, unless it concerns all. @type {readonly Kind[]} */
const WITHOUT_CODE = [
  { name: 'list 25', paths: pagesOf('/api/authors') },
  { name: 'list 25, populate', paths: pagesOf('/api/authors', 'populate=avatar') },
];

/** Kinds that run an action of the project. @type {readonly Kind[]} */
const ACTIONS = [
  { name: 'super.find, populate', paths: pagesOf('/api/articles') },
  {
    name: 'own action, documents',
    paths: PAGES.map((page) => `/api/articles/featured?start=${page}`),
  },
];

/**
 * @param {Options} options
 * @returns {Promise<object>} what was measured, for a file
 */
export async function runCode(options) {
  const names = plain(options.names);
  const measured = [];
  for (const { title, code, kinds } of [
    {
      title: 'actions of code, and routes without',
      code: [],
      kinds: [...ACTIONS, ...WITHOUT_CODE],
    },
    { title: 'a document middleware', code: ['code-documents'], kinds: WITHOUT_CODE },
    { title: 'a global middleware', code: ['code-global'], kinds: WITHOUT_CODE },
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
  title: () => 'code: documents created with two hooks, and without; by 1 and 8 at once',
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
 * @param {number} size how many articles
 * @param {readonly string[]} code folders of code besides that of all
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
