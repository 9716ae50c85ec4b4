// Seeded drafts and locales, as a client reads them.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { readRows } from '../../../test/support/app-database.ts';
import { collectionType, makeProject, schemaOf } from '../../../test/support/project-folder.ts';
import { seedApp } from '../../../test/support/seed.ts';

const LOCALIZED = { pluginOptions: { i18n: { localized: true } } };

/** Posts with drafts and locales, topics with only locales, and a single type with both. */
const PROJECT = {
  [schemaOf('post')]: {
    ...collectionType('post', {
      title: { type: 'string', required: true, ...LOCALIZED },
      slug: { type: 'uid', ...LOCALIZED },
      day: { type: 'date' },
      next: { type: 'relation', relation: 'oneToOne', target: 'api::post.post' },
      topics: { type: 'relation', relation: 'manyToMany', target: 'api::topic.topic' },
    }),
    options: { draftAndPublish: true },
    ...LOCALIZED,
  },
  [schemaOf('topic')]: {
    ...collectionType('topic', {
      name: { type: 'string', required: true, ...LOCALIZED },
      weight: { type: 'integer', required: true },
    }),
    options: { draftAndPublish: false },
    ...LOCALIZED,
  },
  [schemaOf('front')]: {
    ...collectionType('front', {
      lead: { type: 'string', ...LOCALIZED },
      post: { type: 'relation', relation: 'oneToOne', target: 'api::post.post' },
    }),
    kind: 'singleType',
    options: { draftAndPublish: true },
    ...LOCALIZED,
  },
};

/** A server of the project, and a function that seeds it. */
async function open(): Promise<{
  readonly app: TestApp;
  fill(data: object, append?: boolean): Promise<void>;
}> {
  const app = await openTestApp({ project: makeProject(PROJECT) });
  onTestFinished(() => app.close());
  let files = 0;
  return {
    app,
    fill: async (data, append = false) => {
      files += 1;
      const name = `data-${files}.json`;
      writeFileSync(path.join(app.folder, name), JSON.stringify(data));
      await seedApp(app, name, append);
    },
  };
}

async function read(app: TestApp, url: string): Promise<unknown> {
  return (await app.request(url)).json<{ readonly data: unknown }>().data;
}

/** The titles of posts, each with that of the next one. */
async function titles(app: TestApp, query: string): Promise<readonly unknown[]> {
  const url = `/api/posts?fields=title&sort=id&populate[next][fields]=title&${query}`;
  const posts = (await read(app, url)) as readonly Readonly<{
    title: string | null;
    next: { title: string } | null;
  }>[];
  return posts.map(({ title, next }) => (next ? `${title} > ${next.title}` : title));
}

const POSTS = {
  locales: ['fr', 'de'],
  'api::post.post': [
    {
      $key: 'a',
      title: 'A',
      day: '2026-01-01',
      next: { $ref: 'b' },
      $draft: { title: 'A, again', next: { $ref: 'a' } },
      $locales: {
        fr: { title: 'A fr', next: { $ref: 'b' } },
        de: { $status: 'draft', title: 'A de' },
      },
    },
    {
      $key: 'b',
      $status: 'draft',
      title: 'B',
      next: { $ref: 'a' },
      $locales: { fr: { $status: 'published', title: 'B fr', next: { $ref: 'a' } } },
    },
    { $key: 'c', $status: 'draft' },
    { $key: 'd', $locales: { fr: { title: 'D fr', day: '2026-02-02' } } },
  ],
};

test('creates drafts and published versions in each locale', async () => {
  const { app, fill } = await open();
  await fill(POSTS);
  expect(await titles(app, '')).toEqual(['A']);
  expect(await titles(app, 'status=draft')).toEqual(['A, again > A, again', 'B > A, again', null]);
  expect(await titles(app, 'locale=fr')).toEqual(['D fr', 'A fr > B fr', 'B fr > A fr']);
  expect(await titles(app, 'locale=de')).toEqual([]);
  expect(await titles(app, 'locale=de&status=draft')).toEqual(['A de']);
  expect(await titles(app, 'status=draft&publicationFilter=modified')).toHaveLength(1);
  expect(await titles(app, 'status=draft&locale=fr&publicationFilter=modified')).toEqual([]);
});

test('publishes each version once', async () => {
  const { app, fill } = await open();
  await fill(POSTS);
  // Drafts have the first ids, in the order of the data: those of the default locale, then the others.
  expect(
    await readRows(app, 'select id, locale from posts where published_at is not null order by id'),
  ).toEqual([
    [8, 'en'],
    [9, 'fr'],
    [10, 'fr'],
    [11, 'fr'],
  ]);
});

test('a link to an unpublished entry takes effect when it is published (D6)', async () => {
  const { app, fill } = await open();
  await fill(POSTS);
  expect(await titles(app, '')).toEqual(['A']);
  const [{ documentId }] = (await read(app, '/api/posts?status=draft&filters[title]=B')) as [
    { readonly documentId: string },
  ];
  await app.request(`/api/posts/${documentId}`, {
    method: 'PUT',
    body: '{"data":{}}',
    headers: { 'content-type': 'application/json' },
  });
  expect(await titles(app, '')).toEqual(['A > B', 'B > A']);
});

