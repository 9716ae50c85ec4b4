import { describe, expect, test } from 'vitest';
import { makeProject } from '../../../test/support/project-folder.ts';
import { kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import { readDataFiles } from './data-files.ts';
import { parseSeed } from './parse-seed.ts';
import type { SeedData, SeedVersion } from './seed-data.ts';

const registry = kitchenRegistry();

function parse(json: object): SeedData {
  const folder = makeProject({ 'data.json': json });
  return parseSeed(registry, readDataFiles(folder, 'data.json'));
}

/** The versions of the one article of the data. */
function versionsOf(article: object, locales: readonly string[] = []): readonly SeedVersion[] {
  const { entries } = parse({ locales, 'api::article.article': [article] });
  return entries.flatMap(({ versions }) => versions);
}

function errorsIn(json: object): readonly string[] {
  try {
    parse(json);
    return [];
  } catch (error) {
    const [, , , ...lines] = (error as Error).message.split('\n');
    return lines.map((line) => line.trim());
  }
}

describe('the versions of an entry', () => {
  test('default to one published version', () => {
    expect(versionsOf({ title: 'A' })).toMatchObject([
      { locale: null, values: { title: 'A' }, isPublished: true, draft: null },
    ]);
  });

  test('include values of the draft that differ', () => {
    expect(versionsOf({ title: 'A', $draft: { title: 'B' } })).toMatchObject([
      { values: { title: 'A' }, isPublished: true, draft: { title: 'B' } },
    ]);
  });

  test('in other locales inherit the status of the entry', () => {
    const entry = {
      $status: 'draft',
      title: 'A',
      $locales: { fr: { title: 'B' }, de: { $status: 'published', title: 'C', $draft: {} } },
    };
    expect(versionsOf(entry, ['de', 'fr'])).toMatchObject([
      { locale: null, values: { title: 'A' }, isPublished: false },
      { locale: 'fr', values: { title: 'B' }, isPublished: false, draft: null },
      { locale: 'de', values: { title: 'C' }, isPublished: true, draft: {} },
    ]);
  });

  test('exclude the default locale if the entry has no values for it', () => {
    const $locales = { fr: { title: 'A', views: 3 }, de: { title: 'B' } };
    expect(versionsOf({ $key: 'a', $status: 'draft', $locales }, ['fr', 'de'])).toMatchObject([
      { locale: 'fr', values: { title: 'A', views: 3 }, isPublished: false },
      { locale: 'de', values: { title: 'B' }, isPublished: false },
    ]);
  });

  test('accept locales before or after their use, and more than once', () => {
    const { locales } = parse({
      'api::tag.tag': [{ name: 'A', $locales: { fr: { name: 'B' } } }],
      locales: ['fr', 'pt-BR', 'fr'],
    });
    expect(locales).toEqual(['fr', 'pt-BR']);
  });
});

test('accepts links to entries that exist in the locale of the link', () => {
  const data = {
    locales: ['fr'],
    'api::author.author': [{ $key: 'a', name: 'A', articles: [{ $ref: 'both' }] }],
    'api::category.category': [{ $key: 'c', name: 'C' }],
    'api::article.article': [
      {
        $key: 'both',
        title: 'A',
        related: [{ $ref: 'both' }],
        $locales: {
          fr: {
            author: { $ref: 'a' },
            category: { $ref: 'c' },
            related: [{ $ref: 'both' }, { $ref: 'french' }],
          },
        },
      },
      { $key: 'french', $locales: { fr: { title: 'B' } } },
    ],
  };
  expect(errorsIn(data)).toEqual([]);
});

const AT = 'api::article.article[0]';

test.each<[string, object, readonly string[]]>([
  [
    'an unknown status',
    { title: 'A', $status: 'modified' },
    [`${AT}.$status: The status must be "draft" or "published".`],
  ],
  [
    'a draft that is not an object',
    { title: 'A', $draft: true },
    [`${AT}.$draft: This must be an object with the values of the draft that differ.`],
  ],
  [
    'a draft of a draft',
    { title: 'A', $status: 'draft', $draft: { title: 'B' } },
    [
      `${AT}.$draft: The entry is not published, so it is a draft: put these values into the entry itself.`,
    ],
  ],
  [
    'inside a draft',
    { title: 'A', $draft: { titel: 'B', related: [{ $ref: 'x' }] } },
    [
      expect.stringContaining(`${AT}.$draft.titel: Unknown attribute.`),
      `${AT}.$draft.related[0]: No entry of api::article.article has the key "x".`,
    ],
  ],
  [
    'locales that are not an object',
    { title: 'A', $locales: ['fr'] },
    [`${AT}.$locales: This must be an object, by locale: { "fr": { … } }.`],
  ],
  [
    'a locale that is not an object',
    { title: 'A', $locales: { fr: 'B' } },
    [`${AT}.$locales.fr: An entry must be an object.`],
  ],
  [
    'a locale that is not listed',
    { title: 'A', $locales: { fe: { title: 'B' } } },
    [`${AT}.$locales.fe: Add this locale to "locales", which contains fr.`],
  ],
  [
    'inside a locale',
    { title: 'A', $locales: { fr: { titel: 'B', $key: 'b', $locales: {} } } },
    ['titel', '$key', '$locales'].map(
      (name) => expect.stringContaining(`${AT}.$locales.fr.${name}: Unknown attribute.`) as string,
    ),
  ],
  [
    'a shared value in another locale',
    { title: 'A', $locales: { fr: { views: 3, $draft: { cover: { $file: 'a.svg' } } } } },
    ['views', '$draft.cover'].map(
      (name) =>
        `${AT}.$locales.fr.${name}: All locales of an entry share this value: set it once, in the first one.`,
    ),
  ],
  [
    'a reference to an entry that is missing in the locale',
    { $key: 'a', title: 'A', $locales: { fr: { related: [{ $ref: 'b' }] } } },
    [`${AT}.$locales.fr.related[0]: The entry "b" of api::article.article is not in fr.`],
  ],
  [
    'a reference to an entry that exists only in another locale',
    { title: 'A', related: [{ $ref: 'c' }] },
    [`${AT}.related[0]: The entry "c" of api::article.article is not in the default locale.`],
  ],
])('%s', (_what, article, errors) => {
  const others = [
    { $key: 'b', title: 'B' },
    { $key: 'c', $locales: { fr: { title: 'C' } } },
  ];
  expect(errorsIn({ locales: ['fr'], 'api::article.article': [article, ...others] })).toEqual(
    errors,
  );
});

test.each<[string, object, readonly string[]]>([
  [
    'drafts and locales of a type without them',
    { 'api::author.author': [{ name: 'A', $status: 'draft', $draft: {}, $locales: {} }] },
    [
      'api::author.author[0].$status: api::author.author has no drafts: remove it.',
      'api::author.author[0].$locales: api::author.author has no locales: remove it.',
      'api::author.author[0].$draft: api::author.author has no drafts: remove it.',
    ],
  ],
  [
    'unknown locales',
    { locales: ['fr', 'pt-br', 'xx', 3, ['de']] },
    [1, 2, 3, 4].map((i) => `locales[${i}]: Unknown locale. Examples are "fr" and "pt-BR".`),
  ],
  [
    'a locale without a list of locales',
    { 'api::tag.tag': [{ name: 'A', $locales: { fr: { name: 'B' } } }] },
    ['api::tag.tag[0].$locales.fr: Add this locale to "locales", which contains nothing.'],
  ],
])('%s', (_what, json, errors) => {
  expect(errorsIn(json)).toEqual(errors);
});
