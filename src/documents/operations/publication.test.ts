// Rows of a document after a publication, and the three actions on its versions (docs/strapi/publishing.md; D15).
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { allRows } from '../../../test/support/all-rows.ts';
import { localesProject } from '../../../test/support/locales-project.ts';
import { rejection } from '../../../test/support/rejection.ts';
import { sqlMoment } from '../../../test/support/test-database.ts';
import { VersionProject, type Entry } from '../../../test/support/version-project.ts';
import type { AppError } from '../../base/errors.ts';

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open(localesProject);
});

afterEach(() => project.assertWhole());

afterAll(() => project[Symbol.asyncDispose]());

const DEEP = 'populate[card]=true&populate[own]=true&populate[zone]=true';

interface Row {
  readonly id: number;
  readonly locale: string | null;
  readonly isDraft: number;
  readonly title: string;
}

/** The rows of a document, drafts first, by locale. */
async function rowsOf(name: string, documentId: string): Promise<readonly Row[]> {
  const { layout } = project.store;
  const sql = `select id, locale, published_at is null as "isDraft", title from ${layout.table(project.type(name).uid)}
    where document_id = $1 order by "isDraft" desc, locale, id`;
  return (await project.rows(sql, documentId)) as unknown as readonly Row[];
}

/** The rows of components, by attribute. */
const partsOf = (entry: Entry | null): readonly (readonly string[])[] =>
  ['card', 'own', 'zone'].map((name) => {
    const parts: readonly Entry[] = [(entry?.[name] ?? []) as Entry | readonly Entry[]].flat();
    return parts.map(({ __component: type, id }) => `${String(type)} ${id}`);
  });

/** All that is stored, but for the ids that were ever given. */
function dump(): Promise<unknown> {
  return allRows({ sql: (text) => project.rows(text) }, project.store.layout);
}

