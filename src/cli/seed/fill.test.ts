import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { readValue } from '../../../test/support/app-database.ts';
import { collectionType, makeProject, schemaOf } from '../../../test/support/project-folder.ts';
import { seedApp } from '../../../test/support/seed.ts';

const PROJECT = makeTypes();

/** Posts with links to each other, tags, pictures and a required component that references a post. */
function makeTypes(): Readonly<Record<string, object>> {
  const relation = (kind: string, target: string, more: object = {}): object => ({
    type: 'relation',
    relation: kind,
    target,
    ...more,
  });
  const type = (name: string, attributes: object): object => ({
    ...collectionType(name, attributes),
    options: { draftAndPublish: false },
  });
  return {
    [schemaOf('post')]: type('post', {
      title: { type: 'string', required: true },
      slug: { type: 'uid' },
      views: { type: 'integer', max: 100 },
      cover: { type: 'media' },
      next: relation('oneToOne', 'api::post.post'),
      related: relation('manyToMany', 'api::post.post'),
      tags: relation('manyToMany', 'api::tag.tag', { inversedBy: 'posts' }),
      teaser: { type: 'component', component: 'parts.teaser' },
      sections: { type: 'dynamiczone', components: ['parts.teaser'] },
    }),
    [schemaOf('tag')]: type('tag', {
      name: { type: 'string' },
      posts: relation('manyToMany', 'api::post.post', { mappedBy: 'tags' }),
    }),
    [schemaOf('page')]: type('page', {
      teaser: { type: 'component', component: 'parts.teaser', required: true },
    }),
    [schemaOf('home')]: { ...type('home', { title: { type: 'string' } }), kind: 'singleType' },
    'src/components/parts/teaser.json': {
      collectionName: 'components_parts_teasers',
      info: { displayName: 'Teaser' },
      attributes: {
        text: { type: 'string', required: true },
        post: relation('oneToOne', 'api::post.post'),
      },
    },
  };
}

/** A server of the project, with data files. */
async function open(files: Readonly<Record<string, object | string>>): Promise<TestApp> {
  const app = await openTestApp({ project: makeProject(PROJECT) });
  onTestFinished(() => app.close());
  writeData(app, files);
  return app;
}

function writeData({ folder }: TestApp, files: Readonly<Record<string, object | string>>): void {
  mkdirSync(path.join(folder, 'data'), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(path.join(folder, 'data', name), text);
  }
}

async function read(app: TestApp, url: string): Promise<unknown> {
  return (await app.request(url)).json<{ readonly data: unknown }>().data;
}

function uploadsOf({ folder }: TestApp): readonly string[] {
  const uploads = path.join(folder, 'public', 'uploads');
  return existsSync(uploads) ? readdirSync(uploads).filter((name) => name !== '.incoming') : [];
}

test('resolves references in any order and in cycles, and assigns ids in the order of the file', async () => {
  const app = await open({
    'a.json': {
      'api::page.page': [{ teaser: { text: 'To b', post: { $ref: 'b' } } }],
      'api::post.post': [
        { $key: 'a', title: 'A', next: { $ref: 'b' }, tags: [{ $ref: 'y' }, { $ref: 'x' }] },
        {
          $key: 'b',
          title: 'B',
          next: { $ref: 'a' },
          related: [{ $ref: 'c' }, { $ref: 'b' }, { $ref: 'a' }],
          sections: [
            { __component: 'parts.teaser', text: '1', post: { $ref: 'c' } },
            { __component: 'parts.teaser', text: '2' },
          ],
        },
        { $key: 'c', title: 'C', teaser: { text: 'To a', post: { $ref: 'a' } } },
      ],
    },
    'b.json': {
      'api::tag.tag': [
        { $key: 'x', name: 'X' },
        { $key: 'y', name: 'Y' },
      ],
    },
  });
  await seedApp(app, 'data');
  const title = (name: string): object => expect.objectContaining({ title: name }) as object;
  expect(
    await read(
      app,
      '/api/posts?sort=id&populate[sections][populate]=*&populate[teaser][populate]=*&populate[next]=true&populate[related]=true&populate[tags]=true',
    ),
  ).toEqual([
    expect.objectContaining({
      id: 1,
      next: title('B'),
      related: [],
      tags: [expect.objectContaining({ name: 'Y' }), expect.objectContaining({ name: 'X' })],
    }),
    expect.objectContaining({
      id: 2,
      next: title('A'),
      related: [title('C'), title('B'), title('A')],
      sections: [
        expect.objectContaining({ text: '1', post: title('C') }),
        expect.objectContaining({ text: '2', post: null }),
      ],
    }),
    expect.objectContaining({
      id: 3,
      teaser: expect.objectContaining({ text: 'To a', post: title('A') }) as object,
    }),
  ]);
  expect(await read(app, '/api/pages?populate[teaser][populate]=*')).toEqual([
    expect.objectContaining({
      teaser: expect.objectContaining({ text: 'To b', post: title('B') }) as object,
    }),
  ]);
});

