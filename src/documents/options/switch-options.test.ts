// Drafts and locales that are switched on and off, by Quoin and with Strapi in between (docs/strapi/differences.md,
// D10).
import { describe, expect, test } from 'vitest';
import { rejectingTrigger } from '../../../test/support/rejecting-trigger.ts';
import {
  expectOwnVersions,
  schemasOf,
  SwitchedProject,
} from '../../../test/support/switched-project.ts';
import { strapiSchemas, type Options } from '../../../test/support/strapi-schemas.ts';
import { sqlMoment } from '../../../test/support/test-database.ts';
import type { VersionProject } from '../../../test/support/version-project.ts';
import { ConstraintError } from '../../storage/errors.ts';

const make = (): SwitchedProject =>
  SwitchedProject.make((options) =>
    schemasOf(
      {
        note: {
          owner: { type: 'relation', relation: 'manyToOne', target: 'api::owner.owner' },
        },
        owner: {},
      },
      options,
    ),
  );

const DRAFTS: Options = { note: { drafts: true } };
const LOCALES: Options = { note: { locales: true } };
const BOTH: Options = { note: { drafts: true, locales: true } };

/** What Strapi would leave at its start. */
function letStrapiStart(project: VersionProject, options: Options): Promise<void> {
  const key = 'strapi_content_types_schema';
  return project.script(
    `delete from strapi_core_store_settings where key = '${key}';
    insert into strapi_core_store_settings (key, value, type) values ('${key}', '${strapiSchemas(options)}', 'object')`,
  );
}

async function titles(project: VersionProject, where = '1 = 1'): Promise<readonly unknown[]> {
  const notes = await project.rows(`select title from notes where ${where} order by id`);
  return notes.map(({ title }) => title);
}

const DRAFT = 'published_at is null';

describe('a document that is deleted while some of its rows are not served', () => {
  test.each([
    ['drafts', DRAFTS, ''],
    ['locales', LOCALES, 'locale=fr'],
  ] as const)('does not return with its %s', async (_what, options, query) => {
    const made = make();
    let project = await made.start(options);
    const note = await project.published('note', { title: 'one' });
    const kept = await project.published('note', { title: 'kept' });
    await project.update(
      ['note', note],
      { title: 'changed' },
      query === '' ? 'status=draft' : query,
    );
    project = await made.start({});
    await project.delete('note', note);
    expect(await project.rows('select 1 from notes where document_id = $1', note)).toEqual([]);
    project = await made.start(options);
    expect(await project.read('note', note, query)).toBe(null);
    expect(await project.read('note', kept)).toMatchObject({ title: 'kept' });
  });
});

describe('drafts', () => {
  test('that are disabled in a database of Quoin are neither served nor changed', async () => {
    const made = make();
    let project = await made.start(DRAFTS);
    const draft = await project.draft('note', { title: 'draft' });
    const both = await project.published('note', { title: 'one' });
    await project.update(['note', both], { title: 'changed' }, 'status=draft');
    const before = await project.rows('select * from notes order by id');
    project = await made.start({});
    expect(await project.rows('select * from notes order by id')).toEqual(before);
    for (const query of ['', 'status=draft']) {
      expect(await project.read('note', draft, query)).toBe(null);
      expect(await project.read('note', both, query)).toMatchObject({ title: 'one' });
    }
    await project.published('note', { title: 'new' });
    project = await made.start({});
    expect(await project.read('note', draft)).toBe(null);
    expect(await titles(project, DRAFT)).toEqual(['draft', 'changed']);
  });

  test('are not created if the former options are unknown', async () => {
    const made = make();
    let project = await made.start({});
    await project.published('note', { title: 'one' });
    await project.script('delete from quoin_type_options');
    project = await made.start(DRAFTS);
    expect(await titles(project, DRAFT)).toEqual([]);
    project = await made.start({});
    project = await made.start(DRAFTS);
    expect(await titles(project, DRAFT)).toEqual(['one']);
  });

  test('of a type that is removed and added again are preserved', async () => {
    const made = SwitchedProject.make((options) =>
      schemasOf('note' in options ? { note: {} } : {}, options),
    );
    let project = await made.start(DRAFTS);
    const draft = await project.draft('note', { title: 'draft' });
    await made.start({});
    project = await made.start({ note: {} });
    expect(await project.read('note', draft)).toBe(null);
    await project.published('note', { title: 'one' });
    await made.start({});
    project = await made.start(DRAFTS);
    expect(await titles(project, DRAFT)).toEqual(['draft', 'one']);
  });

  test('reflect a start of Strapi in between, in which they were disabled', async () => {
    const made = make();
    let project = await made.start(DRAFTS);
    await project.published('note', { title: 'one' });
    await letStrapiStart(project, { note: {} });
    await project.script(`delete from notes where ${DRAFT}`);
    project = await made.start(DRAFTS);
    expect(await titles(project, DRAFT)).toEqual(['one']);
  });

  test('reflect an earlier start of Strapi only once', async () => {
    const made = make();
    let project = await made.start({});
    await project.published('note', { title: 'one' });
    await letStrapiStart(project, { note: {} });
    await project.script('delete from quoin_type_options');
    project = await made.start(DRAFTS);
    expect(await titles(project, DRAFT)).toEqual(['one']);
    await project.script(`delete from notes where ${DRAFT}`);
    project = await made.start(DRAFTS);
    expect(await titles(project, DRAFT)).toEqual([]);
  });

  test('are created completely or not at all, and again at the next start', async () => {
    const made = make();
    let project = await made.start({});
    await project.published('note', { title: 'one' });
    await project.published('note', { title: 'two' });
    const other = await made.database;
    const stop = rejectingTrigger('stop', {
      before: 'insert',
      table: 'notes',
      when: `new.title = 'two'`,
    });
    await other.script(stop.make);
    await expect(made.start(DRAFTS)).rejects.toThrow(ConstraintError);
    expect(await other.sql('select title from notes order by id')).toEqual([
      { title: 'one' },
      { title: 'two' },
    ]);
    await other.script(stop.drop);
    project = await made.start(DRAFTS);
    expect(await titles(project, DRAFT)).toEqual(['one', 'two']);
  });
});

