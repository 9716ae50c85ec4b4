// An archive of a project, imported into an empty project of the same kind: all responses are the same, including ids.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createImportedFiles } from '../src/cli/archives/imported-files.ts';
import { readArchive } from '../src/transfer/archive/read-archive.ts';
import { importArchive, type ImportReport } from '../src/transfer/import/import-archive.ts';
import { openTestApp, type TestApp } from './support/app.ts';
import { exportOf } from './support/exported.ts';

const ALL = { content: true, files: true, config: true };

async function importInto(app: TestApp, file: string, key: string): Promise<ImportReport> {
  const files = await createImportedFiles(app.project.config);
  const report = await importArchive({
    ...app.store,
    entries: readArchive({ path: file, key, read: () => undefined }),
    files,
    scope: ALL,
    force: false,
    dryRun: false,
  });
  await files.finish();
  return report;
}

/** Responses of a project: all its types, in every version, and its files and users. */
async function readAll({ store, project, request }: TestApp): Promise<object> {
  const { prefix } = project.config.api.rest;
  const types = [...store.registry.contentTypes.values()].filter(({ origin }) => origin === 'api');
  const paths = types.flatMap(({ kind, singularName, pluralName, draftAndPublish }) => {
    const name = kind === 'singleType' ? singularName : pluralName;
    const queries = draftAndPublish ? ['&status=draft', '&status=published'] : [''];
    const order = kind === 'singleType' ? '' : '&sort=id&pagination[pageSize]=100';
    return queries.map((query) => `${name}?populate=*&locale=*${order}${query}`);
  });
  const responses: Record<string, unknown> = {};
  for (const each of [...paths, 'upload/files?sort=id', 'users?populate=*', 'i18n/locales']) {
    const { status, text } = await request(`${prefix}/${each}`);
    // Archives contain no administrators, so rows have no creators.
    responses[each] = [
      status,
      JSON.parse(text, (key, value: unknown) => (CREATORS.has(key) ? null : value)),
    ];
  }
  return responses;
}

const CREATORS: ReadonlySet<string> = new Set(['createdBy', 'updatedBy']);

const WORDS = [
  'plain',
  'two "words"',
  '',
  'é 😀',
  true,
  false,
  0,
  [true, 'x'],
  { b: 'y', a: null },
];

async function writeJson({ request }: TestApp): Promise<void> {
  for (const aJson of WORDS) {
    const body = JSON.stringify({ data: { aString: 'json', aJson } });
    const headers = { 'content-type': 'application/json' };
    const { status } = await request('/api/samples', { method: 'POST', headers, body });
    expect([aJson, status]).toEqual([aJson, 201]);
  }
}

test.each([
  { project: 'kitchen', database: 'fixtures/kitchen-seeded.db' },
  { project: 'pantry', database: 'fixtures/pantry.db' },
])('$project is unchanged after an export and import', { timeout: 60_000 }, async (source) => {
  await using from = await openTestApp(source);
  if (source.project === 'kitchen') await writeJson(from);
  const uploads = path.join(from.project.config.server.publicFolder, 'uploads');
  mkdirSync(uploads, { recursive: true });
  writeFileSync(path.join(uploads, 'tiny_6f47e77ef2.png'), 'some bytes');
  const before = await readAll(from);
  using archive = await exportOf(from, { key: 'open sesame' });

  await using to = await openTestApp({ project: source.project });
  const report = await importInto(to, archive.file, 'open sesame');
  const { rows, settings, differences, skipped } = report;
  expect({ rows, settings, differences, skipped }).toEqual({
    rows: archive.report.rows,
    settings: archive.report.settings,
    differences: [],
    skipped: [],
  });
  expect(await readAll(to)).toEqual(before);
});
