// Versions of documents in the document API for programs: publish, unpublish and discardDraft as in Strapi's Document
// Service (docs/strapi/differences.md, D15), and deletions of several locales.
import { describe, expect, test } from 'vitest';
import { rejection } from '../../../test/support/rejection.ts';
import { shareDocuments } from '../../../test/support/shared-documents.ts';
import type { Document } from './document-collection.ts';

const [ARTICLE, CATEGORY, TAG, AUTHOR, HOMEPAGE] = [
  'api::article.article',
  'api::category.category',
  'api::tag.tag',
  'api::author.author',
  'api::homepage.homepage',
];
const ACTIONS = ['publish', 'unpublish', 'discardDraft'] as const;

const { documents } = await shareDocuments();

let count = 0;

async function category(data: object = {}): Promise<string> {
  count += 1;
  const named = { name: `c${count}`, slug: `c${count}`, ...data };
  return (await documents(CATEGORY).create({ data: named })).documentId;
}

/** An article with a draft in each of these locales, the default one among them. */
async function article(...locales: readonly string[]): Promise<string> {
  const { documentId } = await documents(ARTICLE).create({ data: { title: 'en' } });
  for (const locale of locales) {
    await documents(ARTICLE).update({ documentId, locale, data: { title: locale } });
  }
  return documentId;
}

/** The locales in which an article has a version. */
async function localesOf(
  documentId: string,
  status: 'draft' | 'published',
): Promise<readonly unknown[]> {
  const found = await documents(ARTICLE).findMany({
    filters: { documentId },
    locale: '*',
    status,
    sort: 'locale',
  });
  return found.map(({ locale }) => locale);
}

const titles = ({ entries }: { readonly entries: readonly Document[] }): readonly unknown[] =>
  entries.map(({ title }) => title);

describe('actions on versions (D15)', () => {
  test('publish creates the published version, and replaces it with the draft each time', async () => {
    const categories = documents(CATEGORY);
    const documentId = await category({ rank: 1 });
    expect(await categories.findOne({ documentId, status: 'published' })).toBeNull();
    expect(await categories.publish({ documentId })).toEqual({
      documentId,
      entries: [
        expect.objectContaining({
          documentId,
          rank: 1,
          publishedAt: expect.any(String) as string,
        }),
      ],
    });
    await categories.update({ documentId, data: { rank: 2 } });
    expect(await categories.findOne({ documentId, status: 'published' })).toMatchObject({
      rank: 1,
    });
    expect((await categories.publish({ documentId })).entries).toMatchObject([{ rank: 2 }]);
  });

  test('unpublish removes the published version, and returns the draft', async () => {
    const categories = documents(CATEGORY);
    const documentId = await category({ rank: 1 });
    await categories.publish({ documentId });
    await categories.update({ documentId, data: { rank: 2 } });
    expect(await categories.unpublish({ documentId })).toMatchObject({
      documentId,
      entries: [{ rank: 2, publishedAt: null }],
    });
    expect(await categories.findOne({ documentId, status: 'published' })).toBeNull();
  });

  test('discardDraft replaces the draft with the published version', async () => {
    const categories = documents(CATEGORY);
    const documentId = await category({ rank: 1 });
    await categories.publish({ documentId });
    await categories.update({ documentId, data: { rank: 2 } });
    expect(await categories.discardDraft({ documentId })).toMatchObject({
      documentId,
      entries: [{ rank: 1, publishedAt: null }],
    });
    expect(await categories.findOne({ documentId })).toMatchObject({ rank: 1 });
  });

  test('return the requested fields and relations, in their version', async () => {
    const target = await category({ rank: 1 });
    await documents(CATEGORY).publish({ documentId: target });
    await documents(CATEGORY).update({ documentId: target, data: { rank: 2 } });
    const { documentId } = await documents(ARTICLE).create({
      data: { title: 't', category: target },
    });
    const requested = { documentId, fields: ['title'], populate: { category: { fields: 'rank' } } };
    for (const [action, rank] of [
      ['publish', 1],
      ['discardDraft', 2],
      ['unpublish', 2],
    ] as const) {
      const { entries } = await documents(ARTICLE)[action](requested);
      expect([action, entries]).toMatchObject([action, [{ title: 't', category: { rank } }]]);
      expect(Object.keys(entries[0] ?? {})).toEqual(['id', 'documentId', 'title', 'category']);
    }
  });

  test('return private attributes, also on request', async () => {
    const { documentId } = await documents(ARTICLE).create({
      data: { title: 't', internalNote: 'n' },
    });
    const { entries } = await documents(ARTICLE).publish({ documentId, fields: 'internalNote' });
    expect(entries).toMatchObject([{ internalNote: 'n' }]);
  });

  test('specify the document of a single type like any other', async () => {
    const home = documents(HOMEPAGE);
    const { documentId } = await home.create({ data: { heading: 'H' } });
    expect((await home.publish({ documentId })).entries).toMatchObject([{ heading: 'H' }]);
    expect(await home.publish({ documentId: 'another' })).toMatchObject({ entries: [] });
  });
});

