// Import of links from an archive.
import { describe, expect, test } from 'vitest';
import { entriesOf } from '../../../test/support/archives.ts';
import { article, makeImportTarget, tag } from '../../../test/support/import-target.ts';
import { namesRegistry } from '../../../test/support/vendored-projects.ts';
import { createLayout } from '../../storage/layout/layout.ts';
import type { Link } from '../../storage/layout/link.ts';
import { prepareDatabase } from '../../storage/migration/prepare-database.ts';

const { made, database, run, archive } = await makeImportTarget();

const tagLink = (left: number | string, right: number | string, pos: number = 1): object => ({
  kind: 'relation.basic',
  relation: 'manyToMany',
  left: { type: 'api::article.article', field: 'tags', ref: left, pos },
  right: { type: 'api::tag.tag', field: 'articles', ref: right, pos: 1 },
});

describe('links', () => {
  const entities = [article(1), article(2), tag(1), tag(2), tag(3)];
  const tags = async (): Promise<unknown> =>
    made.sql(
      'select article_id, tag_id, tag_ord, article_ord from articles_tags_lnk order by article_id, tag_ord',
    );

  test('keep the order of both sides', async () => {
    const links = [tagLink(1, 3, 1), tagLink(1, 1, 2.5), tagLink(2, 2)];
    await run(entriesOf(archive({ entities, links })));
    expect(await tags()).toEqual([
      { article_id: 1, tag_id: 3, tag_ord: 1, article_ord: 1 },
      { article_id: 1, tag_id: 1, tag_ord: 2.5, article_ord: 1 },
      { article_id: 2, tag_id: 2, tag_ord: 1, article_ord: 1 },
    ]);
  });

  test('with a missing end or duplicates are skipped and counted', async () => {
    const links = [
      tagLink(1, 1),
      tagLink(1, 9),
      tagLink(9, 1),
      tagLink(1, 1, 2),
      tagLink(1, 'one'),
      tagLink(1, 2, 3),
    ];
    const report = await run(entriesOf(archive({ entities, links })));
    expect(await tags()).toEqual([
      { article_id: 1, tag_id: 1, tag_ord: 1, article_ord: 1 },
      { article_id: 1, tag_id: 2, tag_ord: 3, article_ord: 1 },
    ]);
    expect(report.links).toBe(2);
    expect(report.skipped.map(({ kind, count }) => [kind, count])).toEqual([
      ['links whose ends are not ids', 1],
      ['links of api::article.article.tags with an end that is not in the archive', 2],
      ['a link of api::article.article.tags that exists twice', 1],
    ]);
  });

  test.each<readonly [string, { readonly type: string; readonly field: string }, string, string]>([
    [
      'of an unknown attribute',
      { type: 'api::tag.tag', field: 'nope' },
      'api::article.article',
      'which the project does not have',
    ],
    [
      'of an unknown type',
      { type: 'api::removed.removed', field: 'x' },
      'api::article.article',
      'which the project does not have',
    ],
    [
      'from the inverse side',
      { type: 'api::tag.tag', field: 'articles' },
      'api::article.article',
      'whose other side owns them here',
    ],
    [
      'to another type',
      { type: 'api::article.article', field: 'tags' },
      'api::author.author',
      'which cannot exist here',
    ],
    [
      'to administrators',
      { type: 'api::tag.tag', field: 'createdBy' },
      'admin::user',
      'which archives do not contain',
    ],
    [
      'of administrators',
      { type: 'admin::user', field: 'roles' },
      'admin::role',
      'which archives do not contain',
    ],
    [
      'of a file to an unknown type',
      { type: 'plugin::upload.file', field: 'related' },
      'removed.removed',
      'which cannot exist here',
    ],
  ])('%s are skipped', async (_, left, type, reason) => {
    const kind = left.field === 'related' ? 'relation.morph' : 'relation.basic';
    const link = {
      kind,
      relation: 'manyToMany',
      left: { ...left, ref: 1 },
      right: { type, ref: 1 },
    };
    const report = await run(entriesOf(archive({ entities, links: [link] })));
    expect(report.links).toBe(0);
    expect(report.skipped.map(({ kind }) => kind)).toEqual([expect.stringContaining(reason)]);
  });

  test('are imported in every other form', async () => {
    const names = namesRegistry();
    const layout = createLayout(names);
    await prepareDatabase(database, layout, {});
    const OWNER = 'api::owner-thing.owner-thing';
    const TINY = 'api::tiny.tiny';
    const link = (field: string, right: object): object => ({
      kind: field.startsWith('poly') ? 'relation.morph' : 'relation.basic',
      relation: 'oneToOne',
      left: { type: OWNER, field, ref: 1 },
      right,
    });
    const lines = {
      entities: [OWNER, TINY, TINY].map((type, i) => ({ type, id: i === 0 ? 1 : i, data: {} })),
      links: [
        link('jc', { type: TINY, ref: 2 }),
        link('jc', { type: TINY, ref: 3 }),
        link('jc', { type: TINY, ref: 1 }),
        link('polyOne', { type: TINY, ref: 1 }),
        link('polyOne', { type: TINY, ref: 2 }),
        link('polyMany', { type: TINY, ref: 2, field: 'morphManySide', pos: 4 }),
        link('polyMany', { type: OWNER, ref: 1, field: 'x', pos: 5 }),
        link('polyMany', { type: 'admin::user', ref: 1, field: 'x' }),
      ],
    };
    const report = await run(entriesOf(archive(lines)), { registry: names, layout, force: true });
    expect(report.links).toBe(4);
    const beyond = report.skipped.filter(({ kind }) => kind.startsWith('additional links'));
    expect(beyond.map(({ count }) => count)).toEqual([2]);
    const { idColumn, typeColumn, table } = morphOf(layout.link(OWNER, 'polyMany'));
    expect(
      await made.sql(
        `select ${idColumn} as id, ${typeColumn} as type, field, "order" from "${table}" order by "order"`,
      ),
    ).toEqual([
      { id: 2, type: TINY, field: 'morphManySide', order: 4 },
      { id: 1, type: OWNER, field: 'x', order: 5 },
    ]);
    expect(
      await made.sql(`select jc_id, target_id, target_type from "${layout.table(OWNER)}"`),
    ).toEqual([{ jc_id: 2, target_id: 1, target_type: TINY }]);
  });
});

function morphOf(link: Link): Extract<Link, { readonly kind: 'morphTable' }> {
  if (link.kind !== 'morphTable') throw new Error(`${link.kind} is another form`);
  return link;
}
