import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeProject } from '../../../test/support/project-folder.ts';
import { kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import { readDataFiles } from './data-files.ts';
import { parseSeed } from './parse-seed.ts';
import { FileUse, Reference, type SeedData } from './seed-data.ts';

const registry = kitchenRegistry();

/** The data of files; `wall.svg` and `pictures/a.png` exist. */
function parse(files: Readonly<Record<string, string | object>>): SeedData {
  const folder = makeProject({
    'secret.txt': '',
    'data/wall.svg': '<svg/>',
    'data/pictures/a.png': '',
    ...Object.fromEntries(Object.entries(files).map(([name, json]) => [`data/${name}`, json])),
  });
  return parseSeed(registry, readDataFiles(folder, 'data'));
}

/** The errors in the file `a.json`. */
function errorsIn(json: string | object): readonly string[] {
  try {
    parse({ 'a.json': json });
    return [];
  } catch (error) {
    const [head = '', , file, ...lines] = (error as Error).message.split('\n');
    expect(head).toMatch(/^Nothing was seeded: (?:one error|\d+ errors)\.$/);
    expect(file).toBe(path.join('data', 'a.json'));
    return lines.map((line) => line.trim());
  }
}

describe('entries', () => {
  test('are read from all files in alphabetical order, with references and files as objects', () => {
    const { entries, files, publicActions } = parse({
      'b.json': { 'api::author.author': [{ $key: 'ada', name: 'Ada' }] },
      'a.json': {
        public: ['api::article.article.find', 'plugin::upload.content-api.find'],
        'api::article.article': [
          {
            title: 'A',
            author: { $ref: 'ada' },
            cover: { $file: 'wall.svg', caption: 'A wall' },
            gallery: [{ $file: 'pictures/a.png' }, { $file: 'wall.svg' }],
          },
        ],
      },
    });
    expect(
      entries.map(({ type, key, versions }) => [type.uid, key, versions[0]?.location]),
    ).toEqual([
      [
        'api::article.article',
        null,
        { file: path.join('data', 'a.json'), path: 'api::article.article[0]' },
      ],
      [
        'api::author.author',
        'ada',
        { file: path.join('data', 'b.json'), path: 'api::author.author[0]' },
      ],
    ]);
    const values = entries[0]?.versions[0]?.values;
    expect(values?.['author']).toBeInstanceOf(Reference);
    expect(values?.['cover']).toBeInstanceOf(FileUse);
    expect([...files].map(([file, texts]) => [path.basename(file), texts])).toEqual([
      ['wall.svg', { caption: 'A wall' }],
      ['a.png', {}],
    ]);
    expect(publicActions).toEqual(['api::article.article.find', 'plugin::upload.content-api.find']);
  });

  test('can reference each other in cycles', () => {
    const { entries } = parse({
      'a.json': {
        'api::hub.hub': [{ $key: 'h', name: 'H', manyToMany: [{ $ref: 's' }] }],
        'api::spoke.spoke': [{ $key: 's', label: 'S', hubOneToOne: { $ref: 'h' } }],
      },
    });
    expect(entries).toHaveLength(2);
  });
});

describe('errors with their location', () => {
  const article = (values: object): object => ({ 'api::article.article': [values] });
  const AT = 'api::article.article[0]';

  test.each<[string, string | object, readonly string[]]>([
    [
      'invalid JSON',
      '{\n  "a": [1, }',
      ["This is not valid JSON at line 2, column 12: Unexpected token '}'."],
    ],
    ['a list', '[]', ['This must be an object: { "api::article.article": [ … ] }.']],
    [
      'an unknown type',
      { 'api::nothing.nothing': [] },
      [
        expect.stringContaining(
          'api::nothing.nothing: Unknown content-type. Known types are: api::article.article, ',
        ),
      ],
    ],
    [
      'a type of a plugin',
      { 'plugin::upload.file': [] },
      [expect.stringContaining('Unknown content-type.')],
    ],
    [
      'an object for a collection',
      { 'api::tag.tag': {} },
      ['api::tag.tag: This must be a list of entries: [ { … } ].'],
    ],
    [
      'a list for a single type',
      { 'api::setting.setting': [] },
      ['api::setting.setting: This is a single type: its value must be an object.'],
    ],
    [
      'an entry that is not an object',
      { 'api::tag.tag': ['x'] },
      ['api::tag.tag[0]: An entry must be an object.'],
    ],
    [
      'an empty key',
      { 'api::tag.tag': [{ $key: '' }] },
      ['api::tag.tag[0].$key: A key must be a non-empty string.'],
    ],
    [
      'a key twice',
      { 'api::tag.tag': [{ $key: 'a' }, { $key: 'a' }] },
      ['api::tag.tag[1].$key: Another entry of api::tag.tag has the key "a".'],
    ],
    [
      'an unknown attribute',
      article({ titel: 'x' }),
      [
        expect.stringContaining(
          `${AT}.titel: Unknown attribute. Known attributes are: title, slug, summary, `,
        ),
      ],
    ],
    [
      'an attribute that the system sets',
      article({ createdAt: 'x' }),
      [`${AT}.createdAt: Quoin sets this value: remove it.`],
    ],
    [
      'an unknown reference',
      article({ author: { $ref: 'adda' } }),
      [`${AT}.author: No entry of api::author.author has the key "adda".`],
    ],
    [
      'a reference to another type',
      { ...article({ author: { $ref: 'a' } }), 'api::tag.tag': [{ $key: 'a' }] },
      [`${AT}.author: No entry of api::author.author has the key "a".`],
    ],
    [
      'an id for a relation',
      article({ author: 3 }),
      [`${AT}.author: Refer to an entry of api::author.author by its $key: { "$ref": "…" }.`],
    ],
    [
      'a single value for a list',
      article({ tags: { $ref: 'a' } }),
      [`${AT}.tags: This must be a list.`],
    ],
    [
      'a list for a single value',
      article({ author: [{ $ref: 'a' }] }),
      [`${AT}.author: This must be a single value, not a list.`],
    ],
    [
      'an unknown file',
      article({ cover: { $file: 'none.svg' } }),
      [`${AT}.cover: There is no file "none.svg" in the folder of the data.`],
    ],
    [
      'a folder for a file',
      article({ cover: { $file: 'pictures' } }),
      [`${AT}.cover: There is no file "pictures" in the folder of the data.`],
    ],
    [
      'a file outside',
      article({ cover: { $file: '../secret.txt' } }),
      [`${AT}.cover: There is no file "../secret.txt" in the folder of the data.`],
    ],
    [
      'a text for a file',
      article({ gallery: ['wall.svg'] }),
      [`${AT}.gallery[0]: Expected a file, such as { "$file": "pictures/wall.jpg" }.`],
    ],
    [
      'an unknown key of a file',
      article({ cover: { $file: 'wall.svg', alt: 'x' } }),
      [`${AT}.cover: Unknown key "alt". A file may have: name, alternativeText, caption.`],
    ],
    [
      'a number for a caption',
      article({ cover: { $file: 'wall.svg', caption: 1 } }),
      [`${AT}.cover: These values must be strings: name, alternativeText, caption.`],
    ],
    [
      'two texts for a file',
      article({
        gallery: [
          { $file: 'wall.svg', caption: 'a' },
          { $file: './wall.svg', caption: 'b' },
        ],
      }),
      [
        `${AT}.gallery[1]: "./wall.svg" is used with other values above. A file is stored once: remove them here.`,
      ],
    ],
    [
      'inside a component',
      article({ seo: { titel: 'x' } }),
      [expect.stringContaining(`${AT}.seo.titel: Unknown attribute.`)],
    ],
    [
      'inside a section',
      article({ sections: [{ __component: 'sections.related', articles: [{ $ref: 'x' }] }] }),
      [`${AT}.sections[0].articles[0]: No entry of api::article.article has the key "x".`],
    ],
    [
      'a section without a component',
      {
        'api::homepage.homepage': { sections: [{ title: 'x' }, { __component: 'shared.seo' }, 1] },
      },
      [0, 1, 2].map(
        (i) =>
          expect.stringContaining(
            `api::homepage.homepage.sections[${i}]: "__component" must be one of sections.`,
          ) as string,
      ),
    ],
    [
      'an unknown action',
      { public: ['api::article.article.read', 'api::x.x.find', 3] },
      [0, 1, 2].map(
        (i) => `public[${i}]: Unknown action. An example is "api::article.article.find".`,
      ),
    ],
  ])('%s', (_what, json, errors) => {
    expect(errorsIn(json)).toEqual(errors);
  });

  test('are reported at once, by file', () => {
    expect(() => parse({ 'a.json': '{', 'b.json': { 'api::tag.tag': [{ x: 1, y: 2 }] } })).toThrow(
      /^Nothing was seeded: 3 errors\.\n\ndata.a\.json\n[^]*\n\ndata.b\.json\n.*\[0\]\.x[^]*\[0\]\.y/,
    );
  });
});

describe('the source', () => {
  test('can be a file, whose folder is the base of its media', () => {
    const folder = makeProject({
      'data/a.json': { 'api::author.author': [{ name: 'A', avatar: { $file: 'a.svg' } }] },
      'data/a.svg': '',
      'data/b.json': '{',
    });
    const { files } = parseSeed(registry, readDataFiles(folder, 'data/a.json'));
    expect([...files.keys()]).toEqual([path.join(folder, 'data', 'a.svg')]);
  });

  test('that is missing or empty is rejected with a hint', () => {
    const folder = makeProject({ 'empty/readme.txt': '' });
    expect(() => readDataFiles(folder, 'data')).toThrow('"data" does not exist. Pass a JSON file');
    expect(() => readDataFiles(folder, 'empty')).toThrow('"empty" contains no JSON file.');
  });
});
