// Queries as front ends send them: built with qs as in Strapi's documentation, and sent with fetch.
import qs from 'qs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let api: string;

beforeAll(async () => {
  app = await openTestApp();
  api = `http://127.0.0.1:${await app.listen()}/api`;
  const author = await create('authors', { name: 'Ada', email: 'ada@example.com' });
  const tag = await create('tags', { name: 'Maths' });
  for (let views = 1; views <= 6; views++) {
    await create('articles?status=published', {
      title: `Article ${views}`,
      summary: views > 3 ? `About ${views}` : null,
      views,
      featured: views % 2 === 0,
      releasedOn: `2026-0${views}-15`,
      author: views < 5 ? author : null,
      tags: views === 2 ? [tag] : [],
      seo: { metaTitle: `Title ${views}` },
      sections: [
        { __component: 'sections.quote', text: `Quote ${views}`, author },
        { __component: 'sections.hero', heading: `Hero ${views}` },
      ],
    });
  }
});
afterAll(() => app.close());

const headers = (): Record<string, string> => ({
  authorization: `Bearer ${app.token}`,
  'content-type': 'application/json',
});

async function create(path: string, data: object): Promise<string> {
  const body = JSON.stringify({ data });
  const response = await fetch(`${api}/${path}`, { method: 'POST', headers: headers(), body });
  const text = await response.text();
  if (response.status !== 201) throw new Error(text);
  return (JSON.parse(text) as { data: { documentId: string } }).data.documentId;
}

interface Reply {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly meta: { readonly pagination: object };
}

async function request(query: object, options: qs.IStringifyOptions): Promise<Reply> {
  const response = await fetch(`${api}/articles?${qs.stringify(query, options)}`, {
    headers: headers(),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as Reply;
}

const FORMS: readonly qs.IStringifyOptions[] = [
  { encodeValuesOnly: true },
  {},
  { arrayFormat: 'brackets' },
  { arrayFormat: 'repeat', allowDots: false },
  { encode: false },
];

test.each<[string, object, readonly number[]]>([
  ['equal', { filters: { title: { $eq: 'Article 3' } } }, [3]],
  ['equal without an operator', { filters: { title: 'Article 3' } }, [3]],
  ['one of several', { filters: { views: { $in: [1, 4, 9] } } }, [1, 4]],
  ['none of several', { filters: { views: { $notIn: [1, 2, 3] } } }, [4, 5, 6]],
  ['between', { filters: { views: { $between: [2, 4] } } }, [2, 3, 4]],
  ['or', { filters: { $or: [{ views: { $lt: 2 } }, { views: { $gt: 5 } }] } }, [1, 6]],
  [
    'and, with a relation',
    { filters: { $and: [{ author: { name: { $eq: 'Ada' } } }, { views: { $gt: 2 } }] } },
    [3, 4],
  ],
  ['not', { filters: { $not: { featured: { $eq: true } } } }, [1, 3, 5]],
  ['no value', { filters: { summary: { $null: true } } }, [1, 2, 3]],
  ['a value', { filters: { summary: { $notNull: true } } }, [4, 5, 6]],
  ['dates', { filters: { releasedOn: { $gte: '2026-05-01' } } }, [5, 6]],
  ['through two relations', { filters: { tags: { articles: { views: 2 } } } }, [2]],
  ['a component', { filters: { seo: { metaTitle: 'Title 6' } } }, [6]],
  ['letters of any case', { filters: { title: { $containsi: 'ARTICLE 2' } } }, [2]],
  ['a search', { _q: 'About 4' }, [4]],
  ['a page', { pagination: { page: 2, pageSize: 2 } }, [3, 4]],
  ['an offset', { pagination: { start: 4, limit: 5 } }, [5, 6]],
])('%s', async (_, query, views) => {
  for (const form of FORMS) {
    // Names without indexes do not show which part of `$or` a key is in, so clients do not send `$or` like this.
    const isNested = /"\$(?:or|and)"/.test(JSON.stringify(query));
    if (isNested && form.arrayFormat !== undefined) continue;
    const { data } = await request({ sort: 'views', ...query }, form);
    expect(data.map((entry) => entry['views'])).toEqual(views);
  }
});

test.each(FORMS)('selects fields and relations: %j', async (form) => {
  const { data, meta } = await request(
    {
      fields: ['title', 'views'],
      sort: ['featured:desc', 'views:desc'],
      populate: {
        author: { fields: ['name'] },
        seo: { populate: '*' },
        sections: {
          on: {
            'sections.quote': { populate: { author: { fields: ['email'] } } },
            'sections.hero': { fields: ['heading'] },
          },
        },
      },
      pagination: { pageSize: 3, withCount: false },
    },
    form,
  );
  expect(data.map(({ views }) => views)).toEqual([6, 4, 2]);
  expect(meta.pagination).toEqual({ page: 1, pageSize: 3 });
  expect(data[1]).toMatchObject({
    title: 'Article 4',
    author: { name: 'Ada' },
    seo: { metaTitle: 'Title 4' },
    sections: [
      { __component: 'sections.quote', text: 'Quote 4', author: { email: 'ada@example.com' } },
      { __component: 'sections.hero', heading: 'Hero 4' },
    ],
  });
  expect(Object.keys(data[1] ?? {}).toSorted()).toEqual([
    'author',
    'documentId',
    'id',
    'sections',
    'seo',
    'title',
    'views',
  ]);
});

test.each(FORMS)('populates lists: %j', async (form) => {
  const { data } = await request(
    { populate: ['author', 'tags.articles', 'cover'], sort: ['views'] },
    form,
  );
  expect(data[1]).toMatchObject({
    author: { name: 'Ada' },
    tags: [{ name: 'Maths', articles: [{ title: 'Article 2' }] }],
    cover: null,
  });
});