describe('a publish', () => {
  test('keeps the draft row, and creates a published row with its own components', async () => {
    const parts = {
      card: { text: 'c' },
      own: [{ text: 'o1' }, { text: 'o2' }],
      zone: [
        { __component: 'parts.deck', cards: [{ text: 'd' }] },
        { __component: 'parts.card', text: 'z' },
      ],
    };
    const first = await project.create('story', { title: 't', ...parts }, DEEP);
    const draft = await project.read('story', first.documentId, `status=draft&${DEEP}`);
    const second = await project.update(['story', first.documentId], {}, DEEP);
    const same = await project.read('story', first.documentId, `status=draft&${DEEP}`);
    expect([same?.id, partsOf(same)]).toEqual([draft?.id, partsOf(draft)]);
    const ids = [draft, first, second].map((entry) => entry?.id);
    expect(new Set(ids).size).toBe(3);
    for (const i of [0, 1, 2]) {
      const parted = [draft, first, second].flatMap((entry) => partsOf(entry)[i]);
      expect(new Set(parted).size).toBe(parted.length);
    }
    expect(await rowsOf('story', first.documentId)).toEqual([
      { id: draft?.id, locale: 'en', isDraft: 1, title: 't' },
      { id: second.id, locale: 'en', isDraft: 0, title: 't' },
    ]);
  });

  test('has the files of the draft, in order', async () => {
    const files = await project.rows(
      `insert into files (document_id, name) values ('x', 'x'), ('y', 'y'), ('z', 'z') returning id`,
    );
    const [x, y, z] = files.map(({ id }) => id);
    const shown = 'populate[images][fields]=name&populate[card][populate][image][fields]=name';
    const named = (...names: readonly string[]): readonly object[] =>
      names.map((name) => ({ name }));
    const card = { text: 'c', image: y };
    const data = { title: 't', images: [z, x, y], card };
    const made = await project.create('story', data, shown);
    const first = { images: named('z', 'x', 'y'), card: { image: { name: 'y' } } };
    expect(made).toMatchObject(first);
    const page = ['story', made.documentId] as const;
    await project.update(page, { images: [y, z], card: null }, 'status=draft');
    expect(await project.read(...page, shown)).toEqual(made);
    await project.act('discardDraft', page);
    expect(await project.read(...page, `status=draft&${shown}`)).toMatchObject(first);
    await project.update(page, { images: [y, z], card: { text: 'c', image: null } });
    const changed = { images: named('y', 'z'), card: { image: null } };
    expect(await project.read(...page, shown)).toMatchObject(changed);
    await project.update(page, { title: 'fr' }, 'locale=fr');
    expect(await project.read(...page, `locale=fr&${shown}`)).toMatchObject(changed);
    await project.delete('story', made.documentId, 'locale=*');
    expect(await project.rows('select 1 from files')).toHaveLength(3);
  });

  test('copies the times of the draft, except publishedAt', async () => {
    const made = await project.create('story', { title: 't' });
    const draft = await project.read('story', made.documentId, 'status=draft');
    expect([made['createdAt'], made['updatedAt']]).toEqual([
      draft?.['createdAt'],
      draft?.['updatedAt'],
    ]);
    expect(String(made['publishedAt']) >= String(made['updatedAt'])).toBe(true);
    await setTimeout(5);
    const changed = await project.update(['story', made.documentId], {}, 'status=draft');
    expect([changed['createdAt'], changed['publishedAt']]).toEqual([made['createdAt'], null]);
    expect(String(changed['updatedAt']) > String(made['updatedAt'])).toBe(true);
    expect(await project.read('story', made.documentId)).toEqual(made);
    await setTimeout(5);
    const [again] = await project.act('publish', ['story', made.documentId]);
    expect([again?.['createdAt'], again?.['updatedAt']]).toEqual([
      made['createdAt'],
      changed['updatedAt'],
    ]);
    expect(String(again?.['publishedAt']) > String(changed['updatedAt'])).toBe(true);
  });

  test('of a type without drafts updates publishedAt, and keeps the id', async () => {
    const made = await project.create('label', { title: 't' });
    await setTimeout(5);
    const changed = await project.update(['label', made.documentId], { color: 'red' });
    expect([changed.id, changed['createdAt']]).toEqual([made.id, made['createdAt']]);
    expect(String(changed['publishedAt']) > String(made['publishedAt'])).toBe(true);
  });

  test('that is rejected changes nothing', async () => {
    const made = await project.create('story', { title: 't', own: [{ text: 'x' }] });
    const before = await dump();
    const sent = { title: null, views: 9, own: [{ text: null }, {}] };
    for (const write of [
      () => project.update(['story', made.documentId], sent),
      () => project.create('story', sent),
      () => project.update(['story', made.documentId], sent, 'locale=fr'),
    ]) {
      expect((await rejection(write)).status).toBe(400);
      expect(await dump()).toEqual(before);
    }
  });

  test('validates the draft by the publication rules, and reports every error', async () => {
    const draft = await project.draft('story', { views: 1, own: [{}, { text: 'x' }, {}] });
    const error = await rejection(() => project.act('publish', ['story', draft]));
    expect([error.status, error.name, error.message]).toEqual([
      400,
      'ValidationError',
      '3 errors occurred',
    ]);
    const { errors } = error.details as { errors: readonly { path: unknown; message: string }[] };
    expect(errors.map(({ path }) => path)).toEqual([
      ['title'],
      ['own', '0', 'text'],
      ['own', '2', 'text'],
    ]);
    expect(errors[0]?.message).toBe(
      'title must be a `string` type, but the final value was: `null`.',
    );
  });

  test('compares a unique value with the published rows of the same locale', async () => {
    const one = await project.draft('story', { title: 'a', code: 'same', slug: 's' });
    const two = await project.draft('story', { title: 'b', code: 'same', slug: 's' });
    await project.act('publish', ['story', one]);
    await project.act('publish', ['story', one]);
    const error = await rejection(() => project.act('publish', ['story', two]));
    const { errors } = error.details as { errors: readonly { path: unknown }[] };
    expect(errors.map(({ path }) => path)).toEqual([['slug'], ['code']]);
    await project.update(['story', one], { code: 'other', slug: 'o' });
    expect(await project.act('publish', ['story', two])).toHaveLength(1);
  });

  test('does not publish other documents', async () => {
    const topic = await project.draft('topic', { title: 'topic' });
    const peer = await project.draft('story', { title: 'peer' });
    const links = { topics: [topic], peers: [peer], card: { text: 'c', topics: [topic] } };
    await project.published('story', { title: 't', ...links });
    expect([await project.read('topic', topic), await project.read('story', peer)]).toEqual([
      null,
      null,
    ]);
  });
});

