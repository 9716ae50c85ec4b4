// `quoin seed` as a process: the example of docs/seeding.md, its output, and an interruption. Also the first start of
// the blog, which is seeded.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { blocksOf, sectionOf } from '../support/documented.ts';
import { lockDatabase, readValue } from '../support/other-connection.ts';
import { makeProject, type ProjectFiles } from '../support/project-folder.ts';
import { runQuoin, startQuoin } from '../support/program.ts';
import { copyBlog } from '../support/blog-copy.ts';

const root = path.resolve(import.meta.dirname, '../..');
const guide = readFileSync(path.join(root, 'docs', 'seeding.md'), 'utf8');
const template = path.join(root, 'templates', 'site');

/** The project that `quoin init` makes, with data. */
function makeSite(data: ProjectFiles): string {
  const files = Object.entries(data).map(([name, content]) => [`data/${name}`, content] as const);
  return makeProject(Object.fromEntries(files), template);
}

describe('docs/seeding.md', () => {
  const [example] = blocksOf(sectionOf(guide, 'File format')).filter(
    ({ language }) => language === 'json',
  );
  const data = example?.body ?? '';

  test('seeds its example', async () => {
    const folder = makeSite({ 'all.json': data });
    const { code, stdout, stderr } = await runQuoin(folder, 'seed', 'data');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Created a new database.\nDocuments: 3\n');
    expect(stdout).toMatch(/\nSeeded 3 documents of 2 content-types in \d+\.\d s\.\n$/);
    // Each of the two articles is a draft and a published row.
    const linked = 'select count(*) from articles_author_lnk';
    expect(readValue(folder, linked)).toBe(4);

    const again = await runQuoin(folder, 'seed', 'data');
    expect([again.code, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toContain(
      'Nothing was seeded, because there is content already: api::author',
    );
    expect((await runQuoin(folder, 'seed', 'data', '--append')).code).toBe(0);
    expect(readValue(folder, linked)).toBe(8);
  });

  test('seeds its example of drafts and locales', async () => {
    const json = blocksOf(sectionOf(guide, 'Drafts and locales'))[0]?.body ?? '';
    const folder = makeSite({ 'all.json': json });
    const { code, stdout, stderr } = await runQuoin(folder, 'seed', 'data');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Documents: 2\nLocales: 1\nPublished: 2\nDrafts: 1\n');
    expect(stdout).toContain('\nRegistered locales: fr.\nSeeded 2 documents of 1 content-type');
    const titles = (rows: string): unknown =>
      readValue(
        folder,
        `select group_concat(title, ', ') from (select * from articles where ${rows} order by id)`,
      );
    const [changed, plain] = ['Sewing on tapes, and on cords', 'Sewing on tapes'];
    expect(titles("locale = 'en' and published_at is null")).toBe(`${changed}, The swell`);
    expect(titles("locale = 'en' and published_at is not null")).toBe(plain);
    expect(titles("locale = 'fr'")).toBe('Coudre sur rubans, Coudre sur rubans');
    expect(
      readValue(folder, 'select count(distinct date) from articles where date is not null'),
    ).toBe(1);
    expect(readValue(folder, 'select count(*) from articles where date is null')).toBe(1);
    expect(readValue(folder, "select name from i18n_locale where code = 'fr'")).toBe('French (fr)');
  });

  test('reports errors as documented, and creates nothing', async () => {
    const reported = /^ *(Nothing was seeded[^]*?)^ *```/m.exec(guide)?.[1] ?? '';
    const lines = reported.split('\n').map((line) => line.replace(/^ {2}/, '').trimEnd());
    const articles = [
      { title: 'A', author: { $ref: 'adda' } },
      { title: 'B', titel: 'C' },
    ];
    const folder = makeSite({ 'articles.json': { 'api::article.article': articles } });
    const { code, stdout, stderr } = await runQuoin(folder, 'seed', 'data');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trimEnd()).toBe(lines.join('\n').trimEnd());
    expect(existsSync(path.join(folder, '.tmp'))).toBe(false);
  });
});

test('warns that project code does not run', async () => {
  const lifecycles = 'src/api/article/content-types/article/lifecycles.js';
  const folder = makeProject(
    {
      'data/a.json': {
        'api::article.article': [{ title: 'A' }],
        'api::author.author': [{ name: 'B' }],
      },
      [lifecycles]: 'module.exports = { beforeCreate(event) { event.params.data.slug = "a"; } };',
    },
    template,
  );
  const { code, stderr } = await runQuoin(folder, 'seed', 'data');
  expect([code, stderr]).toEqual([
    0,
    'Warning: project code, such as lifecycles, does not run for seeded entries.\n',
  ]);
});

test('seeds only locales', async () => {
  const folder = makeSite({ 'all.json': JSON.stringify({ locales: ['fr', 'de'] }) });
  const { code, stdout } = await runQuoin(folder, 'seed', 'data');
  expect([code, stdout.split('\n').at(-2)]).toEqual([0, 'Registered locales: fr, de.']);
});

test('seeds only permissions', async () => {
  const folder = makeSite({
    'all.json': JSON.stringify({ public: ['api::article.article.find'] }),
  });
  const { code, stdout } = await runQuoin(folder, 'seed', 'data');
  expect([code, stdout.split('\n').at(-2)]).toEqual([
    0,
    'Granted to the public role: api::article.article.find.',
  ]);
});

test('a killed seed leaves no documents, and can run again', async () => {
  const folder = makeProject(
    {
      'data/a.json': { 'api::article.article': [{ title: 'A', cover: { $file: 'a.svg' } }] },
      'data/a.svg': '<svg/>',
      'src/api/article/content-types/article/schema.json': withCover(),
    },
    template,
  );
  await runQuoin(folder, 'token', 'list');
  // Another program holds the database: files can be copied, and then it has to wait.
  const unlock = lockDatabase(folder);
  const child = spawn(process.execPath, [path.join(root, 'bin', 'quoin.js'), 'seed', 'data'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.on('data', () => child.kill('SIGKILL'));
  await once(child, 'close');
  unlock();
  expect(readValue(folder, 'select count(*) from files')).toBe(0);

  expect((await runQuoin(folder, 'seed', 'data')).code).toBe(0);
  expect(readValue(folder, 'select count(*) from articles')).toBe(2);
  const uploads = readdirSync(path.join(folder, 'public', 'uploads'));
  expect(uploads.filter((name) => !name.startsWith('.'))).toHaveLength(1);
});

function withCover(): object {
  const file = path.join(template, 'src/api/article/content-types/article/schema.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as { readonly attributes: object };
  return { ...schema, attributes: { ...schema.attributes, cover: { type: 'media' } } };
}

describe('the blog', () => {
  /** Fills a project as `npm start` does it with the blog. */
  function fillOnce(folder: string): string {
    const script = pathToFileURL(path.join(root, 'scripts', 'fill-once.mjs')).href;
    const source = `import { fillOnce } from ${JSON.stringify(script)}; fillOnce(${JSON.stringify(folder)});`;
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', source],
      { encoding: 'utf8' },
    );
    expect(status).toBe(0);
    return stdout;
  }

  test('is seeded at its first start, even after an interrupted one', async () => {
    const folder = makeProject({});
    copyBlog(folder);
    mkdirSync(path.join(folder, '.tmp'));
    for (const part of ['', '-wal', '-shm']) {
      writeFileSync(path.join(folder, '.tmp', `filling.db${part}`), 'half of something');
    }
    expect(fillOnce(folder)).toContain('Seeded 45 documents of 5 content-types and 21 files');
    expect(readdirSync(path.join(folder, '.tmp'))).toEqual(['data.db']);
    expect(fillOnce(folder)).toBe('');

    const { port, output } = await startQuoin(folder);
    expect(output().stderr).toBe('');
    const url = `http://127.0.0.1:${port}`;
    const response = await fetch(
      `${url}/api/articles?populate=cover&filters[slug]=what-a-quoin-is-for`,
    );
    const { data } = (await response.json()) as {
      readonly data: readonly { readonly cover: { readonly url: string } }[];
    };
    const cover = await fetch(`${url}${data[0]?.cover.url}`);
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });
});
