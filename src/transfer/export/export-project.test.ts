// Exports compared with those of the real Strapi of the same databases (docs/strapi/archives.md).
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { changeDatabase } from '../../../test/support/app-database.ts';
import { entriesOf, exportOf, linesOf } from '../../../test/support/exported.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { vendored } from '../../../test/support/vendored-projects.ts';
import { isRecord, valueAt } from '../../schema/raw.ts';
import { isTransferred } from '../archive/lines.ts';

type Entries = ReadonlyMap<string, Buffer>;

const FIXTURES = [
  {
    project: 'kitchen',
    database: 'fixtures/kitchen-seeded.db',
    archive: vendored('conformance', 'fixtures', 'kitchen-export.tar.gz'),
  },
  {
    project: 'pantry',
    database: 'fixtures/pantry.db',
    archive: vendored('vendor', 'archives', 'pantry-export.tar.gz'),
  },
];

describe.each(FIXTURES)('the export of $project', ({ project, database, archive }) => {
  let theirs: Entries;
  let ours: Entries;

  beforeAll(async () => {
    theirs = await entriesOf(archive);
    await using app = await openTestApp({ project, database });
    putUploads(app, theirs);
    using exported = await exportOf(app);
    ours = await entriesOf(exported.file);
  });

  test('has the same entries in the same order, with the version last', () => {
    const files = [...theirs.keys()].filter((name) => !name.startsWith('assets/'));
    expect([...ours.keys()].filter((name) => !name.startsWith('assets/'))).toEqual(files);
    expect(JSON.parse(String(ours.get('metadata.json')))).toEqual({
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      strapi: { version: '5.54.0' },
    });
  });

  test('has schemas that Strapi recognizes as its own', () => {
    expect(sorted(linesOf(ours, 'schemas').map(comparedSchema))).toEqual(
      sorted(linesOf(theirs, 'schemas').map(comparedSchema)),
    );
  });

  test('has a line for each row, including its components', () => {
    expect(linesOf(ours, 'entities').map(asStored)).toEqual(
      linesOf(theirs, 'entities').map(toEntity).map(asWritten).map(asStored),
    );
  });

  test('has a line for each link', () => {
    expect(sorted(linesOf(ours, 'links'))).toEqual(sorted(linesOf(theirs, 'links')));
  });

  test('has settings as they are stored', () => {
    const settings = (entries: Entries): readonly unknown[] =>
      sorted(linesOf(entries, 'configuration').filter((line) => !STRAPIS_OWN.test(keyOf(line))));
    expect(settings(ours)).toEqual(settings(theirs));
  });

  test('has metadata before the bytes of each file', () => {
    const assets = (entries: Entries) =>
      [...entries].filter(([name]) => name.startsWith('assets/'));
    expect(new Map(assets(ours))).toEqual(new Map(assets(theirs)));
    const names = assets(ours).map(([name]) => name);
    expect(names.map((name) => name.split('/')[1])).toEqual(
      names.map((_, i) => (i % 2 === 0 ? 'metadata' : 'uploads')),
    );
  });
});

/** Settings that Strapi rewrites on start: views of its admin panel, and a random time. */
const STRAPIS_OWN = /^plugin_(?:upload_metrics$|content_manager_)/;

function keyOf(line: unknown): string {
  return String(valueAt(line, 'value.key'));
}

function putUploads({ project }: TestApp, entries: Entries): void {
  const folder = path.join(project.config.server.publicFolder, 'uploads');
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of entries) {
    if (name.startsWith('assets/uploads/'))
      writeFileSync(path.join(folder, path.basename(name)), bytes);
  }
}

function sorted(lines: readonly unknown[]): readonly string[] {
  return lines.map((line) => JSON.stringify(line, byKey)).toSorted();
}

