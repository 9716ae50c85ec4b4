// In charge of what is asked: five kinds of reads, each over several pages, documents or authors, so that a round
// is more than one answer told again and again.

/** @typedef {import('./server.mjs').Answer} Answer */
/** @typedef {{ name: string, paths: string[], answers: Answer[], bytes: number }} Request */

const PAGES = 40;
const AUTHORS = 100;

/** How deep the deepest populate goes: article, its category, the category's editor, the editor's picture. */
const DEEP =
  'populate[author][populate]=avatar&populate[category][populate][editor][populate]=avatar';

/**
 * The requests with their answers, each asked once.
 * @param {import('./server.mjs').Server} server
 * @param {Record<string, string>} headers
 * @returns {Promise<Request[]>}
 */
export async function makeRequests(server, headers) {
  const { body } = await server.answer(
    '/api/articles?fields=slug&pagination[pageSize]=100',
    headers,
  );
  /** @type {{ data: { documentId: string }[] }} */
  const { data } = JSON.parse(body);
  const pages = Array.from({ length: PAGES }, (_, index) => `pagination[page]=${index + 1}`);
  const authors = Array.from({ length: AUTHORS }, (_, index) => `Author%20${index + 1}`);
  const kinds = {
    'list 25': pages.map((page) => `/api/articles?${page}`),
    one: data.map(({ documentId }) => `/api/articles/${documentId}`),
    'list 25, populate=*': pages.map((page) => `/api/articles?populate=*&${page}`),
    'one, three levels': data.map(({ documentId }) => `/api/articles/${documentId}?${DEEP}`),
    'by author, sorted': authors.map(
      (name) => `/api/articles?filters[author][name][$eq]=${name}&sort=views:desc`,
    ),
  };
  return Promise.all(
    Object.entries(kinds).map(async ([name, paths]) => {
      const answers = await Promise.all(paths.map((path) => server.answer(path, headers)));
      const refused = answers.find(({ status }) => status !== 200);
      if (refused) throw new Error(`${refused.path} gave ${refused.status}: ${refused.body}`);
      const bytes = answers.reduce((sum, answer) => sum + Buffer.byteLength(answer.body), 0);
      return { name, paths, answers, bytes: bytes / answers.length };
    }),
  );
}
