// Database for repeated imports of archives.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { openDatabase } from '../../src/app/database.ts';
import type { Database } from '../../src/storage/database.ts';
import { createLayout } from '../../src/storage/layout/layout.ts';
import { prepareDatabase } from '../../src/storage/migration/prepare-database.ts';
import { readPage } from '../../src/storage/statements/table-pages.ts';
import { readArchive } from '../../src/transfer/archive/read-archive.ts';
import { readJsonLines } from '../../src/transfer/archive/read-lines.ts';
import {
  importArchive,
  type ImportDependencies,
  type ImportReport,
  type ImportScope,
} from '../../src/transfer/import/import-archive.ts';
import type { ImportedFiles } from '../../src/transfer/import/staged-assets.ts';
import { TYPE_OF, fromDriverValue } from '../../src/transfer/stored-values.ts';
import { KITCHEN_EXPORT, METADATA_JSON, type ArchiveContents } from './archives.ts';
import { makeDatabase, type TestDatabase } from './test-database.ts';
import { kitchenRegistry } from './vendored-projects.ts';

const registry = kitchenRegistry();
const layout = createLayout(registry);

/** Full content of an archive. */
export const ALL: ImportScope = { content: true, files: true, config: true };

/** A schema of an archive. */
export interface Schema {
  readonly uid: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly pluginOptions?: object;
}

/** A database of project kitchen after its first start, for one test file. */
export interface ImportTarget {
  readonly made: TestDatabase;
  readonly database: Database;
  /** Entries of the recorded archive. */
  readonly schemas: readonly Schema[];
  /** Temporary folder. */
  readonly folder: string;
  /** Imports entries. */
  run(
    entries: ImportDependencies['entries'],
    more?: Partial<ImportDependencies>,
  ): Promise<ImportReport>;
  /** Builds an archive from lines. */
  archive(lines: ArchiveLines): ArchiveContents;
  /** Creates an upload target with a separate folder. */
  files(): FolderFiles;
}

/** Content of an archive. */
export interface ArchiveLines {
  readonly entities?: readonly unknown[];
  readonly links?: readonly unknown[];
  readonly configuration?: readonly unknown[];
  readonly assets?: ArchiveContents;
}

/** Creates the database of a test file, which is dropped after it. */
export async function makeImportTarget(): Promise<ImportTarget> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-import-')));
  const made = await makeDatabase({
    key: 'import-target',
    fill: async (config) => {
      const database = await openDatabase(config);
      await prepareDatabase(database, layout, {});
      await database.close();
    },
  });
  afterAll(async () => {
    await made[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });
  const database = await made.open();
  const schemas = await kitchenSchemas();
  const files = (): FolderFiles => new FolderFiles(folder);
  return {
    made,
    database,
    schemas,
    folder,
    files,
    run: (entries, more = {}) =>
      importArchive({
        registry,
        layout,
        database,
        entries,
        files: files(),
        scope: ALL,
        force: false,
        dryRun: false,
        ...more,
      }),
    archive: ({ entities = [], links = [], configuration = [], assets = {} }) => ({
      'schemas/schemas_00001.jsonl': schemas,
      'entities/entities_00001.jsonl': entities,
      ...assets,
      'links/links_00001.jsonl': links,
      'configuration/configuration_00001.jsonl': configuration,
      'metadata.json': METADATA_JSON,
    }),
  };
}

/** Upload target in a folder. */
export class FolderFiles implements ImportedFiles {
  readonly folder: string;
  /** The folder. */
  readonly target: string;
  readonly provider: string = 'local';

  constructor(parent: string) {
    this.folder = mkdtempSync(path.join(parent, 'staged-'));
    this.target = mkdtempSync(path.join(parent, 'uploads-'));
  }

  async clear(): Promise<void> {}

  async put(file: { readonly name: string; readonly path: string }): Promise<string> {
    await copyFile(file.path, path.join(this.target, file.name));
    return `/uploads/${file.name}`;
  }

  async flush(): Promise<void> {}
}

/** The entries of the recorded archive. */
export function kitchenEntries(): ImportDependencies['entries'] {
  return readArchive({ path: KITCHEN_EXPORT, key: null, read: () => undefined });
}

async function kitchenSchemas(): Promise<readonly Schema[]> {
  const lines: Schema[] = [];
  for await (const entry of kitchenEntries()) {
    if (!entry.name.startsWith('schemas/')) continue;
    for await (const { value } of readJsonLines(entry)) lines.push(value as Schema);
  }
  return lines;
}

/** The line of a tag. */
export function tag(id: unknown, data: object = {}): object {
  const own = { documentId: `tag${String(id)}`, name: `tag ${String(id)}`, locale: 'en' };
  return { type: 'api::tag.tag', id, data: { ...own, ...data } };
}

/** The line of an article. */
export function article(id: number, data: object = {}): object {
  const own = { documentId: `article${id}`, title: `article ${id}`, locale: 'en' };
  return { type: 'api::article.article', id, data: { ...own, ...data } };
}

/** Logs, tables that startup recreates, and tables that archives do not contain. */
const NO_CONTENT = /migrations|database_schema|^quoin_|^strapi_api|^strapi_sessions|^admin_/;

/** The content of all tables; link rows without their ids, which have no meaning. */
export async function contentOf(from: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const content = new Map<string, readonly string[]>();
  for (const { name, kind, columns } of layout.tables) {
    if (NO_CONTENT.test(name)) continue;
    const read = columns.filter(({ type }) => type !== 'increments');
    const page = {
      table: name,
      columns: read.map((each) => ({ column: each.name, as: TYPE_OF[each.type] })),
    };
    const rows = await from.read(readPage(from.dialect, { ...page, after: 0, limit: 1000 }));
    const meanings = rows.map(([id, ...values]) =>
      JSON.stringify([
        kind === 'links' ? null : Number(id),
        ...read.map(({ type }, i) => comparable(type, fromDriverValue(type, values[i]))),
      ]),
    );
    if (meanings.length > 0) content.set(name, meanings.toSorted());
  }
  return content;
}

/** Reduces a value to the precision that all databases and exports have. */
function comparable(type: string, meaning: unknown): unknown {
  // PostgreSQL stores two decimals.
  if (type === 'decimal' && typeof meaning === 'number') return Math.round(Number(`${meaning}e2`));
  // Strapi reads them through doubles on SQLite.
  if (typeof meaning === 'bigint') return Number(meaning);
  // A random time of one of Strapi's jobs.
  if (typeof meaning === 'string') return meaning.replace(/\d+ \d+ \d+ \* \* \d/, '');
  return sorted(meaning);
}

/** Databases order the keys of JSON differently. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([key, inner]): [string, unknown] => [key, sorted(inner)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
