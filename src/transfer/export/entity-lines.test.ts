// Entity lines of unusual rows, and of more rows than one batch.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { entriesOf, exportOf, linesOf } from '../../../test/support/exported.ts';

interface Entity {
  readonly type: string;
  readonly id: number;
  readonly data: Readonly<Record<string, unknown>>;
}

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});

afterAll(() => app.close());

/** The exported rows of a type. */
async function exported(type: string): Promise<readonly Entity[]> {
  using archive = await exportOf(app, { scope: { content: true, files: false, config: false } });
  const lines = linesOf(await entriesOf(archive.file), 'entities') as readonly Entity[];
  return lines.filter((line) => line.type === type);
}

test('writes JSON in a form that Strapi can import on every database', async () => {
  const values = ['plain', 'two "words"', true, false, 0, -1.5, null, [true, 'x'], { b: 'y' }];
  for (const aJson of values) {
    const body = JSON.stringify({ data: { aString: 'json', aJson } });
    const headers = { 'content-type': 'application/json' };
    const response = await app.request('/api/samples', { method: 'POST', headers, body });
    expect(response.status).toBe(201);
  }
  const other = await app.other();
  // Written by another program, with line breaks between the values.
  await other.script(`update samples set a_json = '{"a":\n[1,\r\n"\\n"]}' where id = 9`);
  const lines = await exported('api::sample.sample');
  expect(lines.map(({ data }) => data['aJson'])).toEqual([
    String.raw`"\"plain\""`,
    JSON.stringify(JSON.stringify('two "words"')),
    'true',
    'false',
    0,
    -1.5,
    null,
    [true, 'x'],
    { a: [1, '\n'] },
  ]);
});

test('lists component rows in order, without missing ones', async () => {
  const places = [
    // entity, component row, type, attribute, order
    [1, 1, 'shared.question', 'faq', 2],
    [1, 2, 'shared.question', 'faq', 1],
    [1, 3, 'shared.question', 'faq', null],
    [1, 99, 'shared.question', 'faq', 3],
    [1, 1, 'sections.quote', 'sections', 2],
    [1, 1, 'sections.hero', 'sections', 1],
    [1, 1, 'shared.dimension', 'sections', 3],
    [1, 1, 'not.known', 'sections', 4],
    [1, 1, 'sections.hero', 'former', 1],
    [1, 1, 'shared.seo', 'seo', null],
  ];
  const values = places.map((place) => `(${place.map(literal).join(', ')})`).join(', ');
  const other = await app.other();
  await other.script(`
    insert into articles (id, document_id, title, locale) values (1, 'a', 'A', 'en');
    insert into components_shared_questions (id, question) values (1, 'one'), (2, 'two'), (3, 'three');
    insert into components_sections_quotes (id, text) values (1, 'said');
    insert into components_sections_heros (id, heading) values (1, 'H');
    insert into components_shared_seos (id, meta_title) values (1, 'T');
    insert into articles_cmps (entity_id, cmp_id, component_type, field, "order") values ${values};
  `);
  const [article, ...more] = await exported('api::article.article');
  expect(more).toEqual([]);
  const none = { cta: null, lead: null };
  expect(article).toMatchObject({
    id: 1,
    data: {
      documentId: 'a',
      title: 'A',
      createdAt: null,
      seo: { id: 1, metaTitle: 'T', links: [] },
      faq: [
        { id: 3, question: 'three', answer: null },
        { id: 2, question: 'two', answer: null },
        { id: 1, question: 'one', answer: null },
      ],
      sections: [
        { id: 1, heading: 'H', ...none, __component: 'sections.hero' },
        { id: 1, text: 'said', __component: 'sections.quote' },
      ],
    },
  });
});

function literal(value: string | number | null): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

test('exports every row once', async () => {
  const other = await app.other();
  const ids = Array.from({ length: 1001 }, (_, i) => i * 3 - 300).filter((id) => id !== 0);
  await other.script(
    `insert into tags (id, document_id, name, locale) values ${ids.map((id) => `(${id}, 'd${id}', 'n', 'en')`).join(', ')}`,
  );
  const lines = await exported('api::tag.tag');
  expect(lines.map(({ id, data }) => [id, data['documentId']])).toEqual(
    ids.map((id) => [id, `d${id}`]),
  );
});
