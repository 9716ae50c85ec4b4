// Shared values are one value: a write changes them in every other locale's draft, and a publishing write also in
// their published rows (docs/strapi/differences.md, D7).
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { localesProject, parts, POPULATE_STORY } from '../../../test/support/locales-project.ts';
import { titlesOf, VersionProject, type Entry } from '../../../test/support/version-project.ts';

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open(localesProject);
});

afterEach(() => project.assertWhole());

afterAll(() => project[Symbol.asyncDispose]());

const read = (documentId: string, query: string): Promise<Entry | null> =>
  project.read('story', documentId, `${POPULATE_STORY}&${query}`);

describe('D7: a shared value is one value', () => {
  interface Versions {
    readonly en: unknown;
    readonly fr: unknown;
  }

  /** A document in two locales, both published. */
  async function inLocales(data: object): Promise<string> {
    const documentId = await project.published('story', { title: 'en', ...data });
    await project.update(['story', documentId], { title: 'fr' }, 'locale=fr');
    return documentId;
  }

  async function both(documentId: string, status: string): Promise<Versions> {
    const values = async (locale: string): Promise<unknown> => {
      const entry = await read(documentId, `locale=${locale}&status=${status}`);
      const card = entry?.['card'] as Entry | null | undefined;
      return [entry?.['views'], card?.['text'] ?? null];
    };
    return { en: await values('en'), fr: await values('fr') };
  }

  const change = { views: 9, card: { text: 'new' } };
  const [OLD, NEW] = [
    [1, 'card'],
    [9, 'new'],
  ];

  test('a draft write changes all drafts, and no published row', async () => {
    const documentId = await inLocales({ views: 1, ...parts });
    await project.update(['story', documentId], change, 'status=draft&locale=fr');
    expect(await both(documentId, 'draft')).toEqual({ en: NEW, fr: NEW });
    expect(await both(documentId, 'published')).toEqual({ en: OLD, fr: OLD });
  });

  test('a publishing write changes all drafts and all published rows', async () => {
    const documentId = await inLocales({ views: 1, ...parts });
    await project.update(['story', documentId], change, 'locale=fr');
    expect(await both(documentId, 'draft')).toEqual({ en: NEW, fr: NEW });
    expect(await both(documentId, 'published')).toEqual({ en: NEW, fr: NEW });
  });

  test.each(['an update', 'the action'])(
    'publishing a draft by %s changes all drafts and published rows',
    async (by) => {
      const documentId = await inLocales({ views: 1, ...parts });
      await project.update(['story', documentId], change, 'status=draft');
      if (by === 'an update') await project.update(['story', documentId], {});
      else await project.act('publish', ['story', documentId]);
      expect(await both(documentId, 'published')).toEqual({ en: NEW, fr: NEW });
      await project.act('publish', ['story', documentId], 'locale=*');
      expect(await both(documentId, 'published')).toEqual({ en: NEW, fr: NEW });
    },
  );

  test('a write that changes no shared value copies none', async () => {
    const documentId = await inLocales({ views: 1, ...parts });
    await project.update(['story', documentId], change, 'status=draft');
    await project.update(['story', documentId], { title: 'fr 2' }, 'locale=fr&status=draft');
    expect(await both(documentId, 'draft')).toEqual({ en: NEW, fr: NEW });
    expect(await both(documentId, 'published')).toEqual({ en: OLD, fr: OLD });
  });

  test('null is shared as well', async () => {
    const documentId = await inLocales({ views: 1, ...parts });
    await project.update(['story', documentId], { views: null, card: null });
    for (const status of ['draft', 'published']) {
      expect(await both(documentId, status)).toEqual({ en: [null, null], fr: [null, null] });
    }
  });

  test('a zone with nested components is shared completely', async () => {
    const documentId = await inLocales({ ...parts });
    const zone = [
      { __component: 'parts.card', text: 'first' },
      { __component: 'parts.deck', cards: [{ text: 'a' }] },
    ];
    await project.update(['story', documentId], { zone });
    for (const query of ['', 'locale=fr', 'status=draft', 'locale=fr&status=draft']) {
      expect((await read(documentId, query))?.['zone']).toMatchObject(zone);
    }
  });

  test('links of a shared component are shared, pending ones included (D6 b)', async () => {
    const late = await project.draft('topic', { title: 'late' });
    const there = await project.published('topic', { title: 'there' });
    const documentId = await inLocales({ card: { text: 'c', topics: [] } });
    const card = { text: 'c', topics: [late, there] };
    await project.update(['story', documentId], { card }, 'locale=fr');
    const topics = async (query: string): Promise<unknown> => {
      const entry = await read(documentId, query);
      return titlesOf((entry?.['card'] as Entry | undefined)?.['topics']);
    };
    const published = ['', 'locale=fr'];
    for (const query of published) {
      expect(await topics(query)).toEqual(['there']);
      expect(await topics(`${query}&status=draft`)).toEqual(['late', 'there']);
    }
    await project.act('publish', ['topic', late]);
    for (const query of published) expect(await topics(query)).toEqual(['late', 'there']);
    await project.act('unpublish', ['topic', late]);
    for (const query of published) expect(await topics(query)).toEqual(['there']);
    await project.act('publish', ['topic', late]);
    for (const query of published) expect(await topics(query)).toEqual(['late', 'there']);
  });

  test('all locales of a type without drafts have it', async () => {
    const documentId = await project.published('label', { title: 'en', color: 'red' });
    await project.update(['label', documentId], { title: 'fr' }, 'locale=fr');
    await project.update(['label', documentId], { color: 'blue' }, 'locale=fr');
    expect(await project.read('label', documentId)).toMatchObject({ color: 'blue', title: 'en' });
  });

  test('rows that receive it keep their ids and publishedAt', async () => {
    const documentId = await inLocales({ views: 1, ...parts });
    const before = await read(documentId, 'locale=fr');
    await project.update(['story', documentId], change);
    const after = await read(documentId, 'locale=fr');
    expect([after?.id, after?.['publishedAt'], after?.['title']]).toEqual([
      before?.id,
      before?.['publishedAt'],
      'fr',
    ]);
    expect(String(after?.['updatedAt']) >= String(before?.['updatedAt'])).toBe(true);
  });

  test('a single type shares values as well', async () => {
    await project.update(['home', null], { title: 'en', views: 1 });
    await project.update(['home', null], { title: 'fr' }, 'locale=fr');
    await project.update(['home', null], { views: 2 }, 'locale=fr');
    expect(await project.read('home', null)).toMatchObject({ title: 'en', views: 2 });
    await project.delete('home', null, 'locale=*');
  });
});
