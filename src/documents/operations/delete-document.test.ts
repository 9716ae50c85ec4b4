// Rows that a deletion removes from a document with locales and drafts (docs/strapi/publishing.md, "Deletion").
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { localesProject } from '../../../test/support/locales-project.ts';
import { rejection } from '../../../test/support/rejection.ts';
import { VersionProject } from '../../../test/support/version-project.ts';

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open(localesProject);
});

afterEach(() => project.assertWhole());

afterAll(() => project[Symbol.asyncDispose]());

const LOCALES = ['en', 'de', 'fr'];

/** A document in three locales; of one with drafts the French one is a draft only. */
async function make(name: string): Promise<string> {
  const documentId = await project.published(name, { title: 'en' });
  await project.update([name, documentId], { title: 'de' }, 'locale=de');
  await project.update([name, documentId], { title: 'fr' }, 'locale=fr&status=draft');
  return documentId;
}

/** The locales of the rows that are there, each once. */
async function left(name: string, documentId: string): Promise<readonly unknown[]> {
  const table = project.store.layout.table(project.type(name).uid);
  const sql = `select distinct locale from ${table} where document_id = $1 order by 1`;
  return (await project.rows(sql, documentId)).map(({ locale }) => locale);
}

const without = (...gone: readonly string[]): readonly string[] =>
  LOCALES.filter((locale) => !gone.includes(locale)).toSorted();

describe.each(['story', 'label'])('%s: a delete', (name) => {
  test.each([
    ['', without('en')],
    ['locale=', without('en')],
    ['locale=fr', without('fr')],
    ['locale=FR', without()],
    ['locale=xx', without()],
    ['locale[0]=fr&locale[1]=de', without('fr', 'de')],
    ['locale[$in][0]=fr&locale[$in][1]=de', without('fr', 'de')],
    ['locale=*', []],
  ])('%s', async (query, locales) => {
    const documentId = await make(name);
    await project.delete(name, documentId, query);
    expect(await left(name, documentId)).toEqual(locales);
    await project.delete(name, documentId, query);
    expect(await left(name, documentId)).toEqual(locales);
  });

  test('allows the deleted locale to be created again', async () => {
    const documentId = await make(name);
    await project.delete(name, documentId);
    const made = await project.update([name, documentId], { title: 'again' });
    expect(made).toMatchObject({ documentId, title: 'again', locale: 'en' });
    expect(await left(name, documentId)).toEqual(without());
  });

  test.each([
    ['filters[title]=other', without()],
    ['filters[title]=en', without('en')],
    ['_q=nowhere', without()],
    ['filters[title]=fr&locale=fr', without('fr')],
    [
      'filters[title][$in][0]=fr&filters[title][$in][1]=de&locale[0]=fr&locale[1]=de',
      without('fr', 'de'),
    ],
  ])('with filters: %s', async (query, locales) => {
    const documentId = await make(name);
    await project.delete(name, documentId, query);
    expect(await left(name, documentId)).toEqual(locales);
  });

  test.each([
    ['filters[title]=en&locale=*', without('en')],
    ['filters[locale]=fr', without('fr')],
    ['filters[locale]=fr&locale=en', without('fr')],
    ['filters[locale][$in][0]=fr&filters[locale][$in][1]=en', without('fr', 'en')],
    ['filters[locale][$ne]=en', without('de', 'fr')],
    ['filters[locale]=fr&filters[title]=de', without()],
    ['filters[$and][0][locale]=fr', without()],
  ])('with filters that match some locales: %s', async (query, locales) => {
    const documentId = await make(name);
    await project.delete(name, documentId, query);
    expect(await left(name, documentId)).toEqual(locales);
  });
});

test('deleting only the draft is rejected, also with filters', async () => {
  const documentId = await project.published('story', { title: 'a' });
  await project.update(['story', documentId], { title: 'b' }, 'status=draft');
  const queries = [
    'status=draft',
    'filters[title]=b',
    'filters[publishedAt][$null]=true',
    'publicationFilter=has-published-version',
    'publicationFilter=modified',
    'hasPublishedVersion=true',
  ];
  for (const query of queries) {
    expect((await rejection(() => project.delete('story', documentId, query))).status).toBe(400);
  }
  expect(await project.read('story', documentId)).toMatchObject({ title: 'a' });
});

test.each(['filters[title]=a', 'filters[publishedAt][$notNull]=true'])(
  'deleting only the published row unpublishes it: %s',
  async (query) => {
    const documentId = await project.published('story', { title: 'a' });
    const source = await project.published('topic', { title: 's', stories: [documentId] });
    await project.update(['story', documentId], { title: 'b' }, 'status=draft');
    await project.delete('story', documentId, query);
    expect(await project.read('story', documentId)).toBeNull();
    expect(await project.read('story', documentId, 'status=draft')).toMatchObject({ title: 'b' });
    expect(await project.titles('topic', [source, 'stories'])).toEqual([]);
    await project.update(['story', documentId], { title: 'c' });
    expect(await project.titles('topic', [source, 'stories'])).toEqual(['c']);
  },
);

test.each([
  'publicationFilter=never-published',
  'publicationFilter=published-with-draft',
  'publicationFilter=published-without-draft',
  'hasPublishedVersion=false',
])('%s of a delete applies to drafts', async (query) => {
  const documentId = await project.published('story', { title: 'a' });
  await project.delete('story', documentId, query);
  expect(await project.read('story', documentId)).toMatchObject({ title: 'a' });
  if (query.includes('with')) return;
  const draft = await project.draft('story', { title: 'd' });
  await project.delete('story', draft, query);
  expect(await project.read('story', draft, 'status=draft')).toBeNull();
});

test('a type without locales ignores locales', async () => {
  const documentId = await project.published('topic', { title: 'a' });
  await project.delete('topic', documentId, 'locale=zz');
  expect(await project.read('topic', documentId, 'status=draft')).toBeNull();
});

test('a delete removes links to both versions, and keeps links to other locales', async () => {
  const target = await make('story');
  const gone = await project.published('topic', {
    title: 'gone',
    stories: [target, { documentId: target, locale: 'de' }],
  });
  const french = await project.published('story', { title: 'fr', peers: [target] }, 'locale=de');
  await project.delete('story', target);
  for (const query of ['', 'status=draft']) {
    expect(await project.titles('topic', [gone, 'stories'], query)).toEqual(['de']);
    expect(await project.titles('story', [french, 'peers'], `${query}&locale=de`)).toEqual(['de']);
  }
  await project.delete('story', target, 'locale=*');
  expect(await project.titles('topic', [gone, 'stories'])).toEqual([]);
});

test('no links to or from a deleted locale remain pending', async () => {
  const target = await project.draft('story', { title: 'en' });
  await project.update(['story', target], { title: 'fr' }, 'status=draft&locale=fr');
  const source = await project.published('story', { title: 's', peers: [target] });
  await project.update(['story', source], { title: 's', peers: [target] }, 'locale=fr');
  const waiting = async (): Promise<readonly unknown[]> => {
    const sql = 'select target_locale from quoin_pending_links where target_document = $1';
    const links = await project.rows(sql, target);
    return links.map(({ target_locale: locale }) => String(locale)).toSorted();
  };
  expect(await waiting()).toEqual(['en', 'fr']);
  await project.delete('story', target, 'locale=fr');
  expect(await waiting()).toEqual(['en']);
  await project.delete('story', source);
  expect(await waiting()).toEqual([]);
});
