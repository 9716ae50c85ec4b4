// Imports an archive in one pass and one transaction: its content replaces the existing content, all or nothing
// (docs/strapi/archives.md, "Import").
import type { Registry } from '../../schema/registry.ts';
import type { Database } from '../../storage/database.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import { RowStatements } from '../../storage/statements/row-statements.ts';
import { runInSession, type Session } from '../../storage/session.ts';
import { takeId } from '../../storage/statements/table-pages.ts';
import { TransferError } from '../errors.ts';
import { METADATA, STAGES, type ArchiveStage } from '../archive/lines.ts';
import {
  parseConfigurationLine,
  parseEntityLine,
  parseLinkLine,
  parseMetadata,
  parseSchemaLine,
} from '../archive/parse-lines.ts';
import type { ArchiveEntry } from '../archive/read-archive.ts';
import { readJson, readJsonLines, type JsonLine } from '../archive/read-lines.ts';
import { ConfigurationRows } from './configuration-rows.ts';
import { deleteConfiguration, deleteContent } from './empty-tables.ts';
import { EntityRows } from './entity-rows.ts';
import { LinkRows } from './link-rows.ts';
import { LogoExtractor } from './logos.ts';
import { recordOptions } from './record-options.ts';
import { RowPages } from './row-pages.ts';
import { SchemaDifferences } from './schema-differences.ts';
import { StagedAssets, type ImportedFiles } from './staged-assets.ts';
import { ImportSummary, type Skipped } from './import-summary.ts';

/** Parts to import. */
export interface ImportScope {
  /** Rows and links. */
  readonly content: boolean;
  /** Bytes of files. */
  readonly files: boolean;
  /** Settings and webhooks. */
  readonly config: boolean;
}

/** Source and target of an import. */
export interface ImportDependencies {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly database: Database;
  readonly entries: AsyncIterable<ArchiveEntry>;
  readonly files: ImportedFiles;
  readonly scope: ImportScope;
  /** If true, continues although the schemas differ. */
  readonly force: boolean;
  /** If true, everything is rolled back at the end. */
  readonly dryRun: boolean;
}

/** Summary of an import. */
export interface ImportReport {
  /** Version of Strapi that wrote the archive; empty if unknown. */
  readonly version: string;
  /** Number of rows by uid, in the order of the archive. */
  readonly rows: ReadonlyMap<string, number>;
  readonly links: number;
  readonly files: number;
  /** Number of smaller formats. */
  readonly formats: number;
  readonly settings: number;
  readonly webhooks: number;
  /** Differences between the schemas, one per line. */
  readonly differences: readonly string[];
  readonly skipped: readonly Skipped[];
}

/**
 * Imports an archive.
 * @throws TransferError; the database is unchanged then, but files may have been stored
 */
export async function importArchive(dependencies: ImportDependencies): Promise<ImportReport> {
  const dryRun: { report: ImportReport | null } = { report: null };
  const rollback = new Error('A dry run changes nothing.');
  try {
    return await dependencies.database.runInTransaction(async (session) => {
      const report = await new Import(dependencies, session).run();
      if (!dependencies.dryRun) return report;
      dryRun.report = report;
      throw rollback;
    });
  } catch (error) {
    if (error === rollback && dryRun.report) return dryRun.report;
    throw error;
  }
}

/** Folders and extension of entries with lines. */
const LINES = /^(schemas|entities|links|configuration)\/[^/]+\.jsonl$/;

/** Advice for an archive in another order. */
const REPACK = `The order of an export is: tar -czf export.tar.gz ${STAGES.join(' ')} ${METADATA}`;

/** A single import. */
class Import {
  readonly #dependencies: ImportDependencies;
  readonly #session: Session;
  readonly #statements: RowStatements;
  readonly #pages: RowPages;
  readonly #summary = new ImportSummary();
  readonly #differences: SchemaDifferences;
  readonly #entities: EntityRows;
  readonly #links: LinkRows;
  readonly #configuration: ConfigurationRows;
  readonly #assets: StagedAssets;
  readonly #logos: LogoExtractor;
  #stage: ArchiveStage = 'schemas';
  #version: string | null = null;

  constructor(dependencies: ImportDependencies, session: Session) {
    const { registry, layout, database } = dependencies;
    const { dialect } = database;
    const statements = new RowStatements(dialect, layout);
    const pages = new RowPages(session, statements);
    const differences = new SchemaDifferences(registry);
    const summary = this.#summary;
    const context = { registry, layout, dialect, pages, summary };
    this.#dependencies = dependencies;
    this.#session = session;
    this.#statements = statements;
    this.#pages = pages;
    this.#differences = differences;
    this.#entities = new EntityRows({ ...context, differing: differences.attributes });
    this.#links = new LinkRows({ ...context, statements, session });
    this.#configuration = new ConfigurationRows(context);
    this.#assets = new StagedAssets(dependencies.files);
    this.#logos = new LogoExtractor(this.#assets, dependencies.scope.files);
  }

