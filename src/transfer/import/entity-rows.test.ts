// Import of rows of content-types from an archive.
import { describe, expect, test } from 'vitest';
import { entriesOf, type ArchiveContents } from '../../../test/support/archives.ts';
import { article, contentOf, makeImportTarget, tag } from '../../../test/support/import-target.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import { createLayout } from '../../storage/layout/layout.ts';
import { fromDriverValue } from '../stored-values.ts';

const { made, database, run, archive } = await makeImportTarget();
const layout = createLayout(kitchenRegistry());

describe('rows', () => {
  test('keep their ids and the order of components', async () => {
    const sections = [
      { __component: 'sections.quote', id: 8, text: 'said' },
      { __component: 'sections.hero', id: 3, heading: 'H', cta: { id: 70, label: 'Go' } },
    ];
    const faq = [
      { id: 40, question: 'b' },
      { id: 12, question: 'a' },
    ];
    await run(entriesOf(archive({ entities: [article(501, { sections, faq, seo: null })] })));
    expect(
      await made.sql(
        'select entity_id, cmp_id, component_type, field, "order" from articles_cmps order by field, "order"',
      ),
    ).toEqual([
      { entity_id: 501, cmp_id: 40, component_type: 'shared.question', field: 'faq', order: 1 },
      { entity_id: 501, cmp_id: 12, component_type: 'shared.question', field: 'faq', order: 2 },
      { entity_id: 501, cmp_id: 8, component_type: 'sections.quote', field: 'sections', order: 1 },
      { entity_id: 501, cmp_id: 3, component_type: 'sections.hero', field: 'sections', order: 2 },
    ]);
    expect(
      await made.sql('select entity_id, cmp_id, "order" from components_sections_heros_cmps'),
    ).toEqual([{ entity_id: 3, cmp_id: 70, order: null }]);
  });

  test('with a duplicate or invalid id are skipped', async () => {
    const entities = [
      tag(1),
      tag(1.5),
      tag(0),
      tag(-3),
      tag(2 ** 31),
      tag(1, { name: 'second' }),
      tag(2),
    ];
    const report = await run(entriesOf(archive({ entities })));
    expect(await made.sql('select id, name from tags order by id')).toEqual([
      { id: 1, name: 'tag 1' },
      { id: 2, name: 'tag 2' },
    ]);
    expect(report.rows.get('api::tag.tag')).toBe(2);
    expect(report.skipped).toEqual([
      { kind: 'rows of api::tag.tag with an invalid id', count: 4, first: 'row 1.5' },
      { kind: 'rows of api::tag.tag with a duplicate id', count: 1, first: 'row 1' },
    ]);
  });

  test('can share a component', async () => {
    const seo = { id: 4, metaTitle: 'shared' };
    const report = await run(
      entriesOf(archive({ entities: [article(1, { seo }), article(2, { seo })] })),
    );
    expect(
      await made.sql('select entity_id, cmp_id from articles_cmps order by entity_id'),
    ).toEqual([
      { entity_id: 1, cmp_id: 4 },
      { entity_id: 2, cmp_id: 4 },
    ]);
    expect(report.skipped).toEqual([]);
  });

  test('of unknown types and attributes are skipped and counted', async () => {
    const entities = [
      tag(1, { nope: 1, articles: [1], __proto__x: 2 }),
      tag(2, { nope: 2 }),
      { type: 'api::removed.removed', id: 1, data: {} },
      { type: 'admin::user', id: 1, data: { username: 'eve' } },
      article(1, {
        sections: [{ __component: 'removed.removed', id: 1 }, 5],
        faq: [{ question: 'no id' }],
      }),
    ];
    const report = await run(entriesOf(archive({ entities })));
    expect(report.skipped.map(({ kind, count }) => [kind, count])).toEqual([
      ['values of api::tag.tag.nope, which has no values here', 2],
      ['values of api::tag.tag.articles, which has no values here', 1],
      ['values of api::tag.tag.__proto__x, which has no values here', 1],
      ['rows of api::removed.removed, which the project does not have', 1],
      ['rows of admin::user, which archives do not contain', 1],
      ['components of api::article.article.sections that the project does not have', 1],
      ['invalid components of api::article.article.sections', 1],
      ['invalid components of api::article.article.faq', 1],
    ]);
    expect(await made.sql('select id from admin_users')).toEqual([]);
  });

  test('with too many unknown attributes are counted together', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`nope${i}`, 1]));
    const report = await run(entriesOf(archive({ entities: [tag(1, many)] })));
    expect(report.skipped).toHaveLength(201);
    expect(report.skipped.at(-1)).toMatchObject({ kind: 'other lines', count: 800 });
  });

  test('in a dry run do not change the id sequence', async () => {
    await run(entriesOf(archive({ entities: [tag(50)] })));
    await run(entriesOf(archive({ entities: [tag(1)] })), { dryRun: true });
    const [next] = await made.sql('insert into tags (name) values (null) returning id');
    expect(next?.['id']).toBeGreaterThan(50);
  });

  test('are imported in batches', async () => {
    const entities = Array.from({ length: 1201 }, (_, i) => tag(1201 - i));
    await run(entriesOf(archive({ entities })));
    expect(await made.sql('select count(*) as rows from tags')).toEqual([{ rows: 1201 }]);
  });
});