test('stores a file once, serves it and lists it in the media library', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>';
  const cover = { $file: 'My wall.svg' };
  const app = await open({
    'My wall.svg': svg,
    'a.json': {
      'api::post.post': [
        { title: 'A', cover: { ...cover, alternativeText: 'A wall' } },
        { title: 'B', cover },
      ],
    },
  });
  await seedApp(app, 'data');
  const posts = await read(app, '/api/posts?fields=title&populate=cover');
  const file = {
    id: 1,
    name: 'My wall.svg',
    alternativeText: 'A wall',
    caption: null,
    focalPoint: null,
    width: 30,
    height: 20,
    formats: null,
    hash: expect.stringMatching(/^My_wall_[0-9a-f]{10}$/) as string,
    ext: '.svg',
    mime: 'image/svg+xml',
    size: 0.07,
    previewUrl: null,
    provider: 'local',
    provider_metadata: null,
  };
  expect(posts).toMatchObject([
    { title: 'A', cover: file },
    { title: 'B', cover: file },
  ]);
  const [stored = ''] = uploadsOf(app);
  expect(uploadsOf(app)).toEqual([stored]);
  expect(posts).toMatchObject([{ cover: { url: `/uploads/${stored}` } }, {}]);
  expect((await app.request(`/uploads/${stored}`)).text).toBe(svg);
  expect((await app.request('/api/upload/files')).json()).toMatchObject([file]);
});

test('stores two files with the same name and content separately', async () => {
  const app = await open({
    'wall.svg': '<svg/>',
    'a.json': {
      'api::post.post': [
        { title: 'A', cover: { $file: 'wall.svg' } },
        { title: 'B', cover: { $file: 'more/wall.svg' } },
      ],
    },
  });
  mkdirSync(path.join(app.folder, 'data', 'more'));
  writeData(app, { 'more/wall.svg': '<svg/>' });
  await seedApp(app, 'data');
  expect(uploadsOf(app)).toHaveLength(2);
});

test('reports all invalid values at once and writes nothing', async () => {
  const app = await open({
    'wall.svg': '<svg/>',
    'a.json': {
      public: ['api::post.post.find'],
      'api::post.post': [
        { $key: 'a', title: 'A', slug: 'same', cover: { $file: 'wall.svg' } },
        { slug: 'same', views: 101, next: { $ref: 'c' } },
        {
          $key: 'c',
          title: 5,
          sections: [{ __component: 'parts.teaser' }],
        },
        { title: 'D', next: { $ref: 'c' } },
      ],
    },
  });
  const at = 'api::post.post';
  await expect(seedApp(app, 'data')).rejects.toThrow(
    [
      'Nothing was seeded: 5 errors.',
      '',
      path.join('data', 'a.json'),
      `  ${at}[1].title: title must be defined.`,
      `  ${at}[1].slug: This attribute must be unique`,
      `  ${at}[1].views: views must be less than or equal to 100`,
      `  ${at}[2].title: title must be a \`string\` type, but the final value was: \`5\`.`,
      `  ${at}[2].sections[0].text: sections[0].text must be defined.`,
    ].join('\n'),
  );
  expect(await read(app, '/api/posts')).toEqual([]);
  expect((await app.request('/api/upload/files')).json()).toEqual([]);
  expect(uploadsOf(app)).toEqual([]);
  expect((await app.request('/api/posts', { authorization: null })).status).toBe(403);
});

test('writes nothing if a file cannot be copied', async () => {
  const files = {
    'a.svg': '<svg/>',
    'b.svg': '<svg/>',
    'a.json': {
      'api::post.post': [
        { title: 'A', cover: { $file: 'a.svg' } },
        { title: 'B', cover: { $file: 'b.svg' } },
      ],
    },
  };
  const learning = await open(files);
  await seedApp(learning, 'data');
  const [, second = ''] = uploadsOf(learning).toSorted();

  const app = await open(files);
  // A folder blocks the path of the second file.
  mkdirSync(path.join(app.folder, 'public', 'uploads', second, 'inside'), { recursive: true });
  await expect(seedApp(app, 'data')).rejects.toThrow();
  expect(uploadsOf(app)).toEqual([second]);
  expect(await read(app, '/api/posts')).toEqual([]);
});

test('does not add to existing content without --append', async () => {
  const app = await open({
    'wall.svg': '<svg/>',
    'a.json': {
      'api::home.home': { title: 'Home' },
      'api::post.post': [{ title: 'A', cover: { $file: 'wall.svg' } }],
      'api::tag.tag': [],
    },
  });
  await seedApp(app, 'data');
  await expect(seedApp(app, 'data')).rejects.toThrow(
    'Nothing was seeded, because there is content already: api::home.home (1), api::post.post (1). ' +
      'To add to it, use --append. This duplicates what was seeded before.',
  );
  expect(await read(app, '/api/posts')).toHaveLength(1);
  expect(uploadsOf(app)).toHaveLength(1);

  writeData(app, {
    'a.json': {
      'api::home.home': { title: 'Other' },
      'api::post.post': [{ title: 'B', cover: { $file: 'wall.svg' } }],
    },
  });
  await seedApp(app, 'data', true);
  expect(await read(app, '/api/posts?fields=title&sort=id')).toMatchObject([
    { title: 'A' },
    { title: 'B' },
  ]);
  expect(await read(app, '/api/home')).toMatchObject({ id: 1, title: 'Other' });
  // Separate rows and files: deleting one keeps the other.
  expect(uploadsOf(app)).toHaveLength(2);
});

test('grants actions to the public role once, with immediate effect', async () => {
  const actions = ['api::post.post.find', 'api::tag.tag.find'];
  const app = await open({
    'a.json': { public: actions, 'api::post.post': [{ title: 'A' }] },
    'b.json': { public: actions, 'api::tag.tag': [] },
  });
  expect((await app.request('/api/posts', { authorization: null })).status).toBe(403);
  await seedApp(app, 'data');
  expect((await app.request('/api/posts', { authorization: null })).status).toBe(200);
  await seedApp(app, 'data/b.json', true);
  const granted = "select count(*) from up_permissions where action like 'api::%'";
  expect(await readValue(app, granted)).toBe(2);
});
