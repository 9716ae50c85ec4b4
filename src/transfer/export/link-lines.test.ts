// Link lines of rows that another program wrote.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { entriesOf, exportOf, linesOf } from '../../../test/support/exported.ts';
import { isRecord } from '../../schema/raw.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});

afterAll(() => app.close());

const CONTENT = { content: true, files: false, config: false };

function linksOf(lines: readonly unknown[], field: string): readonly unknown[] {
  return lines.filter((line) => {
    const left = isRecord(line) ? line['left'] : null;
    return isRecord(left) && left['field'] === field;
  });
}

test('skips and counts links with a missing end', async () => {
  const other = await app.other();
  await other.script(`
    insert into articles (id, document_id, title, locale) values (1, 'a', 'A', 'en');
    insert into authors (id, document_id, name) values (1, 'b', 'B');
    insert into admin_users (id, document_id) values (7, 'c');
    update articles set created_by_id = 7;
    insert into articles_author_lnk (article_id, author_id, article_ord)
      values (1, 1, 1.5), (1, 99, 2), (99, 1, null), (1, null, 3), (null, 1, 3);
    insert into files (id, document_id, name) values (1, 'f', 'F');
    insert into files_related_mph (file_id, related_id, related_type, field, "order") values
      (1, 1, 'api::article.article', 'cover', null),
      (1, 1, 'api::article.article', null, 2),
      (1, 99, 'api::article.article', 'cover', 1),
      (1, 1, 'unknown::type.it', 'cover', 1),
      (1, 7, 'admin::user', 'cover', 1),
      (1, 1, null, 'cover', 1);
  `);
  using archive = await exportOf(app, { scope: CONTENT });
  const lines = linesOf(await entriesOf(archive.file), 'links');
  const article = { type: 'api::article.article', ref: 1 };
  expect(linksOf(lines, 'author')).toEqual([
    {
      kind: 'relation.basic',
      relation: 'manyToOne',
      left: { ...article, field: 'author' },
      right: { type: 'api::author.author', field: 'articles', ref: 1, pos: 1.5 },
    },
  ]);
  const file = { type: 'plugin::upload.file', field: 'related', ref: 1 };
  const words = { kind: 'relation.morph', relation: 'morphToMany', left: file };
  expect(linksOf(lines, 'related')).toEqual([
    { ...words, right: { ...article, field: 'cover', pos: null } },
    { ...words, right: { ...article, field: null, pos: 2 } },
  ]);
  expect(linksOf(lines, 'createdBy')).toEqual([]);
  expect(archive.report.lostLinks).toBe(3);
  expect(archive.report.links).toBe(lines.length);
});

test('exports every link once', async () => {
  const other = await app.other();
  const ids = Array.from({ length: 1201 }, (_, i) => i + 1);
  const rows = (of: (id: number) => string): string => ids.map((id) => `(${of(id)})`).join(', ');
  await other.script(`
    insert into tags (id, document_id, name, locale) values ${rows((id) => `${id}, 'd${id}', 'n', 'en'`)};
    insert into articles (id, document_id, title, locale) values (2, 'a', 'A', 'en');
    insert into articles_tags_lnk (article_id, tag_id, tag_ord, article_ord) values ${rows((id) => `2, ${id}, ${id}, 1`)};
  `);
  using archive = await exportOf(app, { scope: CONTENT });
  const links = linksOf(linesOf(await entriesOf(archive.file), 'links'), 'tags');
  expect(links).toEqual(
    ids.map((id) => ({
      kind: 'relation.basic',
      relation: 'manyToMany',
      left: { type: 'api::article.article', field: 'tags', ref: 2, pos: id },
      right: { type: 'api::tag.tag', field: 'articles', ref: id, pos: 1 },
    })),
  );
});