describe('an action in several locales', () => {
  const inLocales = async (): Promise<string> => {
    const documentId = await project.draft('story', { title: 'en' });
    for (const locale of ['fr', 'de']) {
      await project.update(
        ['story', documentId],
        { title: locale },
        `status=draft&locale=${locale}`,
      );
    }
    return documentId;
  };

  test.each([
    ['', ['en']],
    ['locale=', ['en']],
    ['locale=fr', ['fr']],
    ['locale[0]=fr&locale[1]=de', ['de', 'fr']],
    ['locale[0]=fr&locale[1]=none', ['fr']],
    ['locale=*', ['de', 'en', 'fr']],
  ])('%s', async (query, locales) => {
    const documentId = await inLocales();
    const titles = (entries: readonly Entry[]): unknown => entries.map((entry) => entry['title']);
    const published = async (): Promise<unknown> =>
      (await rowsOf('story', documentId)).flatMap(({ isDraft, title }) => (isDraft ? [] : [title]));
    expect(titles(await project.act('publish', ['story', documentId], query))).toEqual(locales);
    expect(await published()).toEqual(locales);
    expect(titles(await project.act('discardDraft', ['story', documentId], query))).toEqual(
      locales,
    );
    expect(titles(await project.act('unpublish', ['story', documentId], query))).toEqual(locales);
    expect(await published()).toEqual([]);
    expect(await rowsOf('story', documentId)).toHaveLength(3);
  });

  test('applies to all of them, or to none', async () => {
    const documentId = await inLocales();
    await project.update(['story', documentId], { title: null }, 'status=draft&locale=fr');
    const before = await dump();
    const error = await rejection(() => project.act('publish', ['story', documentId], 'locale=*'));
    expect(error.message).toContain('title must be');
    expect(await dump()).toEqual(before);
  });

  test('finds nothing in a missing locale', async () => {
    const documentId = await inLocales();
    for (const action of ['publish', 'unpublish', 'discardDraft'] as const) {
      const error = await rejection(() => project.act(action, ['story', documentId], 'locale=xx'));
      expect([error.status, error.message]).toEqual([404, 'Not Found']);
      const none = await rejection(() => project.act(action, ['story', 'none']));
      expect([none.status, none.message]).toEqual([404, 'Not Found']);
    }
  });
});

describe('unpublish', () => {
  test('removes the published row and everything below it, and keeps the draft', async () => {
    const { documentId } = await project.create('story', { title: 't', card: { text: 'gone' } });
    const draft = await project.update(
      ['story', documentId],
      { title: 'newer', card: { text: 'kept' } },
      'status=draft',
    );
    const response = await project.act('unpublish', ['story', documentId], 'status=draft');
    expect(response).toEqual([draft]);
    expect(await rowsOf('story', documentId)).toMatchObject([{ id: draft.id, isDraft: 1 }]);
    expect(await project.rows(`select 1 from components_parts_cards where text = 'gone'`)).toEqual(
      [],
    );
    expect(await project.act('unpublish', ['story', documentId], 'status=draft')).toEqual(response);
  });
});

describe('discard', () => {
  test('replaces the draft with the published row, including updatedAt', async () => {
    const made = await project.create('story', { title: 't', own: [{ text: 'x' }] }, DEEP);
    const sent = { title: 'u', own: [] };
    const draft = await project.update(['story', made.documentId], sent, 'status=draft');
    const [discarded] = await project.act(
      'discardDraft',
      ['story', made.documentId],
      `status=draft&${DEEP}`,
    );
    expect(discarded).toMatchObject({
      title: 't',
      own: [{ text: 'x' }],
      publishedAt: null,
      createdAt: made['createdAt'],
      updatedAt: made['updatedAt'],
    });
    expect(discarded?.id).not.toBe(draft.id);
    expect(await rowsOf('story', made.documentId)).toHaveLength(2);
    expect(await project.read('story', made.documentId, DEEP)).toEqual(made);
  });

  test('is rejected if nothing is published', async () => {
    const documentId = await project.draft('story', { title: 't' });
    const before = await dump();
    const error = await rejection(() => project.act('discardDraft', ['story', documentId]));
    expect([error.status, error.name]).toEqual([400, 'ValidationError']);
    expect(await dump()).toEqual(before);
  });
});

describe('a single type', () => {
  test('is created by its first update, and needs no id for actions', async () => {
    const made = await project.update(['home', null], { title: 'en' }, 'status=draft');
    expect(await project.read('home', null)).toBeNull();
    const [published] = await project.act('publish', ['home', null]);
    expect(published).toMatchObject({ documentId: made.documentId, title: 'en' });
    const french = await project.update(['home', null], { title: 'fr' }, 'locale=fr');
    expect(french.documentId).toBe(made.documentId);
    expect(await project.act('unpublish', ['home', null], 'locale=*')).toHaveLength(2);
    expect(await project.read('home', null, 'locale=fr')).toBeNull();
    await project.delete('home', null);
    expect(await project.read('home', null, 'status=draft')).toBeNull();
    expect(await project.read('home', null, 'locale=fr&status=draft')).not.toBeNull();
    await project.delete('home', null, 'locale=*');
    const again = await project.update(['home', null], { title: 'new' });
    expect(again.documentId).not.toBe(made.documentId);
    expect((await rejection(() => project.act('publish', ['home', 'none']))).status).toBe(404);
  });
});

