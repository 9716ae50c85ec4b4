// `quoin export`: writes the content of a project into an archive that Strapi and Quoin can import.
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { assetBytes } from '../../app/asset-bytes.ts';
import { allDefinitions } from '../../app/content-model.ts';
import { openProject } from '../../app/project.ts';
import { openStore, type Store } from '../../app/store.ts';
import { AppError } from '../../base/errors.ts';
import { removeOnInterrupt } from '../../base/on-interrupt.ts';
import type { Project } from '../../project/load.ts';
import { archiveName, ArchiveWriter } from '../../transfer/archive/write-archive.ts';
import {
  exportProject,
  type ExportReport,
  type ExportScope,
} from '../../transfer/export/export-project.ts';
import { askKey } from '../accounts/password.ts';
import { assertProject } from '../assert-project.ts';
import { CommandError } from '../command-error.ts';
import { describeExport } from './export-report.ts';
import { createProgress } from '../progress.ts';
import { withoutTimeouts } from '../with-store.ts';
import { isTransferError } from '../../transfer/errors.ts';

/** What to export, and how. */
export interface ExportOptions {
  /** Path of the file, with or without extension; null for a name that contains the time. */
  readonly file: string | null;
  readonly compress: boolean;
  /** Null: encrypt if there is a key. */
  readonly encrypt: boolean | null;
  readonly key: string | null;
  readonly scope: ExportScope;
  /** If true, an existing file is overwritten. */
  readonly force: boolean;
}

/** Exports the project of a folder. @throws CommandError, ProjectError, StorageError */
export async function exportCommand(folder: string, options: ExportOptions): Promise<void> {
  assertProject(folder);
  const { compress, encrypt, force: overwrite } = options;
  const key = (encrypt ?? options.key !== null) ? await askKey(options.key) : null;
  const given = options.file ?? `export_${stamp(new Date())}`;
  const target = path.resolve(folder, archiveName(given, { compress, key }));
  if (!overwrite && existsSync(target)) throw alreadyExists(target);
  if (!existsSync(path.dirname(target))) {
    throw new CommandError(`The folder ${path.dirname(target)} does not exist.`);
  }
  const project = withoutTimeouts(await openProject(folder));
  for (const notice of project.notices) console.log(notice);
  const store = await openStore(project);
  try {
    const { scope } = options;
    const file = { path: target, compress, key, overwrite };
    const report = await exported(store, project, { scope, file });
    for (const line of describeExport(report, scope)) console.log(line);
    console.log(`Wrote ${target}.`);
    if (scope.content || scope.config) {
      console.log('Keep it safe: it contains password hashes and secrets.');
    }
  } finally {
    await store.database.close();
  }
}

async function exported(
  { database, registry, layout }: Store,
  project: Project,
  { scope, file }: { readonly scope: ExportScope; readonly file: Target },
): Promise<ExportReport> {
  const folder = await mkdtemp(path.join(path.dirname(file.path), '.quoin-export-'));
  const forget = removeOnInterrupt(folder);
  const progress = createProgress(process.stdout);
  try {
    const writer = await ArchiveWriter.begin(file, path.join(folder, 'archive'));
    try {
      const report = await exportProject({
        database,
        registry,
        layout,
        definitions: allDefinitions(project),
        scope,
        folder,
        writer,
        open: assetBytes(project),
        progress: {
          begin: (stage, total) => progress.begin(stage, total),
          step: (steps) => progress.step(steps),
        },
      });
      await writer.end();
      return report;
    } catch (error) {
      await writer.leave();
      throw toCommandError(error, file.path);
    }
  } finally {
    progress.stop();
    forget();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Target = Parameters<typeof ArchiveWriter.begin>[0];

function toCommandError(error: unknown, file: string): unknown {
  if (isTransferError(error, 'fileExists')) return alreadyExists(file);
  if (!(error instanceof AppError)) return error;
  return new CommandError(`Nothing was exported. ${error.message}`, { cause: error });
}

function alreadyExists(file: string): CommandError {
  return new CommandError(
    `${file} already exists. Choose another name, or overwrite it with --force.`,
  );
}

/** Local time as `20260131235959`, which sorts by time. */
function stamp(now: Date): string {
  const parts = [
    now.getFullYear(),
    now.getMonth() + 1,
    now.getDate(),
    now.getHours(),
    now.getMinutes(),
    now.getSeconds(),
  ];
  return parts.map((part) => String(part).padStart(2, '0')).join('');
}
