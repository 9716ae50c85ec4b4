// The recorded archive of Strapi, imported while a server runs: from the next request on, it responds like one on the
// exported database.
import { afterAll, expect, test } from 'vitest';
import { createImportedFiles } from '../src/cli/archives/imported-files.ts';
import { importArchive } from '../src/transfer/import/import-archive.ts';
import { openTestApp } from './support/app.ts';
import { ALL, kitchenEntries } from './support/import-target.ts';

const seeded = await openTestApp({ database: 'fixtures/kitchen-seeded.db' });
const imported = await openTestApp();

afterAll(async () => {
  await seeded.close();
  await imported.close();
});

const { registry } = seeded.store;

/** What articles hold, level by level. */
const DEEP = [
  ...['hero', 'quote', 'related', 'faq', 'gallery'].map(
    (name) => `populate[sections][on][sections.${name}][populate]=*`,
  ),
  'populate[seo][populate]=*&populate[related][populate]=*',
  'populate[gallery]=true&populate[tags]=true&populate[author]=true',
].join('&');

/** The requests: every type completely, in every version. */
const urls = [
  ...[...registry.contentTypes.values()].flatMap(
    ({ uid, kind, origin, singularName, pluralName }) => {
      if (origin !== 'api') return [];
      const name = kind === 'singleType' ? singularName : pluralName;
      const deep = uid === 'api::article.article' ? `&${DEEP}` : '';
      return ['draft', 'published'].flatMap((status) => [
        `/api/${name}?status=${status}&populate=*`,
        `/api/${name}?status=${status}&locale=*&sort=id${deep}`,
      ]);
    },
  ),
  '/api/upload/files?sort=id',
  '/api/i18n/locales',
  '/api/users-permissions/roles/1',
  '/api/users-permissions/roles/2',
  '/uploads/tiny_6f47e77ef2.png',
];

test('responses are the same for every type', async () => {
  // Cached responses with the previous rows are not sent again.
  for (const url of urls) await imported.request(url);
  const files = await createImportedFiles(imported.project.config);
  await importArchive({
    ...imported.store,
    entries: kitchenEntries(),
    files,
    scope: ALL,
    force: false,
    dryRun: false,
  });
  await files.finish();
  const responses: string[] = [];
  const expected: string[] = [];
  for (const url of urls.slice(0, -1)) {
    responses.push(`${url} ${(await imported.request(url)).text}`);
    expected.push(`${url} ${(await seeded.request(url)).text}`);
  }
  expect(responses.map(withoutLostDigits)).toEqual(expected.map(withoutLostDigits));
  expect(responses.join('')).toContain('"metaTitle":"T"');
  const file = await imported.request(urls.at(-1) ?? '');
  expect([file.status, Number(file.headers['content-length'])]).toEqual([200, 5638]);
});

/** Strapi read the large number through a double when it exported it from SQLite. */
function withoutLostDigits(response: string): string {
  return response.replace('9007199254740993', '9007199254740992');
}
