// Values of the first row of a document in a locale (docs/strapi/publishing.md, "New localizations").
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { localesProject, parts, POPULATE_STORY } from '../../../test/support/locales-project.ts';
import { rejection } from '../../../test/support/rejection.ts';
import { VersionProject, type Entry } from '../../../test/support/version-project.ts';

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open(localesProject);
});

afterEach(() => project.assertWhole());

afterAll(() => project[Symbol.asyncDispose]());

const read = (documentId: string, query: string): Promise<Entry | null> =>
  project.read('story', documentId, `${POPULATE_STORY}&${query}`);

describe('a new localization', () => {
  test('copies only the values that locales share', async () => {
    const topic = await project.published('topic', { title: 'topic' });
    const data = { title: 'en', slug: 's', code: 'c1', views: 7, own: [{ text: 'own' }], ...parts };
    const documentId = await project.published('story', { ...data, topics: [topic] });
    await project.update(['story', documentId], { title: 'fr' }, 'locale=fr');
    for (const status of ['draft', 'published']) {
      expect(await read(documentId, `locale=fr&status=${status}`)).toMatchObject({
        documentId,
        locale: 'fr',
        title: 'fr',
        slug: null,
        code: 'c1',
        views: 7,
        own: [],
        topics: [],
        peers: [],
        ...parts,
      });
    }
  });

  test('has its own rows and components', async () => {
    const documentId = await project.published('story', { title: 'en', ...parts });
    const french = await project.update(
      ['story', documentId],
      { title: 'fr' },
      `locale=fr&${POPULATE_STORY}`,
    );
    const english = await read(documentId, '');
    const cards = [french, english].map((entry) => (entry?.['card'] as Entry | undefined)?.id);
    expect(new Set(cards).size).toBe(2);
    await project.delete('story', documentId, 'locale=fr');
    expect(await read(documentId, '')).toEqual(english);
  });

  test('of a draft is a draft', async () => {
    const documentId = await project.draft('story', { title: 'en', views: 1 });
    await project.update(['story', documentId], { title: 'fr' }, 'locale=fr&status=draft');
    expect(await read(documentId, 'locale=fr&status=draft')).toMatchObject({ views: 1 });
    expect(await read(documentId, 'locale=fr')).toBeNull();
  });

  test('keeps its own values, in every locale; null counts as absent', async () => {
    const documentId = await project.published('story', { title: 'en', views: 1, code: 'c2' });
    const sent = { title: 'fr', views: 2, code: null };
    const french = await project.update(['story', documentId], sent, 'locale=fr');
    expect(french).toMatchObject({ views: 2, code: 'c2' });
    for (const status of ['draft', 'published']) {
      expect(await read(documentId, `status=${status}`)).toMatchObject({ views: 2, code: 'c2' });
    }
  });

  test('is not created if it is rejected', async () => {
    const documentId = await project.published('story', { title: 'en' });
    const error = await rejection(() => project.update(['story', documentId], {}, 'locale=fr'));
    expect(error.status).toBe(400);
    expect(await read(documentId, 'locale=fr&status=draft')).toBeNull();
  });

  test('can be in the default locale', async () => {
    const documentId = await project.published('story', { title: 'fr', views: 5 }, 'locale=fr');
    await project.update(['story', documentId], { title: 'en' });
    expect(await read(documentId, '')).toMatchObject({ locale: 'en', views: 5 });
  });

  test('of a type without drafts copies shared values', async () => {
    const documentId = await project.published('label', { title: 'en', color: 'red' });
    const query = 'locale=fr';
    const made = await project.update(['label', documentId], { title: 'fr' }, query);
    expect(made).toMatchObject({ color: 'red', locale: 'fr', documentId });
  });

  test('links of a shared component point to the targets that exist in the new locale', async () => {
    const target = await project.published('story', { title: 'target en' });
    const both = await project.published('story', { title: 'both en' });
    await project.update(['story', both], { title: 'both fr' }, 'locale=fr');
    const topic = await project.published('topic', { title: 'topic' });
    const card = { text: 'c', stories: [target, both], topics: [topic] };
    const documentId = await project.published('story', { title: 'en', card });
    await project.update(['story', documentId], { title: 'fr' }, 'locale=fr');
    for (const status of ['draft', 'published']) {
      expect(await read(documentId, `locale=fr&status=${status}`)).toMatchObject({
        card: { stories: [{ title: 'both fr' }], topics: [{ title: 'topic' }] },
      });
    }
  });

  test('links of a shared component remain in the locale of their target, and are pending in the others (D7)', async () => {
    const target = await project.published('story', { title: 'target en' });
    const both = await project.published('story', { title: 'both en' });
    await project.update(['story', both], { title: 'both fr' }, 'locale=fr');
    const card = { text: 'c', stories: [target, both] };
    const documentId = await project.published('story', { title: 'en', card });
    await project.update(['story', documentId], { title: 'fr' }, 'locale=fr');
    const cardOf = async (query: string) =>
      (await read(documentId, query))?.['card'] as {
        readonly id: number;
        readonly stories: readonly { readonly title: string }[];
      };
    const { id } = await cardOf('locale=fr&status=draft');
    const changed = { id, text: 'changed in fr' };
    await project.update(['story', documentId], { card: changed }, 'locale=fr');
    const storiesOf = async (query: string) =>
      (await cardOf(query)).stories.map(({ title }) => title);
    for (const status of ['draft', 'published']) {
      expect(await storiesOf(`status=${status}`)).toEqual(['target en', 'both en']);
      expect(await storiesOf(`locale=fr&status=${status}`)).toEqual(['both fr']);
    }
    await project.update(['story', target], { title: 'target fr' }, 'locale=fr');
    for (const status of ['draft', 'published']) {
      expect(await storiesOf(`locale=fr&status=${status}`)).toEqual(['target fr', 'both fr']);
    }
    // A target that is removed in one locale stays in the others, even after publishing again.
    await project.delete('story', target, 'locale=fr');
    await project.act('unpublish', ['story', documentId], 'locale=fr');
    await project.act('publish', ['story', documentId], 'locale=fr');
    expect(await storiesOf('locale=fr')).toEqual(['both fr']);
    for (const status of ['draft', 'published']) {
      expect(await storiesOf(`status=${status}`)).toEqual(['target en', 'both en']);
    }
    const label = { id: (await cardOf('locale=fr&status=draft')).id, text: 'changed again' };
    await project.update(['story', documentId], { card: label }, 'locale=fr');
    expect(await storiesOf('')).toEqual(['target en', 'both en']);
    await project.update(['story', target], { title: 'target fr' }, 'locale=fr');
    expect(await storiesOf('locale=fr')).toEqual(['target fr', 'both fr']);
    await project.delete('story', target, 'locale=*');
    expect(
      await project.rows('select 1 from quoin_pending_links where target_document = $1', target),
    ).toEqual([]);
  });
});
