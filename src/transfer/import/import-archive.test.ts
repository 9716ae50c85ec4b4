// Import of the recorded archive, and of invalid archives.
import { readdirSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { entriesOf, type ArchiveContents } from '../../../test/support/archives.ts';
import {
  contentOf,
  kitchenEntries,
  makeImportTarget,
  tag,
  type Schema,
} from '../../../test/support/import-target.ts';
import { definition, kitchenRegistry, vendored } from '../../../test/support/vendored-projects.ts';
import { createLayout } from '../../storage/layout/layout.ts';
import { isUpToDate, readOptionPlans } from '../../storage/migration/option-plan.ts';
import { prepareDatabase } from '../../storage/migration/prepare-database.ts';
import { openSqlite } from '../../storage/sqlite/driver.ts';
import type { ImportScope } from './import-archive.ts';

const { made, database, schemas, folder, run, archive, files: newFiles } = await makeImportTarget();

describe('the recorded archive', () => {
  test('imports every row, link and file', async () => {
    const files = newFiles();
    const report = await run(kitchenEntries(), { files });
    const seeded = openSqlite(await fixtureCopy('kitchen-seeded.db'));
    onTestFinished(() => seeded.close());
    expect(await contentOf(database)).toEqual(await contentOf(seeded));
    expect(readdirSync(files.target)).toEqual(['doc_a4e6cd8599.pdf', 'tiny_6f47e77ef2.png']);
    expect(report).toMatchObject({
      version: '5.54.0',
      links: 73,
      files: 2,
      settings: 49,
      webhooks: 0,
      differences: [],
      skipped: [],
    });
    expect(report.rows.get('api::article.article')).toBe(5);
    expect([...report.rows.values()].reduce((sum, count) => sum + count, 0)).toBe(46);
  });

  test('replaces existing content on every import', async () => {
    await run(kitchenEntries());
    const once = await contentOf(database);
    await made.script(
      `insert into authors (id, name) values (900, 'old'); insert into components_shared_seos (id, meta_title) values (900, 'old');
       insert into quoin_pending_links (owner_type, owner_id, source_type, source_id, attribute, target_type, target_document, target_status)
       values ('a', 1, 'a', 1, 'b', 'c', 'd', 'published')`,
    );
    await run(kitchenEntries());
    expect(await contentOf(database)).toEqual(once);
    expect(await made.sql('select id from quoin_pending_links')).toEqual([]);
  });

  test('does not change administrators, API tokens and sessions of administrators', async () => {
    await made.script(
      `insert into admin_users (id, username) values (7, 'ada');
       insert into strapi_api_tokens (id, name) values (900, 'token');
       insert into strapi_sessions (id, user_id, origin) values (900, '7', 'admin'), (901, '1', 'users-permissions')`,
    );
    await run(kitchenEntries());
    expect(await made.sql('select id from admin_users')).toEqual([{ id: 7 }]);
    expect(await made.sql('select id from strapi_api_tokens where id = 900')).toHaveLength(1);
    // Sessions of end users would belong to the imported users with the same ids.
    expect(await made.sql('select id from strapi_sessions')).toEqual([{ id: 900 }]);
  });

  test('continues id sequences', async () => {
    await run(kitchenEntries());
    for (const table of [
      'articles',
      'articles_tags_lnk',
      'components_shared_seos',
      'strapi_core_store_settings',
    ]) {
      const [before] = await made.sql(`select max(id) as id from ${table}`);
      const [next] = await made.sql(`insert into ${table} default values returning id`);
      expect(next?.['id']).toBeGreaterThan(Number(before?.['id']));
    }
  });

  test.each<readonly [keyof ImportScope, RegExp]>([
    ['content', /^(?!strapi_core)/],
    ['config', /^strapi_core/],
    ['files', /^$/],
  ])('imports only %s on request', async (kind, changed) => {
    await run(entriesOf(archive({})));
    const before = await contentOf(database);
    const files = newFiles();
    const scope = { content: false, files: false, config: false, [kind]: true };
    const report = await run(kitchenEntries(), { scope, files });
    const after = await contentOf(database);
    const others = [...after].filter(([table]) => !changed.test(table));
    expect(others).toEqual([...before].filter(([table]) => !changed.test(table)));
    expect(after.size > before.size).toBe(kind !== 'files');
    expect(readdirSync(files.target)).toHaveLength(kind === 'files' ? 2 : 0);
    expect([report.rows.size > 0, report.files > 0, report.settings > 0]).toEqual([
      kind === 'content',
      kind === 'files',
      kind === 'config',
    ]);
  });

  test('records the type options of its rows and settings', async () => {
    await run(entriesOf(archive({})));
    await made.script(
      `update quoin_type_options set drafts = not drafts where uid = 'api::tag.tag'`,
    );
    await run(kitchenEntries(), { scope: { content: false, files: false, config: true } });
    const options = await database.read(readOptionPlans(kitchenRegistry(), 'en'));
    const outdated = options.filter((plan) => !isUpToDate(plan)).map(({ type }) => type.uid);
    expect(outdated.filter((uid) => !/^(?:admin|plugin::content-rel)/.test(uid))).toEqual([
      'api::tag.tag',
    ]);
    await run(kitchenEntries());
    const after = await database.read(readOptionPlans(kitchenRegistry(), 'en'));
    const left = after.filter((plan) => !isUpToDate(plan)).map(({ type }) => type.uid);
    expect(left.filter((uid) => !/^(?:admin|plugin::content-rel)/.test(uid))).toEqual([]);
  });

  test('changes nothing in a dry run, with the same report', async () => {
    const before = await contentOf(database);
    const files = newFiles();
    const tried = await run(kitchenEntries(), { dryRun: true, files });
    expect(await contentOf(database)).toEqual(before);
    expect(readdirSync(files.target)).toEqual([]);
    expect(await run(kitchenEntries())).toEqual(tried);
  });
});

describe('an archive with different schemas', () => {
  const changed = (): ArchiveContents => {
    const other = schemas.flatMap((schema): readonly Schema[] => {
      if (schema.uid === 'api::hub.hub') return [];
      if (schema.uid !== 'api::tag.tag') return [schema];
      const attributes = {
        ...schema.attributes,
        color: { type: 'json' },
        extra: { type: 'string' },
      };
      return [
        { ...schema, attributes, pluginOptions: {} },
        { uid: 'api::removed.removed', attributes: {} },
      ];
    });
    const entities = [tag(1, { color: { r: 1 }, extra: 'x' }), tag(2, { color: 'red' })];
    return { ...archive({ entities }), 'schemas/schemas_00001.jsonl': other };
  };
  const differences = [
    'api::tag.tag has locales here but not in the archive',
    'api::tag.tag.color is json in the archive but string here',
    'api::tag.tag.extra is not in the project',
    'api::removed.removed is in the archive but not in the project',
    'api::hub.hub is not in the archive',
  ];

  test('is rejected with the differences', async () => {
    const before = await contentOf(database);
    await expect(run(entriesOf(changed()))).rejects.toMatchObject({
      problems: [expect.stringContaining('differ'), ...differences],
    });
    expect(await contentOf(database)).toEqual(before);
  });

  test('is imported partly with force', async () => {
    const report = await run(entriesOf(changed()), { force: true });
    expect(report.differences).toEqual(differences);
    expect(await made.sql('select id, color from tags order by id')).toEqual([
      { id: 1, color: null },
      { id: 2, color: 'red' },
    ]);
    expect(report.skipped.map(({ kind }) => kind)).toEqual([
      'values of api::tag.tag.color that do not fit it here',
      'values of api::tag.tag.extra, which has no values here',
    ]);
    // So the next start sets the default locale of rows without one.
    expect(
      await made.sql(`select locales from quoin_type_options where uid = 'api::tag.tag'`),
    ).toEqual([{ locales: 0 }]);
  });

  test('may differ in types of plugins', async () => {
    const older = schemas.map((schema) => {
      const { focalPoint: _, ...attributes } = schema.attributes;
      return { ...schema, attributes };
    });
    const contents = { ...archive({}), 'schemas/schemas_00001.jsonl': older };
    expect((await run(entriesOf(contents))).differences).toEqual([]);
  });
});

describe('an invalid archive', () => {
  let before: ReadonlyMap<string, unknown>;

  beforeAll(async () => {
    await run(kitchenEntries());
    before = await contentOf(database);
  });

  test.each<readonly [string, (contents: ArchiveContents) => ArchiveContents, RegExp]>([
    ['without metadata', (all) => without(all, 'metadata.json'), /truncated: metadata.json/],
    [
      'without schemas',
      (all) => without(all, 'schemas/schemas_00001.jsonl'),
      /begin with its schemas/,
    ],
    [
      'of Strapi 4',
      (all) => ({ ...all, 'metadata.json': '{"strapi":{"version":"4.25.1"}}' }),
      /Strapi 4\.25\.1/,
    ],
    [
      'in another order',
      ({ 'schemas/schemas_00001.jsonl': first = '', ...rest }) => ({
        'schemas/schemas_00001.jsonl': first,
        'links/links_00001.jsonl': '',
        ...rest,
      }),
      /contains entities after links.*tar -czf/,
    ],
    [
      'with a line that is not JSON',
      (all) => ({ ...all, 'entities/entities_00001.jsonl': '{}\n{"type"' }),
      /line 1/,
    ],
    [
      'with a truncated line',
      (all) => ({ ...all, 'links/links_00001.jsonl': '\n\n{"type"' }),
      /line 3: this is not valid JSON/,
    ],
    [
      'with an invalid row',
      (all) => ({ ...all, 'entities/entities_00001.jsonl': [{ type: 'x', id: '1', data: {} }] }),
      /a row needs an id and data/,
    ],
    [
      'with a link of an unknown kind',
      (all) => ({ ...all, 'links/links_00001.jsonl': [{ kind: 'relation.new' }] }),
      /kind of a link/,
    ],
    [
      'with a setting without key',
      (all) => ({
        ...all,
        'configuration/configuration_00001.jsonl': [{ type: 'core-store', value: {} }],
      }),
      /key must be a string/,
    ],
    [
      'with bytes that are not UTF-8',
      (all) => ({ ...all, 'links/links_00001.jsonl': Buffer.from([0x7b, 0xff, 0x7d]) }),
      /not UTF-8 text/,
    ],
  ])('%s', async (_, change, message) => {
    await expect(run(entriesOf(change(archive({}))))).rejects.toThrow(message);
  });

  test('does not change the database', async () => {
    expect(await contentOf(database)).toEqual(before);
  });

  test('with too deeply nested components', async () => {
    const wide = kitchenRegistry([
      definition('loops.loop', {
        collectionName: 'components_loops_loops',
        info: { displayName: 'Loop' },
        attributes: { inner: { type: 'component', component: 'loops.loop' } },
      }),
      definition('api::loop.loop', {
        kind: 'collectionType',
        collectionName: 'loops',
        info: { singularName: 'loop', pluralName: 'loops', displayName: 'Loop' },
        attributes: { inner: { type: 'component', component: 'loops.loop' } },
      }),
    ]);
    const wideLayout = createLayout(wide);
    await prepareDatabase(database, wideLayout, {});
    const line = `{"type":"api::loop.loop","id":1,"data":${'{"id":1,"inner":'.repeat(1000)}{}${'}'.repeat(1001)}`;
    const contents = { ...archive({}), 'entities/entities_00001.jsonl': line };
    const more = { registry: wide, layout: wideLayout, force: true };
    await expect(run(entriesOf(contents), more)).rejects.toThrow('contain each other');
  });
});

function without(contents: ArchiveContents, name: string): ArchiveContents {
  return Object.fromEntries(Object.entries(contents).filter(([each]) => each !== name));
}

async function fixtureCopy(name: string): Promise<string> {
  const copy = path.join(folder, name);
  await copyFile(vendored('conformance', 'fixtures', name), copy);
  return copy;
}

describe('the report', () => {
  const tag = (id: number): object => ({
    type: 'api::tag.tag',
    id,
    data: { documentId: `t${id}` },
  });
  const file = (id: number): object => ({
    type: 'plugin::upload.file',
    id,
    data: { documentId: `f${id}`, name: 'a', hash: 'a', ext: '.png' },
  });

  test('counts rows, links and settings as stored', async () => {
    const { rows, links, settings } = await run(kitchenEntries());
    const layout = createLayout(kitchenRegistry());
    const tables = layout.tables.filter(({ kind }) => kind === 'links');
    const components = tables.filter(({ columns }) =>
      columns.some(({ name }) => name === 'cmp_id'),
    );
    const [stored] = await made.sql(
      `select ${tables
        .filter((table) => !components.includes(table))
        .map(({ name }) => `(select count(*) from ${name})`)
        .join(' + ')} as links, (select count(*) from strapi_core_store_settings) as settings`,
    );
    expect([Number(stored?.['links']), Number(stored?.['settings'])]).toEqual([links, settings]);
    for (const [uid, count] of rows) {
      const [row] = await made.sql(`select count(*) as n from ${layout.table(uid)}`);
      expect([uid, Number(row?.['n'])]).toEqual([uid, count]);
    }
  });

  test('omits types without imported rows', async () => {
    const none = { type: 'api::author.author', id: 0, data: {} };
    const twice = await run(entriesOf(archive({ entities: [none, tag(1), tag(1)] })));
    expect([...twice.rows]).toEqual([['api::tag.tag', 1]]);
  });

  test.each([true, false])(
    'counts files and formats separately, each once; dry run: %j',
    async (dryRun) => {
      const meta = (more: object): string => JSON.stringify({ id: 1, mime: 'image/png', ...more });
      const assets = {
        'assets/metadata/a.png.json': meta({}),
        'assets/uploads/a.png': 'a',
        'assets/metadata/small_a.png.json': meta({ type: 'small' }),
        'assets/uploads/small_a.png': 's',
        'assets/metadata/thumbnail_a.png.json': meta({ type: 'thumbnail' }),
        'assets/uploads/thumbnail_a.png': 't',
        'assets/metadata/missing.png.json': meta({}),
        'assets/uploads/alone.txt': 'x',
      };
      const report = await run(entriesOf(archive({ entities: [file(1)], assets })), {
        files: newFiles(),
        dryRun,
      });
      expect([report.files, report.formats]).toEqual([2, 2]);
    },
  );
});
