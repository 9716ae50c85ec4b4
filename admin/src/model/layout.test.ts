import { expect, test } from 'vitest';
import { parseFormLayout, parseListLayout } from './layout.ts';
import { parseSchema } from './schema.ts';

const schema = parseSchema({
  contentTypes: [
    {
      uid: 'api::article.article',
      kind: 'collectionType',
      attributes: {
        id: { type: 'integer' },
        title: { type: 'string' },
        slug: { type: 'uid', targetField: 'title' },
        summary: { type: 'text' },
        readingTime: { type: 'integer' },
        featured: { type: 'boolean' },
        body: { type: 'richtext' },
        hidden: { type: 'string' },
        createdAt: { type: 'datetime' },
        updatedAt: { type: 'datetime' },
      },
    },
  ],
});
const type = schema.get('api::article.article');
if (!type) throw new Error('no type');

const DATA = {
  contentType: {
    settings: {
      mainField: 'title',
      pageSize: 20,
      defaultSortBy: 'title',
      defaultSortOrder: 'DESC',
    },
    metadatas: {
      summary: {
        edit: { label: 'Lead', description: 'In two lines', visible: true, editable: false },
      },
      hidden: { edit: { label: 'hidden', visible: false } },
      readingTime: { list: { label: 'readingTime', sortable: true } },
    },
    layouts: {
      list: ['id', 'title', 'slug', 'readingTime'],
      edit: [
        [
          { name: 'title', size: 6 },
          { name: 'slug', size: 6 },
        ],
        [
          { name: 'summary', size: 6 },
          { name: 'featured', size: 4 },
        ],
        [
          { name: 'body', size: 12 },
          { name: 'hidden', size: 6 },
          { name: 'gone', size: 6 },
        ],
      ],
    },
  },
};

test('a form has a title, its slug, rows of text, and details', () => {
  const layout = parseFormLayout(type, DATA);
  expect(layout.title?.attribute.name).toBe('title');
  expect(layout.slug?.attribute.name).toBe('slug');
  expect(layout.rows.map((row) => row.map(({ attribute }) => attribute.name))).toEqual([
    ['summary'],
    ['body'],
  ]);
  expect(layout.details.map(({ attribute }) => attribute.name)).toEqual(['featured']);
  expect(layout.rows[0]?.[0]).toMatchObject({
    label: 'Lead',
    description: 'In two lines',
    isEditable: false,
    size: 12,
  });
});

test('a list has the configured columns, with the slug below the title', () => {
  const layout = parseListLayout(type, DATA);
  expect(layout).toMatchObject({
    mainField: 'title',
    pageSize: 20,
    sort: 'title:DESC',
    columns: ['readingTime', 'updatedAt'],
  });
  expect(layout.available.map(({ name }) => name)).toEqual([
    'slug',
    'summary',
    'readingTime',
    'featured',
    'hidden',
    'createdAt',
    'updatedAt',
  ]);
  expect(layout.available.find(({ name }) => name === 'readingTime')).toMatchObject({
    label: 'Reading time',
    isSortable: true,
  });
});

test('a list does not require a configuration', () => {
  expect(parseListLayout(type, {})).toMatchObject({
    mainField: 'documentId',
    pageSize: 10,
    columns: ['updatedAt'],
  });
});
