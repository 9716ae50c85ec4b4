// A locale is deleted with all its entries; other locales do not change, and no link dangles
// (docs/strapi/differences.md, D6, D7).
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { localesProject } from '../../../test/support/locales-project.ts';
import { VersionProject, type Entry } from '../../../test/support/version-project.ts';
import { PROGRAM } from '../content-events.ts';
import { countLocaleRows, removeLocale } from './remove-locale.ts';

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open(localesProject);
});

afterEach(() => project.assertWhole());

afterAll(() => project[Symbol.asyncDispose]());

function remove(locale: string): Promise<number> {
  return project.store.database.transact(
    removeLocale({ context: project.engine.context, by: PROGRAM, events: [] }, locale),
  );
}

const DEEP =
  'populate[card][populate]=*&populate[zone][on][parts.card]=true&populate[zone][on][parts.deck][populate]=*' +
  '&populate[own][populate]=*&populate[topics][fields]=title&populate[peers][fields]=title&populate[labels]=true';

async function seen(documentId: string, locale: string): Promise<readonly (Entry | null)[]> {
  const versions = ['draft', 'published'].map((status) =>
    project.read('story', documentId, `${DEEP}&locale=${locale}&status=${status}`),
  );
  return Promise.all(versions);
}

const CARDS = 'select count(*) n from components_parts_cards';

test('removes rows in every localized type, with their components and links, and keeps other locales', async () => {
  const topic = await project.published('topic', { title: 'topic' });
  const label = await project.published('label', { title: 'etikett' }, 'locale=de');
  const card = { text: 'card', topics: [topic] };
  const parts = { card, own: [card], zone: [{ __component: 'parts.deck', cards: [card, card] }] };
  const story = await project.published('story', { title: 'one', topics: [topic], ...parts });
  const cards = await project.rows(CARDS);
  await project.update(
    ['story', story],
    { title: 'eins', own: [card], labels: [label] },
    'locale=de',
  );
  await project.published('story', { title: 'nur', peers: [story], ...parts }, 'locale=de');
  await project.update(['home', null], { title: 'heim' }, 'locale=de');
  const before = await seen(story, 'en');

  const count = await project.store.database.read(countLocaleRows(project.engine.context, 'de'));
  expect(count).toBe(7);
  expect(await remove('de')).toBe(count);

  expect(await seen(story, 'de')).toEqual([null, null]);
  expect(await seen(story, 'en')).toEqual(before);
  expect(await project.read('label', label, 'locale=de')).toBeNull();
  expect(await project.read('home', null, 'locale=de')).toBeNull();
  expect(await project.rows(CARDS)).toEqual(cards);
});

test('removes nothing if the locale has no rows', async () => {
  expect(await remove('nl')).toBe(0);
});

test('removes pending links to and from the locale', async () => {
  const late = await project.draft('topic', { title: 'late' });
  const story = await project.published('story', { title: 'ein', topics: [late] }, 'locale=de');
  expect(await project.rows('select * from quoin_pending_links')).not.toEqual([]);
  await remove('de');
  expect(await project.rows('select * from quoin_pending_links')).toEqual([]);
  expect(await seen(story, 'de')).toEqual([null, null]);
});

test.each([
  ['of a document that is deleted', []],
  ['of a document that stays', ['en']],
])('removes links pending on the locale %s', async (_, others) => {
  const story = await project.draft('story', { title: 'entwurf' }, 'locale=de');
  for (const locale of others) {
    await project.update(['story', story], { title: locale }, `status=draft&locale=${locale}`);
  }
  const topic = await project.published('topic', {
    title: 'topic',
    stories: [{ documentId: story, locale: 'de' }],
  });
  const waiting = 'select target_locale from quoin_pending_links';
  expect(await project.rows(waiting)).toEqual([{ target_locale: 'de' }]);
  await remove('de');
  expect(await project.rows(waiting)).toEqual([]);
  expect(await project.titles('topic', [topic, 'stories'], 'status=draft')).toEqual([]);
});

test('removes shared values pending on a document that only existed in the locale', async () => {
  const gone = await project.published('story', { title: 'nur hier' }, 'locale=de');
  const card = { text: 'card', stories: [gone] };
  const owner = await project.published('story', { title: 'eins', card }, 'locale=de');
  await project.update(['story', owner], { title: 'un' }, 'locale=fr');
  const waiting = 'select distinct target_locale from quoin_pending_links';
  expect(await project.rows(waiting)).toEqual([{ target_locale: 'fr' }]);
  await remove('de');
  expect(await project.rows(waiting)).toEqual([]);
  expect(await project.read('story', owner, 'locale=fr')).not.toBeNull();
});

test('keeps other locales unchanged and consistent, whatever is linked', async () => {
  const place = fc.record({
    locale: fc.constantFrom('en', 'de', 'fr'),
    status: fc.constantFrom('', 'status=draft&'),
    /** Positions of stories that are there. */
    peers: fc.array(fc.nat(5), { maxLength: 3 }),
    inCard: fc.array(fc.nat(5), { maxLength: 2 }),
    /** A story that gets another localization, or none: a new one. */
    of: fc.option(fc.nat(5)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 8 }), async (places) => {
      const stories: string[] = [];
      const at = (positions: readonly number[]): readonly string[] => [
        ...new Set(positions.flatMap((position) => stories[position] ?? [])),
      ];
      for (const { locale, status, peers, inCard, of } of places) {
        const linked = (positions: readonly number[]): object => ({
          set: at(positions).map((documentId) => ({ documentId })),
        });
        const known = of === null ? undefined : stories[of];
        const card = { text: 'card', stories: linked(inCard) };
        const data = { title: locale, peers: linked(peers), card };
        const query = `${status}locale=${locale}`;
        try {
          if (known !== undefined) await project.update(['story', known], data, query);
          else stories.push((await project.create('story', data, query)).documentId);
        } catch (error) {
          // A link to a target that is missing in the locale is rejected, so there is less to remove.
          expect(error).toHaveProperty('name', 'ValidationError');
        }
      }
      await project.assertWhole();
      const kept = (): Promise<unknown> =>
        Promise.all(stories.flatMap((story) => ['en', 'fr'].map((locale) => seen(story, locale))));
      const before = await kept();
      await remove('de');
      await project.assertWhole();
      expect(await kept()).toEqual(before);
      await remove('en');
      await remove('fr');
      await project.assertWhole();
      expect(await project.rows('select * from quoin_pending_links')).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