  async run(): Promise<ImportReport> {
    for await (const entry of this.#dependencies.entries) await this.#take(entry);
    await this.#enter('configuration');
    await this.#flush();
    if (this.#version === null) {
      throw new TransferError(
        'invalidArchive',
        `The archive is truncated: ${METADATA}, its last entry, is missing.`,
      );
    }
    // Files leave the staging folder when they are stored.
    const assets = await this.#assets.count();
    await this.#end();
    return {
      version: this.#version,
      rows: new Map([...this.#entities.counts].filter(([, count]) => count > 0)),
      links: this.#links.count,
      ...assets,
      settings: this.#configuration.settings,
      webhooks: this.#configuration.webhooks,
      differences: this.#differences.lines,
      skipped: this.#summary.list(),
    };
  }

  async #take(entry: ArchiveEntry): Promise<void> {
    const { name } = entry;
    if (name === METADATA) {
      const { version } = parseMetadata(await readJson(entry));
      if (/^v?[1-4]\./.test(version)) {
        throw new TransferError('rejected', [
          `This is an archive of Strapi ${version}. Upgrade the project to Strapi 5 first, then export it again.`,
        ]);
      }
      this.#version = version;
      return;
    }
    const stage = STAGES.find((each) => name.startsWith(`${each}/`));
    if (stage === undefined) return this.#summary.add('unknown entries', name);
    await this.#enter(stage);
    if (stage === 'assets') return this.#importAsset(entry);
    if (!LINES.test(name)) return this.#summary.add('unknown entries', name);
    if (!this.#isSelected(stage)) return;
    for await (const line of readJsonLines(entry)) {
      await this.#importLine(stage, line);
      if (this.#pages.isFull) await this.#flush();
    }
  }

  async #importAsset(entry: ArchiveEntry): Promise<void> {
    if (!this.#dependencies.scope.files) return;
    const [, folder, ...rest] = entry.name.split('/');
    const name = rest.join('/');
    if (name.startsWith('.') || (folder !== 'uploads' && folder !== 'metadata')) {
      return this.#summary.add('unknown entries', entry.name);
    }
    if (folder === 'uploads') await this.#assets.stage(entry, name);
    else await this.#assets.describe(entry, name);
  }

  #isSelected(stage: ArchiveStage): boolean {
    const { content, config } = this.#dependencies.scope;
    return stage === 'schemas' || (stage === 'configuration' ? config : content);
  }

  async #importLine(stage: ArchiveStage, line: JsonLine): Promise<void> {
    switch (stage) {
      case 'schemas':
        return this.#differences.add(parseSchemaLine(line));
      case 'entities':
        return this.#entities.add(parseEntityLine(line), line.size);
      case 'links':
        return this.#links.add(parseLinkLine(line));
      default: {
        const row = parseConfigurationLine(line);
        if (row) this.#configuration.add(await this.#logos.take(row), line.size);
        else this.#summary.add('lines of configuration that are not settings', line.location());
      }
    }
  }

  /** A stage begins, so earlier ones are complete. @throws TransferError for an entry of an earlier stage */
  async #enter(stage: ArchiveStage): Promise<void> {
    if (stage === this.#stage) return;
    if (STAGES.indexOf(stage) < STAGES.indexOf(this.#stage)) {
      throw new TransferError(
        'invalidArchive',
        `The archive contains ${stage} after ${this.#stage}. ${REPACK}`,
      );
    }
    const isFirst = this.#stage === 'schemas';
    this.#stage = stage;
    if (isFirst) await this.#begin();
    else await this.#flush();
  }

  /** All schemas are known: decides whether the import may continue. */
  async #begin(): Promise<void> {
    const { scope, force } = this.#dependencies;
    const differences = this.#differences;
    if (differences.isEmpty) {
      throw new TransferError(
        'invalidArchive',
        `The archive does not begin with its schemas: it is not an export, or was repacked. ${REPACK}`,
      );
    }
    differences.end();
    if (scope.content && differences.lines.length > 0 && !force) {
      throw new TransferError('rejected', [
        'The archive’s schemas differ from the project’s (--force imports what fits):',
        ...differences.lines,
      ]);
    }
    if (scope.content) {
      await runInSession(this.#session, deleteContent(this.#dependencies, this.#statements));
    }
    if (scope.config) await runInSession(this.#session, deleteConfiguration(this.#statements));
  }

  async #flush(): Promise<void> {
    await this.#pages.flush();
    await this.#links.flush();
  }

  async #end(): Promise<void> {
    const { scope, database, layout, dryRun } = this.#dependencies;
    const { dialect } = database;
    await this.#moveSequences();
    if (scope.content || scope.config) {
      const imported = scope.content ? this.#differences.options : new Map<string, never>();
      await runInSession(this.#session, recordOptions(dialect, this.#statements, imported));
    }
    if (scope.files && !dryRun) {
      const rows = { session: this.#session, statements: this.#statements, layout, dialect };
      await this.#assets.place(scope.content ? rows : null);
      if (scope.config) await runInSession(this.#session, this.#logos.correct(this.#statements));
    }
  }

  /**
   * Only increases sequences: they are not rolled back with the transaction, and existing rows have ids from them.
   */
  async #moveSequences(): Promise<void> {
    const { dialect } = this.#dependencies.database;
    for (const [table, highest] of this.#pages.highestIds) {
      const moved = dialect.ddl.moveSequence(table);
      if (moved === null) continue;
      const next = await runInSession(this.#session, takeId(dialect, table));
      if (next <= highest) await this.#session.script(moved);
    }
  }
}
