// Workload `blog`: the requests of a site with 10,000 articles.
import { AUTHORS, seedBlog } from '../seeds/blog.mjs';

const PAGES = 40;
const LIST = 25;

/** How deep the deepest populate goes: article, its category, the category's editor, the editor's picture. */
const DEEP =
  'populate[author][populate]=avatar&populate[category][populate][editor][populate]=avatar';

/** Words that occur in some articles, and some that occur in none. */
const WORDS = ['colophon', 'signature quire', 'article-77', 'half title', 'nowhere'];

/** @type {import('../reads.mjs').ReadWorkload} */
export const blog = {
  name: 'blog',
  size: 10_000,
  searches: true,
  title: (size) =>
    `blog: ${size.toLocaleString('en')} articles with author, category, cover and a zone of 5; 10 connections`,
  content: (size) => ({ project: 'blog', seed: (database) => seedBlog(database, size) }),
  async kinds({ server, headers }) {
    const { body } = await server.answer(
      '/api/articles?fields=slug&pagination[pageSize]=100',
      headers,
    );
    /** @type {{ data: { documentId: string }[] }} */
    const { data } = JSON.parse(body);
    const pages = Array.from({ length: PAGES }, (_, index) => `pagination[page]=${index + 1}`);
    const authors = Array.from({ length: AUTHORS }, (_, index) => `Author%20${index + 1}`);
    const ones = data.map(({ documentId }) => `/api/articles/${documentId}`);
    // Pages around the 50th: the entries before them are skipped.
    const late = Array.from({ length: PAGES / 2 }, (_, index) => `pagination[page]=${50 + index}`);
    return [
      { name: `list ${LIST}`, paths: pages.map((page) => `/api/articles?${page}`) },
      { name: 'one', paths: ones },
      { name: 'one, populate=*', paths: ones.map((path) => `${path}?populate=*`) },
      {
        name: `list ${LIST}, populate=*`,
        paths: pages.map((page) => `/api/articles?populate=*&${page}`),
      },
      {
        name: `list ${LIST}, three levels`,
        paths: pages.map((page) => `/api/articles?${DEEP}&${page}`),
      },
      {
        name: 'by author, sorted',
        paths: authors.map(
          (name) => `/api/articles?filters[author][name][$eq]=${name}&sort=views:desc`,
        ),
      },
      { name: 'page 50', paths: late.map((page) => `/api/articles?${page}`) },
      {
        name: 'text search',
        isSearch: true,
        paths: WORDS.map((word) => `/api/articles?_q=${encodeURIComponent(word)}`),
      },
    ];
  },
};