test('concurrent actions are atomic', async () => {
  const made = ['one', 'two', 'three'].map((title) => project.draft('story', { title }));
  const documents = await Promise.all(made);
  const actions = ['publish', 'unpublish', 'publish', 'discardDraft', 'publish'] as const;
  const all = Array.from({ length: 10 }, (_, i) =>
    documents.map((documentId, n) => {
      const page = ['story', documentId] as const;
      const peers = documents.slice(0, (i + n) % 4);
      return i % 2 === 0
        ? project.update(page, { peers, own: [{ text: 'x', stories: peers }] })
        : project.act(actions[(i + n) % 5] ?? 'publish', page);
    }),
  ).flat();
  const outcomes = await Promise.allSettled(all);
  // A draft that is not published at that moment has nothing to go back to.
  const rejected = outcomes.flatMap((each) =>
    each.status === 'rejected' ? [(each.reason as AppError).status] : [],
  );
  expect(new Set([...rejected, 400])).toEqual(new Set([400]));
  for (const documentId of documents) {
    await project.act('publish', ['story', documentId]);
    expect((await rowsOf('story', documentId)).map(({ isDraft }) => isDraft)).toEqual([1, 0]);
  }
});

describe('rows written by another program', () => {
  /** @param times Columns that hold a moment long ago */
  const insert = (
    [documentId, title]: readonly [string, string],
    ...times: readonly ('published_at' | 'updated_at')[]
  ): Promise<void> => {
    const columns = ['document_id', 'title', 'locale', ...times].join(', ');
    const cells = [`'${documentId}'`, `'${title}'`, `'en'`, ...times.map(() => sqlMoment(1))];
    return project.script(`insert into storys (${columns}) values (${cells.join(', ')})`);
  };

  test('publishes both of two drafts, and returns the first', async () => {
    for (const title of ['one', 'two']) {
      await insert(['twice', title], 'updated_at');
    }
    const response = await project.update(['story', 'twice'], { views: 7 });
    expect(response).toMatchObject({ title: 'one', views: 7 });
    expect((await rowsOf('story', 'twice')).map(({ isDraft, title }) => [isDraft, title])).toEqual([
      [1, 'one'],
      [1, 'two'],
      [0, 'one'],
      [0, 'two'],
    ]);
    await project.act('publish', ['story', 'twice']);
    expect(await rowsOf('story', 'twice')).toHaveLength(4);
    await project.delete('story', 'twice');
    expect(await rowsOf('story', 'twice')).toEqual([]);
  });

  test('keeps one of two published rows', async () => {
    const documentId = await project.published('story', { title: 'one' });
    await insert([documentId, 'more'], 'published_at');
    await project.act('publish', ['story', documentId]);
    expect((await rowsOf('story', documentId)).map(({ isDraft }) => isDraft)).toEqual([1, 0]);
  });

  test('keeps a published row without a draft until there is one', async () => {
    await insert(['public', 'one'], 'published_at', 'updated_at');
    const [published] = await rowsOf('story', 'public');
    expect((await rejection(() => project.act('publish', ['story', 'public']))).status).toBe(404);
    expect((await rejection(() => project.act('unpublish', ['story', 'public']))).status).toBe(400);
    const [draft] = await project.act('discardDraft', ['story', 'public'], 'status=draft');
    expect(draft).toMatchObject({ title: 'one', publishedAt: null });
    expect(await rowsOf('story', 'public')).toMatchObject([
      { id: draft?.id },
      { id: published?.id },
    ]);
  });

  test('adds a draft with an update', async () => {
    await insert(['alone', 'one'], 'published_at', 'updated_at');
    await project.update(['story', 'alone'], { title: 'draft' }, 'status=draft');
    expect((await rowsOf('story', 'alone')).map(({ title }) => title)).toEqual(['draft', 'one']);
    await project.act('publish', ['story', 'alone']);
    expect((await rowsOf('story', 'alone')).map(({ title }) => title)).toEqual(['draft', 'draft']);
  });
});
