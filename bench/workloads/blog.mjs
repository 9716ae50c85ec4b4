// Workload `blog`: the requests of a site with 10,000 articles.
import { AUTHORS, seedBlog } from '../seeds/blog.mjs';

const PAGES = 40;
const LIST = 25;

/** Three levels of populate: the article's category, the category's editor, the editor's avatar. */
const DEEP =
  'populate[author][populate]=avatar&populate[category][populate][editor][populate]=avatar';

/** Search terms, one of which has no matches. */
const TERMS = ['colophon', 'signature quire', 'article-77', 'half title', 'nowhere'];

/** @type {import('../reads.mjs').ReadWorkload} */
export const blog = {
  name: 'blog',
  size: 10_000,
  hasSearches: true,
  title: (size) =>
    `blog: ${size.toLocaleString('en')} articles with author, category, cover and a zone of 5; 10 connections`,
  content: (size) => ({ project: 'blog', seed: (database) => seedBlog(database, size) }),
  async kinds({ server, headers }) {
    const { body } = await server.get(
      '/api/articles?fields=slug&pagination[pageSize]=100',
      headers,
    );
    /** @type {{ data: { documentId: string }[] }} */
    const { data } = JSON.parse(body);
    const pages = Array.from({ length: PAGES }, (_, index) => `pagination[page]=${index + 1}`);
    const authors = Array.from({ length: AUTHORS }, (_, index) => `Author%20${index + 1}`);
    const documents = data.map(({ documentId }) => `/api/articles/${documentId}`);
    // Pages from 50 on, which skip many entries.
    const latePages = Array.from(
      { length: PAGES / 2 },
      (_, index) => `pagination[page]=${50 + index}`,
    );
    return [
      { name: `list ${LIST}`, paths: pages.map((page) => `/api/articles?${page}`) },
      { name: 'one', paths: documents },
      { name: 'one, populate=*', paths: documents.map((path) => `${path}?populate=*`) },
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
      { name: 'page 50', paths: latePages.map((page) => `/api/articles?${page}`) },
      {
        name: 'text search',
        isSearch: true,
        paths: TERMS.map((term) => `/api/articles?_q=${encodeURIComponent(term)}`),
      },
    ];
  },
};
