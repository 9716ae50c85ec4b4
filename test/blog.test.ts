// The blog of `examples/blog` as its README describes it: drafts, a changed draft, a pending link, and articles in
// French.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from './support/app.ts';
import { openBlog } from './support/seed.ts';

const root = path.resolve(import.meta.dirname, '..');
const readme = readFileSync(path.join(root, 'examples/blog/README.md'), 'utf8');
const requests = [...readme.matchAll(/^\| `(\/api\/[^`]+)`/gm)].map(([, url = '']) => url);
const [neverPublished = '', modified = '', waiting = '', french = '', homepage = ''] = requests;
let blog: TestApp;

beforeAll(async () => {
  blog = await openBlog();
});

afterAll(() => blog.close());

/** Responses for everyone. */
async function read<T>(url: string): Promise<T> {
  const response = await blog.request(encodeURI(url), { authorization: null });
  expect(response.status, url).toBe(200);
  return response.json<{ readonly data: T }>().data;
}

interface Titled {
  readonly title: string;
}

test('has two articles that are only drafts, one of which cannot be published', async () => {
  const drafts = await read<readonly { readonly slug: string | null }[]>(neverPublished);
  expect(drafts).toHaveLength(2);
  expect(drafts.map(({ slug }) => slug)).toContain(null);
});

test('has one published article with a modified draft', async () => {
  const [draft, ...others] =
    await read<readonly { readonly slug: string; readonly summary: string }[]>(modified);
  expect(others).toEqual([]);
  const published = `/api/articles?filters[slug]=${draft?.slug}&fields=summary`;
  expect(await read<readonly unknown[]>(published)).not.toMatchObject([
    { summary: draft?.summary },
  ]);
});

test('has a related article that is a draft, so that its link is pending, in order (D6)', async () => {
  const titles = async (url: string): Promise<readonly string[]> => {
    const [article] = await read<readonly { readonly related: readonly Titled[] }[]>(url);
    return article?.related.map(({ title }) => title) ?? [];
  };
  const [first, hidden, last] = await titles(`${waiting}&status=draft`);
  expect(await titles(waiting)).toEqual([first, last]);

  const url = `/api/articles?status=draft&filters[title]=${hidden}`;
  const [{ documentId }] = await read<readonly [{ readonly documentId: string }]>(url);
  const response = await blog.request(`/api/articles/${documentId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"data":{}}',
  });
  expect(response.status).toBe(200);
  expect(await titles(waiting)).toEqual([first, hidden, last]);
});

test('has five articles in French, with the dates and covers of the English ones', async () => {
  type Article = Titled & {
    readonly documentId: string;
    readonly date: string;
    readonly cover: unknown;
  };
  const articles = await read<readonly Article[]>(french);
  expect(articles).toHaveLength(5);
  for (const { documentId, title, date, cover } of articles) {
    const english = await read<Article>(`/api/articles/${documentId}?populate=cover`);
    expect(english).toMatchObject({ date, cover });
    expect(english.title).not.toBe(title);
  }
});

test('has a homepage in French that contains the French articles', async () => {
  const { title, lead, sections } = await read<{
    readonly title: string;
    readonly lead: string;
    readonly sections: readonly { readonly articles?: readonly Titled[] }[];
  }>(homepage);
  const english = await read<object>('/api/homepage');
  expect(english).toMatchObject({ title });
  expect(english).not.toMatchObject({ lead });
  const featured = sections.flatMap(({ articles = [] }) => articles);
  expect(featured.map((article) => article.title)).toEqual([
    'À quoi sert un quoin',
    'Du papier d’une voile',
  ]);
});

test('has both locales registered', async () => {
  const response = await blog.request('/api/i18n/locales', { authorization: null });
  expect(response.json()).toMatchObject([{ code: 'en', isDefault: true }, { code: 'fr' }]);
});