test('stores shared values in all locales', async () => {
  const { app, fill } = await open();
  await fill(POSTS);
  const all = '/api/posts?fields=day&locale=*&sort=locale';
  expect(await read(app, `${all}&status=draft&filters[title][$startsWith]=A`)).toMatchObject(
    Array.from({ length: 3 }, () => ({ day: '2026-01-01' })),
  );
  expect(await read(app, `${all}&filters[title][$startsWith]=A`)).toMatchObject(
    Array.from({ length: 2 }, () => ({ day: '2026-01-01' })),
  );
});

test('seeds locales of types without drafts, with required shared values, and of single types', async () => {
  const { app, fill } = await open();
  await fill({
    locales: ['fr'],
    'api::topic.topic': [{ $key: 't', name: 'T', weight: 2, $locales: { fr: { name: 'T fr' } } }],
    'api::post.post': [
      {
        $key: 'p',
        title: 'P',
        topics: [{ $ref: 't' }],
        $locales: { fr: { title: 'P fr', topics: [{ $ref: 't' }] } },
      },
    ],
    'api::front.front': {
      lead: 'Lead',
      post: { $ref: 'p' },
      $draft: { lead: 'New lead' },
      $locales: { fr: { lead: 'Lead fr', post: { $ref: 'p' } } },
    },
  });
  const front = '/api/front?populate[post][populate][topics][fields]=name,weight';
  const shown = (locale: string): object => ({
    lead: `Lead${locale}`,
    post: { title: `P${locale}`, topics: [{ name: `T${locale}`, weight: 2 }] },
  });
  expect(await read(app, front)).toMatchObject(shown(''));
  expect(await read(app, `${front}&locale=fr`)).toMatchObject(shown(' fr'));
  expect(await read(app, '/api/front?status=draft')).toMatchObject({ lead: 'New lead' });
});

test('registers locales once, with Strapi’s names', async () => {
  const { app, fill } = await open();
  await fill({ locales: ['fr', 'en'] });
  await fill({ locales: ['fr', 'pt-BR'] });
  const locales = (await app.request('/api/i18n/locales')).json();
  expect(locales).toMatchObject([
    { code: 'en', name: 'English (en)', isDefault: true },
    { code: 'fr', name: 'French (fr)', isDefault: false },
    { code: 'pt-BR', name: 'Portuguese (Brazil) (pt-BR)', isDefault: false },
  ]);
});

test('treats entries in another locale as existing content', async () => {
  const { fill } = await open();
  const data = {
    locales: ['fr'],
    'api::topic.topic': [{ $locales: { fr: { name: 'T', weight: 1 } } }],
  };
  await fill(data);
  await expect(fill(data)).rejects.toThrow(
    'Nothing was seeded, because there is content already: api::topic.topic (1).',
  );
});

test('rejects the default locale as an additional one', async () => {
  const { app, fill } = await open();
  const topic = { name: 'T', weight: 1, $locales: { en: { name: 'U' } } };
  await expect(fill({ locales: ['en'], 'api::topic.topic': [topic] })).rejects.toThrow(
    [
      'Nothing was seeded: one error.',
      '',
      'data-1.json',
      '  api::topic.topic[0].$locales.en: This is the default locale: put its values into the entry itself.',
    ].join('\n'),
  );
  expect(await read(app, '/api/topics')).toEqual([]);
});

test('validates published versions strictly, reports the errors of all versions and writes nothing', async () => {
  const { app, fill } = await open();
  const at = 'api::post.post';
  const posts = [
    { slug: 'same', $draft: { title: 4 }, $locales: { fr: { slug: 'same' } } },
    { title: 'B', slug: 'same', $locales: { fr: { title: 5 } } },
    { $key: 'c', $status: 'draft', title: 6 },
    { slug: 'same', next: { $ref: 'c' } },
    { title: 'E', slug: 'same', $draft: { next: { $ref: 'c' } } },
  ];
  const missing = 'title must be a `string` type, but the final value was: `null`.';
  await expect(fill({ locales: ['fr'], [at]: posts })).rejects.toThrow(
    [
      'Nothing was seeded: 6 errors.',
      '',
      'data-1.json',
      `  ${at}[0].title: ${missing}`,
      `  ${at}[0].$draft.title: title must be a \`string\` type, but the final value was: \`4\`.`,
      `  ${at}[0].$locales.fr.title: ${missing}`,
      `  ${at}[1].$locales.fr.title: title must be a \`string\` type, but the final value was: \`5\`.`,
      `  ${at}[2].title: title must be a \`string\` type, but the final value was: \`6\`.`,
      `  ${at}[4].slug: This attribute must be unique`,
    ].join('\n'),
  );
  expect(await titles(app, 'status=draft')).toEqual([]);
  expect((await app.request('/api/i18n/locales')).json()).toHaveLength(1);
});