/** Objects with their keys in order. */
function byKey(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Keys that Strapi does not compare. */
const IGNORED = new Set(['private', 'required', 'configurable', 'default']);

function comparedSchema(schema: unknown): unknown {
  if (!isRecord(schema) || !isRecord(schema['attributes'])) return schema;
  const attributes = Object.entries(schema['attributes']).map(([name, attribute]) => [
    name,
    Object.fromEntries(
      Object.entries(isRecord(attribute) ? attribute : {}).filter(([key]) => !IGNORED.has(key)),
    ),
  ]);
  return { ...schema, attributes: Object.fromEntries(attributes) };
}

interface Entity {
  readonly type: string;
  readonly id: number;
  readonly data: Readonly<Record<string, unknown>>;
}

function toEntity(line: unknown): Entity {
  return line as Entity;
}

/**
 * Where we differ from Strapi: big integers are exact, and a JSON value that is a plain text is written as Strapi can
 * store it on every database (docs/strapi/differences.md, D5).
 */
function asWritten({ type, id, data }: Entity): Entity {
  if (type !== 'api::sample.sample') return { type, id, data };
  const { aBiginteger, aJson } = data;
  const big = aBiginteger === '9007199254740992' ? '9007199254740993' : aBiginteger;
  const json = typeof aJson === 'string' ? JSON.stringify(JSON.stringify(aJson)) : aJson;
  return { type, id, data: { ...data, aBiginteger: big, aJson: json } };
}

/** PostgreSQL rounds decimals, and ends times in no zeros (docs/strapi/storage.md, "SQLite and PostgreSQL"). */
const asStored = onClient({ sqlite: (value: unknown): unknown => value, postgres: kept });

function kept(value: unknown): unknown {
  if (typeof value === 'number') {
    return (Math.sign(value) * Math.round(Number(`${Math.abs(value)}e2`))) / 100;
  }
  if (typeof value === 'string') return /^\d\d:\d\d:\d\d/.test(value) ? trimmed(value) : value;
  if (Array.isArray(value)) return value.map(kept);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, kept(inner)]));
}

function trimmed(time: string): string {
  return time.includes('.') ? time.replace(/\.?0+$/, '') : time;
}

test.each(
  onClient({
    sqlite: ['kitchen', 'kitchen-foreign', 'kitchen-older', 'kitchen-options', 'kitchen-bare'],
    postgres: ['kitchen'],
  }),
)('writes one JSON value per line for any content of %s', async (name) => {
  await using app = await openTestApp({ database: `fixtures/${name}.db` });
  using exported = await exportOf(app);
  const entries = await entriesOf(exported.file);
  const entities = linesOf(entries, 'entities');
  const rows = [...exported.report.rows.values()].reduce((sum, count) => sum + count, 0);
  expect([entities.length, linesOf(entries, 'links').length]).toEqual([
    rows,
    exported.report.links,
  ]);
  const tables = app.store.layout;
  const other = await app.other();
  for (const type of app.store.registry.contentTypes.values()) {
    const [row] = await other.sql(`select count(*) as rows from "${tables.table(type.uid)}"`);
    const count = isTransferred(type) ? Number(row?.['rows']) : 0;
    expect([type.uid, exported.report.rows.get(type.uid) ?? 0]).toEqual([type.uid, count]);
  }
});

test('reports the numbers of files, formats, bytes, settings and webhooks', async () => {
  await using app = await openTestApp({ database: 'fixtures/kitchen.db' });
  await changeDatabase(app, `insert into strapi_webhooks (name) values ('one'), ('two')`);
  const names = ['small_a29ebdd552.png', 'small_small_a29ebdd552.png', 'tiny_bc80e9a244.png'];
  putUploads(app, new Map(names.map((name) => [`assets/uploads/${name}`, Buffer.from(name)])));
  using exported = await exportOf(app);
  const { assets, settings, webhooks } = exported.report;
  const entries = await entriesOf(exported.file);
  const written = [...entries].filter(([name]) => name.startsWith('assets/uploads/'));
  expect(written.map(([name]) => path.basename(name)).toSorted()).toEqual(names);
  expect(assets).toMatchObject({ files: 2, formats: 1, bytes: names.join('').length });
  expect([settings + webhooks, webhooks]).toEqual([linesOf(entries, 'configuration').length, 2]);
});