describe('locales', () => {
  test.each<[string | readonly string[] | undefined, readonly string[]]>([
    [undefined, ['en']],
    ['', ['en']],
    ['fr', ['fr']],
    [
      ['fr', 'en'],
      ['en', 'fr'],
    ],
    [['fr', 'none'], ['fr']],
    ['*', ['de', 'en', 'fr']],
  ])('%j', async (locale, expected) => {
    const articles = documents(ARTICLE);
    const documentId = await article('fr', 'de');
    expect(titles(await articles.publish({ documentId, locale }))).toEqual(expected);
    expect(await localesOf(documentId, 'published')).toEqual(expected);
    expect(titles(await articles.discardDraft({ documentId, locale }))).toEqual(expected);
    expect(titles(await articles.unpublish({ documentId, locale }))).toEqual(expected);
    expect(await localesOf(documentId, 'published')).toEqual([]);
    expect(await localesOf(documentId, 'draft')).toEqual(['de', 'en', 'fr']);
  });

  test.each<[string | readonly string[] | undefined, readonly string[]]>([
    [undefined, ['de', 'fr']],
    ['fr', ['de', 'en']],
    [['fr', 'en'], ['de']],
    ['*', []],
  ])('of a deletion: %j', async (locale, left) => {
    const documentId = await article('fr', 'de');
    await documents(ARTICLE).publish({ documentId, locale: '*' });
    const { entries } = await documents(ARTICLE).delete({ documentId, locale });
    expect(entries).toHaveLength((3 - left.length) * 2);
    for (const status of ['draft', 'published'] as const) {
      expect(await localesOf(documentId, status)).toEqual(left);
    }
  });

  test('of a deletion, of a type without drafts', async () => {
    const tags = documents(TAG);
    const { documentId } = await tags.create({ data: { name: 'one' } });
    await tags.update({ documentId, locale: 'fr', data: { name: 'un' } });
    expect((await tags.delete({ documentId, locale: ['en', 'fr'] })).entries).toHaveLength(2);
  });

  test('accept only one locale for a write of values', async () => {
    const error = await rejection(() =>
      documents(ARTICLE).create({ data: { title: 't' }, locale: '*' }),
    );
    expect(error.message).toMatch(/^Invalid locale param/);
  });
});

describe('rejected calls, and calls without an effect', () => {
  test.each(ACTIONS)('%s: an unknown document, a locale without a row', async (action) => {
    expect(await documents(ARTICLE)[action]({ documentId: 'nope' })).toEqual({
      documentId: 'nope',
      entries: [],
    });
    const documentId = await article();
    expect((await documents(ARTICLE)[action]({ documentId, locale: 'it' })).entries).toEqual([]);
  });

  test.each(ACTIONS)('%s: a type without drafts', async (action) => {
    for (const uid of [TAG, AUTHOR]) {
      const error = await rejection(() => documents(uid)[action]({ documentId: 'x' }));
      expect([error.name, error.status, error.message]).toEqual([
        'ValidationError',
        400,
        `${uid} has no drafts: ${action} requires options.draftAndPublish.`,
      ]);
    }
  });

  test.each(ACTIONS)('%s: unknown parameters', async (action) => {
    const documentId = await category();
    for (const wrong of [{ status: 'draft' }, { filters: {} }, { data: {} }]) {
      const params = { documentId, ...wrong };
      const error = await rejection(() => documents(CATEGORY)[action](params));
      expect(error.message).toBe(
        `Invalid parameter '${Object.keys(wrong)[0]}'. ${action} takes: fields, populate, locale.`,
      );
    }
    const unnamed = { documentId: 5 } as unknown as { documentId: string };
    const error = await rejection(() => documents(CATEGORY)[action](unnamed));
    expect(error.message).toBe('Invalid documentId. Expected a string, received: number');
  });

  test('publishing a draft that violates the rules of publication in any of the locales', async () => {
    const documentId = await article();
    await documents(ARTICLE).update({ documentId, locale: 'fr', data: { summary: 's' } });
    const error = await rejection(() => documents(ARTICLE).publish({ documentId, locale: '*' }));
    expect(error).toMatchObject({
      name: 'ValidationError',
      details: { errors: [{ path: ['title'], value: null }] },
    });
    expect(await localesOf(documentId, 'published')).toEqual([]);
  });

  test('discarding a draft that was never published', async () => {
    const documentId = await category();
    const error = await rejection(() => documents(CATEGORY).discardDraft({ documentId }));
    expect([error.name, error.status]).toEqual(['ValidationError', 400]);
  });
});
