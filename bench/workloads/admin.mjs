// Workload `admin`: what an editor does in the content-manager, with the requests of Strapi's panel.
import { seedAdmin } from '../seeds/admin.mjs';

/** @typedef {import('../changes.mjs').Send} Send */
/** @typedef {import('../load/round.mjs').Request} Request */

const READERS = 10;
const WRITERS = 8;

/** Documents of a kind: each writer has its own. */
const DOCUMENTS = 40;

/** Topics of each page. */
const RELATIONS = 20;

const ADMINISTRATOR = { email: 'bench@example.com', firstname: 'Bench', password: 'Passw0rd!' };

const TYPES = '/content-manager/collection-types';
const ARTICLE = `${TYPES}/api::article.article`;
const PAGE = `${TYPES}/api::page.page`;
const LINKED = '/content-manager/relations/api::page.page';

/** @type {import('../changes.mjs').WriteWorkload} */
export const admin = {
  name: 'admin',
  size: 100_000,
  title: (size) =>
    `admin: an editor in the content-manager, with ${size.toLocaleString('en')} entries to relate to`,
  content: (size) => ({ project: 'blog', seed: (database) => seedAdmin(database, size) }),
  async tasks({ create, send }) {
    const headers = await signedIn(send);
    const get = (/** @type {string} */ path) => ({ path, headers });
    const listed = await listOf(
      send,
      get(`${PAGE.replace('page.page', 'topic.topic')}?pageSize=100`),
    );
    const pages = [];
    for (let index = 0; index < DOCUMENTS; index += 1) {
      const topics = listed.slice(index, index + RELATIONS);
      pages.push(await create('/api/pages', { title: `Page ${index}`, topics }));
    }
    const articles = await listOf(send, get(`${ARTICLE}?pageSize=${2 * DOCUMENTS}`));
    const forms = await Promise.all(articles.map((id) => formOf(send, get(`${ARTICLE}/${id}`))));
    const saved = articles.slice(0, DOCUMENTS);
    /** @type {(path: (id: string) => string, method: 'PUT' | 'POST') => Request[]} */
    const writes = (path, method) =>
      saved.map((id, index) => ({
        method,
        path: path(id),
        body: JSON.stringify(forms[index]),
        headers: { ...headers, 'content-type': 'application/json' },
      }));
    return [
      {
        name: 'list view',
        connections: READERS,
        requests: [1, 2, 3, 4, 5].map((page) =>
          get(`${ARTICLE}?page=${page}&pageSize=10&sort=title:ASC`),
        ),
      },
      {
        name: 'open an entry',
        connections: READERS,
        requests: pages.map((id) => get(`${PAGE}/${id}`)),
      },
      {
        name: `its ${RELATIONS} relations`,
        connections: READERS,
        requests: pages.map((id) => get(`${LINKED}/${id}/topics?page=1&pageSize=${RELATIONS}`)),
      },
      {
        name: 'save a draft',
        connections: WRITERS,
        requests: writes((id) => `${ARTICLE}/${id}`, 'PUT'),
      },
      {
        name: 'publish',
        connections: WRITERS,
        requests: writes((id) => `${ARTICLE}/${id}/actions/publish`, 'POST'),
      },
      {
        name: 'relations to choose from',
        connections: READERS,
        requests: pages.map((id) => get(`${LINKED}/topics?id=${id}&page=1&pageSize=10&_q=`)),
      },
      {
        name: 'relation search',
        connections: READERS,
        requests: pages.map((id, index) =>
          get(`${LINKED}/topics?id=${id}&page=1&pageSize=10&_q=${987 + index}`),
        ),
      },
    ];
  },
};

/** Registers the first administrator. @param {Send} send @returns {Promise<Record<string, string>>} */
async function signedIn(send) {
  const body = JSON.stringify(ADMINISTRATOR);
  const answer = await send({ method: 'POST', path: '/admin/register-admin', body });
  const { data } = /** @type {{ data: { token: string } }} */ (answer);
  return { authorization: `Bearer ${data.token}` };
}

/** Ids of the documents of a list. @param {Send} send @param {Request} request */
async function listOf(send, request) {
  const { results } = /** @type {{ results: { documentId: string }[] }} */ (await send(request));
  return results.map(({ documentId }) => documentId);
}

/** What a form shows beside the attributes. */
const SHOWN = new Set(['createdBy', 'updatedBy', 'localizations', 'status']);

/**
 * What the form of an entry sends when it is saved: all attributes, relations without a change.
 * @param {Send} send
 * @param {Request} request
 */
async function formOf(send, request) {
  const { data } = /** @type {{ data: Record<string, unknown> }} */ (await send(request));
  const form = Object.fromEntries(Object.entries(data).filter(([name]) => !SHOWN.has(name)));
  const unchanged = { connect: [], disconnect: [] };
  return { ...form, sections: sectionsOf(data), author: unchanged, category: unchanged };
}

/** The zone of an article, whose quotes have a relation. @param {Record<string, unknown>} data */
function sectionsOf({ sections }) {
  const parts = /** @type {Record<string, unknown>[]} */ (sections);
  return parts.map((part) =>
    'author' in part ? { ...part, author: { connect: [], disconnect: [] } } : part,
  );
}
