// Exports a project: reads everything in one snapshot into files of lines, then packs them with the bytes of files
// (docs/strapi/archives.md).
import type { Registry } from '../../schema/registry.ts';
import type { RawDefinition } from '../../schema/types.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import { pendingLinks } from '../../storage/layout/quoin-tables.ts';
import { RowStatements } from '../../storage/statements/row-statements.ts';
import { countTables } from '../../storage/statements/row-counts.ts';
import { JsonlSpool, type SpooledFile } from '../archive/jsonl-spool.ts';
import { isTransferred, METADATA, type ConfigurationLine } from '../archive/lines.ts';
import type { ArchiveWriter } from '../archive/write-archive.ts';
import { writeAssetList } from './asset-lines.ts';
import { readConfiguration } from './configuration-lines.ts';
import { writeEntities } from './entity-lines.ts';
import { writeLinks } from './link-lines.ts';
import { linkSources } from './link-sources.ts';
import { withLogos } from './logos.ts';
import { schemaLines } from './schema-lines.ts';
import { writeAssets, type AssetReport, type OpenAsset } from './write-assets.ts';

/** Parts to export. */
export interface ExportScope {
  readonly content: boolean;
  readonly files: boolean;
  readonly config: boolean;
}

/** Source and target of an export. */
export interface ExportDependencies {
  readonly database: Database;
  readonly registry: Registry;
  readonly layout: Layout;
  /** All definitions, including built-in ones, in the order of the archive. */
  readonly definitions: readonly RawDefinition[];
  readonly scope: ExportScope;
  /** Absolute path of an empty folder with space for all rows. */
  readonly folder: string;
  readonly writer: ArchiveWriter;
  readonly open: OpenAsset;
  readonly progress: ExportProgress;
}

/** Receives the progress of an export. */
export interface ExportProgress {
  begin(stage: string, total: number): void;
  step(steps: number): void;
}

/** Summary of an export. */
export interface ExportReport {
  /** Number of rows by uid, for types that have rows. */
  readonly rows: ReadonlyMap<string, number>;
  readonly links: number;
  /** Omitted links to missing rows. */
  readonly lostLinks: number;
  /** Omitted links to unpublished documents, which Strapi does not know. */
  readonly pendingLinks: number;
  readonly settings: number;
  readonly webhooks: number;
  readonly assets: AssetReport;
}

/** Version of Strapi whose archive format is written. */
const VERSION = '5.54.0';

/** Exports into an archive and leaves it open. @throws errors of the database, the file system or the store */
export async function exportProject(dependencies: ExportDependencies): Promise<ExportReport> {
  const { database, definitions, writer, open, progress } = dependencies;
  const schemas = new JsonlSpool(dependencies.folder, 'schemas');
  for (const line of schemaLines(definitions)) schemas.line(line);
  const read = await database.read(readProject(dependencies));
  for (const file of [...schemas.end(), ...read.entities]) await writer.lines(file);
  progress.begin('files', read.assetCount);
  const assets = await writeAssets(read.assets, { writer, open }, () => progress.step(1));
  for (const file of read.links) await writer.lines(file);
  const settings = new JsonlSpool(dependencies.folder, 'configuration');
  for (const line of await withLogos(read.settings, open)) settings.line(JSON.stringify(line));
  for (const file of settings.end()) await writer.lines(file);
  const metadata = { createdAt: new Date().toISOString(), strapi: { version: VERSION } };
  await writer.text(METADATA, JSON.stringify(metadata, null, 2));
  const webhooks = read.settings.filter(({ type }) => type === 'webhook').length;
  return { ...read.report, settings: read.settings.length - webhooks, webhooks, assets };
}

/** Content of the snapshot. */
interface ReadProject {
  readonly entities: readonly SpooledFile[];
  readonly assets: readonly SpooledFile[];
  readonly assetCount: number;
  readonly links: readonly SpooledFile[];
  readonly settings: readonly ConfigurationLine[];
  readonly report: Pick<ExportReport, 'rows' | 'links' | 'lostLinks' | 'pendingLinks'>;
}

function* readProject(dependencies: ExportDependencies): ReadSteps<ReadProject> {
  const { database, registry, layout, scope, folder } = dependencies;
  const { dialect } = database;
  const access = { dialect, registry, layout, statements: new RowStatements(dialect, layout) };
  const spools = {
    entities: new JsonlSpool(folder, 'entities'),
    assets: new JsonlSpool(folder, 'assets'),
    links: new JsonlSpool(folder, 'links'),
  };
  const content = scope.content
    ? yield* readContent(dependencies, {
        ...access,
        entities: spools.entities,
        links: spools.links,
      })
    : { rows: new Map<string, number>(), lostLinks: 0, pendingLinks: 0 };
  if (scope.files) yield* writeAssetList({ ...access, into: spools.assets });
  const settings = scope.config ? yield* readConfiguration(dialect) : [];
  return {
    entities: spools.entities.end(),
    assets: spools.assets.end(),
    assetCount: spools.assets.lines,
    links: spools.links.end(),
    settings,
    report: { ...content, links: spools.links.lines },
  };
}

interface ContentDependencies {
  readonly dialect: Database['dialect'];
  readonly registry: Registry;
  readonly layout: Layout;
  readonly statements: RowStatements;
  readonly entities: JsonlSpool;
  readonly links: JsonlSpool;
}

function* readContent(
  { progress }: ExportDependencies,
  access: ContentDependencies,
): ReadSteps<Pick<ExportReport, 'rows' | 'lostLinks' | 'pendingLinks'>> {
  const { registry, layout, entities, links } = access;
  const types = [...registry.contentTypes.values()].filter(isTransferred);
  const sources = linkSources(registry, layout);
  const tables = types.map(({ uid }) => layout.table(uid));
  const counts = yield* countTables(tables);
  const linkCounts = yield* countTables(sources.map(({ table }) => table));
  const step = (rows: number): void => progress.step(rows);

  progress.begin('rows', sum(counts));
  const rows = new Map<string, number>();
  for (const type of types) {
    const count = yield* writeEntities(type, { ...access, into: entities, step });
    if (count > 0) rows.set(type.uid, count);
  }
  progress.begin('links', sum(linkCounts));
  let lostLinks = 0;
  for (const source of sources) {
    lostLinks += yield* writeLinks(source, { ...access, into: links, step });
  }
  const [waiting = 0] = yield* countTables([pendingLinks.table]);
  return { rows, lostLinks, pendingLinks: waiting };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