describe('values', () => {
  const SAMPLE = 'api::sample.sample';
  const sample = (data: object): ArchiveContents =>
    archive({ entities: [{ type: SAMPLE, id: 1, data }] });

  test('are stored according to their type', async () => {
    const time = onClient({ sqlite: '13:14:15.100', postgres: '13:14:15.1' });
    const values: readonly (readonly [string, unknown, unknown])[] = [
      ['aString', 'é\u{1F600}', 'é\u{1F600}'],
      ['aText', '', ''],
      ['aBoolean', false, 0],
      ['anInteger', -7, -7],
      ['aBiginteger', '9007199254740993', '9007199254740993'],
      ['aFloat', 1e21, 1e21],
      ['aDecimal', 0.25, 0.25],
      ['aDate', '2024-02-29', '2024-02-29'],
      ['aTime', '13:14:15.100', time],
      ['aDatetime', '2024-02-29T10:11:12.345Z', 1709201472345],
      ['aTimestamp', '1709201472345', 1709201472345],
      ['aRichtext', null, null],
    ];
    await run(entriesOf(sample(Object.fromEntries(values))));
    const columns = values.map(([name]) => `${layout.column(SAMPLE, name)} as "${name}"`);
    const big = columns.map((column) =>
      column.includes('aBig')
        ? column.replace('a_biginteger', 'cast(a_biginteger as text)')
        : column,
    );
    const [row] = await made.sql(`select ${big.join(', ')} from samples`);
    expect(row).toEqual(Object.fromEntries(values.map(([name, , stored]) => [name, stored])));
  });

  test('in JSON columns keep their meaning', async () => {
    // Texts as Strapi writes them, and as Quoin does for PostgreSQL.
    const written = [
      { z: 1, a: [null, true] },
      'text',
      '"quoted"',
      5,
      [],
      '"\\"text\\""',
      'true',
      null,
    ];
    const values = [{ z: 1, a: [null, true] }, 'text', '"quoted"', 5, [], 'text', true, null];
    const entities = written.map((aJson, i) => ({ type: SAMPLE, id: i + 1, data: { aJson } }));
    await run(entriesOf(archive({ entities })));
    const rows = await made.sql('select a_json as value from samples order by id');
    expect(rows.map(({ value }) => fromDriverValue('json', value))).toEqual(values);
  });

  test.each<readonly [string, unknown]>([
    ['aString', ['x']],
    ['aText', 'half \ud800'],
    ['anInteger', 'seven'],
    ['anInteger', true],
    ['aBiginteger', '1.5'],
    ['aBoolean', 'maybe'],
    ['aDatetime', 'yesterday'],
    ['aDatetime', 9e15],
    ['aTimestamp', {}],
  ])('are rejected: %s with %j', async (name, value) => {
    const running = run(entriesOf(sample({ [name]: value })));
    await expect(running).rejects.toThrow(`${SAMPLE} 1, ${name}: `);
  });

  test('that are rejected change nothing', async () => {
    await run(entriesOf(sample({ aString: 'kept' })));
    const before = await contentOf(database);
    await expect(run(entriesOf(sample({ anInteger: 'seven' })))).rejects.toThrow('anInteger');
    expect(await contentOf(database)).toEqual(before);
  });

  test('that the database rejects are reported with their row', async () => {
    await made.script('create unique index tags_of_others on tags (color)');
    const rows = Array.from({ length: 20 }, (_, i) => tag(i + 1));
    const entities = [...rows, tag(21, { color: 'red' }), tag(22), tag(23, { color: 'red' })];
    const running = run(entriesOf(archive({ entities })));
    await expect(running).rejects.toThrow('api::tag.tag 23 cannot be stored');
  });
});
