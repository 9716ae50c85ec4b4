// Workload `admin`: requests of Strapi's admin panel while an editor works in the content-manager.
import { seedAdmin } from '../seeds/admin.mjs';

/** @typedef {import('../changes.mjs').Send} Send */
/** @typedef {import('../load/round.mjs').Request} Request */

const READERS = 10;
const WRITERS = 8;

/** Documents of each type, more than there are writers, so that no two write the same one. */
const DOCUMENTS = 40;

/** Topics linked to each page. */
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
    `admin: an editor in the content-manager, with ${size.toLocaleString('en')} topics to link`,
  content: (size) => ({ project: 'blog', seed: (database) => seedAdmin(database, size) }),
  async tasks({ create, send }) {
    const headers = await registerAdministrator(send);
    const get = (/** @type {string} */ path) => ({ path, headers });
    const topicIds = await listIds(
      send,
      get(`${PAGE.replace('page.page', 'topic.topic')}?pageSize=100`),
    );
    const pages = [];
    for (let index = 0; index < DOCUMENTS; index += 1) {
      const topics = topicIds.slice(index, index + RELATIONS);
      pages.push(await create('/api/pages', { title: `Page ${index}`, topics }));
    }
    const articles = await listIds(send, get(`${ARTICLE}?pageSize=${2 * DOCUMENTS}`));
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

/** Registers the first administrator and returns headers with the token. @param {Send} send @returns {Promise<Record<string, string>>} */
async function registerAdministrator(send) {
  const body = JSON.stringify(ADMINISTRATOR);
  const response = await send({ method: 'POST', path: '/admin/register-admin', body });
  const { data } = /** @type {{ data: { token: string } }} */ (response);
  return { authorization: `Bearer ${data.token}` };
}

/** Fetches the documentIds of a list. @param {Send} send @param {Request} request */
async function listIds(send, request) {
  const { results } = /** @type {{ results: { documentId: string }[] }} */ (await send(request));
  return results.map(({ documentId }) => documentId);
}

/** Keys of an entry that a form shows but does not send. */
const READ_ONLY = new Set(['createdBy', 'updatedBy', 'localizations', 'status']);

/**
 * Body that the form of an entry sends on save: all attributes, with unchanged relations.
 * @param {Send} send
 * @param {Request} request
 */
async function formOf(send, request) {
  const { data } = /** @type {{ data: Record<string, unknown> }} */ (await send(request));
  const form = Object.fromEntries(Object.entries(data).filter(([name]) => !READ_ONLY.has(name)));
  const unchanged = { connect: [], disconnect: [] };
  return { ...form, sections: sectionsOf(data), author: unchanged, category: unchanged };
}

/** Dynamic zone of an article in the form; the relation of its quotes is unchanged. @param {Record<string, unknown>} data */
function sectionsOf({ sections }) {
  const components = /** @type {Record<string, unknown>[]} */ (sections);
  return components.map((each) =>
    'author' in each ? { ...each, author: { connect: [], disconnect: [] } } : each,
  );
}