describe('locales', () => {
  test('enabled: rows without a locale get the default, unless the document already has it', async () => {
    const made = make();
    let project = await made.start({});
    const one = await project.published('note', { title: 'one' });
    await project.script(
      `insert into notes (document_id, title, locale, published_at)
        values ('two', 'mine', 'en', ${sqlMoment(1)}), ('two', 'none', null, ${sqlMoment(1)})`,
    );
    project = await made.start(LOCALES);
    expect(await project.read('note', one)).toMatchObject({ title: 'one', locale: 'en' });
    expect(await titles(project, 'locale is null')).toEqual(['none']);
  });

  test('disabled and enabled again: all rows are found, including new ones', async () => {
    const made = make();
    let project = await made.start(LOCALES);
    const one = await project.published('note', { title: 'one' });
    await project.update(['note', one], { title: 'un' }, 'locale=fr');
    const french = await project.published('note', { title: 'seul' }, 'locale=fr');
    project = await made.start({});
    expect(await project.read('note', french)).toBe(null);
    expect(await project.read('note', one)).toMatchObject({ title: 'one' });
    await project.update(['note', one], { title: 'changed' });
    const meanwhile = await project.published('note', { title: 'meanwhile' });
    expect(await titles(project, 'locale is null')).toEqual(['meanwhile']);
    project = await made.start(LOCALES);
    expect(await project.read('note', one)).toMatchObject({ title: 'changed' });
    expect(await project.read('note', one, 'locale=fr')).toMatchObject({ title: 'un' });
    expect(await project.read('note', french, 'locale=fr')).toMatchObject({ title: 'seul' });
    expect(await project.read('note', meanwhile)).toMatchObject({ locale: 'en' });
  });

  test('disabled: the served locale does not change if another becomes the default', async () => {
    const made = make();
    let project = await made.start(LOCALES);
    const one = await project.published('note', { title: 'one' });
    await made.start({});
    project = await made.start({});
    await project.script(
      `update strapi_core_store_settings set value = '"fr"' where key = 'plugin_i18n_default_locale'`,
    );
    project = await made.start({});
    expect(await project.read('note', one)).toMatchObject({ title: 'one' });
  });

  test('enabled together with drafts: pending links get the locale', async () => {
    const made = SwitchedProject.make((options) =>
      schemasOf(
        {
          note: { list: { type: 'relation', relation: 'manyToMany', target: 'api::page.page' } },
          page: {},
        },
        options,
      ),
    );
    const page = { drafts: true };
    let project = await made.start({ note: {}, page });
    const target = await project.draft('page', { title: 'late' });
    const note = await project.published('note', { title: 'one', list: [target] });
    project = await made.start({ ...BOTH, page });
    for (const status of ['draft', 'published']) {
      const entry = await project.read('note', note, `status=${status}`);
      expect(entry).toMatchObject({ title: 'one', locale: 'en' });
    }
    project = await made.start({ ...BOTH, page: { drafts: true, locales: true } });
    await project.assertWhole();
    await project.act('publish', ['page', target]);
    expect(await project.titles('note', [note, 'list'])).toEqual(['late']);
    await project.assertWhole();
  });

  test('enabled on both sides: links connect rows in the same locale', async () => {
    const made = SwitchedProject.make((options) =>
      schemasOf(
        {
          note: {
            list: {
              type: 'relation',
              relation: 'manyToMany',
              target: 'api::page.page',
              inversedBy: 'notes',
            },
            own: { type: 'relation', relation: 'oneToOne', target: 'api::page.page' },
          },
          page: {
            notes: {
              type: 'relation',
              relation: 'manyToMany',
              target: 'api::note.note',
              mappedBy: 'list',
            },
            first: { type: 'relation', relation: 'oneToOne', target: 'api::note.note' },
          },
        },
        options,
      ),
    );
    const page = { drafts: true, locales: true };
    let project = await made.start({ ...LOCALES, page });
    const target = await project.published('page', { title: 'page' });
    await project.update(['page', target], { title: 'seite' }, 'locale=de');
    const note = await project.published('note', { title: 'note', list: [target], own: target });
    const german = { title: 'notiz', list: [target], own: target };
    await project.update(['note', note], german, 'locale=de');
    await project.update(['page', target], { first: note }, 'locale=de');
    project = await made.start({ ...BOTH, page });
    for (const status of ['draft', 'published']) {
      for (const [locale, own, other] of [
        ['en', 'note', 'page'],
        ['de', 'notiz', 'seite'],
      ] as const) {
        const query = `locale=${locale}&status=${status}`;
        expect(await project.titles('note', [note, 'list'], query)).toEqual([other]);
        expect(await project.titles('note', [note, 'own'], query)).toEqual([other]);
        expect(await project.titles('page', [target, 'notes'], query)).toEqual([own]);
        const first = locale === 'de' ? [own] : [];
        expect(await project.titles('page', [target, 'first'], query)).toEqual(first);
      }
    }
    await project.assertWhole();
    await expectOwnVersions(project);
  });
});
