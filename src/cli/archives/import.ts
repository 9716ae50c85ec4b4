// `quoin import`: replaces the content of a project with that of an archive.
import { statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { onInterrupt } from '../../base/on-interrupt.ts';
import { modelOf } from '../../app/content-model.ts';
import { fileStorage } from '../../app/file-store.ts';
import { openProject } from '../../app/project.ts';
import { migrateStore, openStore, type Store } from '../../app/store.ts';
import { recordFormerComponents } from '../../model/record-former-components.ts';
import type { Project } from '../../project/load.ts';
import { type TransferError, isTransferError } from '../../transfer/errors.ts';
import { readArchive, type ArchiveEntry } from '../../transfer/archive/read-archive.ts';
import { readFolder } from '../../transfer/archive/read-folder.ts';
import { readCustomFields } from '../../transfer/import/archived-fields.ts';
import { countContent } from '../../transfer/import/empty-tables.ts';
import {
  importArchive,
  type ImportReport,
  type ImportScope,
} from '../../transfer/import/import-archive.ts';
import { askKey } from '../accounts/password.ts';
import { assertProject } from '../assert-project.ts';
import { CommandError } from '../command-error.ts';
import { describeImport } from './import-report.ts';
import { createImportedFiles, type ImportedFilesResult } from './imported-files.ts';
import { createProgress, type StageProgress } from '../progress.ts';
import { describeReport } from '../report.ts';
import { withoutTimeouts } from '../with-store.ts';

/** What to import, and how. */
export interface ImportOptions {
  /** Key of an encrypted archive, or null. */
  readonly key: string | null;
  readonly scope: ImportScope;
  /** If true, does not ask for confirmation and ignores differences between schemas. */
  readonly force: boolean;
  /** If true, everything is rolled back at the end. */
  readonly dryRun: boolean;
}

/** An archive on disk. */
interface Source {
  /** Absolute path of a file or of an unpacked folder. */
  readonly path: string;
  readonly isFolder: boolean;
  /** In bytes; unknown for a folder. */
  readonly size: number;
  readonly key: string | null;
}

/** Imports an archive into the project of a folder. @throws CommandError, ProjectError, StorageError */
export async function importCommand(
  folder: string,
  file: string | undefined,
  options: ImportOptions,
): Promise<void> {
  assertProject(folder);
  const began = performance.now();
  const source = await sourceOf(folder, file, options);
  const project = withoutTimeouts(await openedProject(folder, source, options));
  for (const notice of project.notices) console.log(notice);
  const { unavailable } = fileStorage(project.config);
  if (options.scope.files && unavailable !== null) {
    throw new CommandError(
      `Files cannot be stored: ${unavailable} To leave them out, add --exclude files.`,
    );
  }
  const store = await openStore(project);
  try {
    for (const line of describeReport(store.report)) console.log(line);
    await confirmDeletion(store, options);
    const report = await imported(project, store, { source, options });
    for (const line of describeImport(report, options)) console.log(line);
    if (options.dryRun) return;
    if (options.scope.content) await recordFormerComponents(store);
    const after = await migrateStore(project, modelOf(project), {
      database: store.database,
      transactionTimeout: Infinity,
    });
    for (const line of describeReport(after.report)) console.log(line);
    console.log(`Imported in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    await store.database.close();
  }
}

async function sourceOf(
  folder: string,
  file: string | undefined,
  { key }: ImportOptions,
): Promise<Source> {
  if (file === undefined) {
    throw new CommandError('Pass an archive. Example: quoin import export.tar.gz');
  }
  const found = path.resolve(folder, file);
  const stats = statSync(found, { throwIfNoEntry: false });
  if (!stats) throw new CommandError(`The file ${found} does not exist.`);
  const isEncrypted = key !== null || found.endsWith('.enc');
  return {
    path: found,
    isFolder: stats.isDirectory(),
    size: stats.isDirectory() ? 0 : stats.size,
    key: isEncrypted && !stats.isDirectory() ? await askKey(key) : null,
  };
}

/** Opens the project with the custom fields of the archive. @throws CommandError, ProjectError */
async function openedProject(
  folder: string,
  { path: file, isFolder, key }: Source,
  { scope }: ImportOptions,
): Promise<Project> {
  if (!scope.content) return openProject(folder);
  const archivedTypes = (): ReturnType<typeof readCustomFields> =>
    readCustomFields(
      isFolder ? readFolder(file) : readArchive({ path: file, key, read: () => {} }),
    );
  try {
    return await openProject(folder, { archivedTypes });
  } catch (error) {
    throw isTransferError(error, 'invalidArchive') ? rejected(error) : error;
  }
}

/** @throws CommandError if content would be deleted without confirmation */
async function confirmDeletion(
  { database, registry, layout }: Store,
  { scope, force, dryRun }: ImportOptions,
): Promise<void> {
  if (force || dryRun) return;
  const rows = await database.read(countContent({ registry, layout }));
  if (rows === 0) return;
  const deleted = [
    ...(scope.content ? [`all ${rows} entries, files and users`] : []),
    ...(scope.files ? ['all uploaded files'] : []),
    ...(scope.config ? ['all settings and webhooks'] : []),
  ].join(', ');
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new CommandError(
      `This replaces ${deleted}. To confirm, add --force. To only see what would change, add --dry-run.`,
    );
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await lines.question(`This deletes ${deleted}. Continue? y/N `);
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.');
  } finally {
    lines.close();
  }
}

interface Task {
  readonly source: Source;
  readonly options: ImportOptions;
}

/** Restores files if the rows are rolled back. @throws CommandError */
async function imported(project: Project, store: Store, task: Task): Promise<ImportReport> {
  const { database, registry, layout } = store;
  const { scope, force, dryRun } = task.options;
  const files = await createImportedFiles(project.config);
  const progress = createProgress(process.stdout);
  const stopping = new AbortController();
  const forget = onInterrupt(() => stopping.abort());
  try {
    const entries = entriesOf(task.source, progress, stopping.signal);
    const content = { registry, layout, database };
    const report = await importArchive({ ...content, entries, files, scope, force, dryRun }).catch(
      async (error: unknown): Promise<never> => {
        progress.stop();
        throw await undone(files, stopping.signal.aborted ? null : error);
      },
    );
    await files.finish();
    return report;
  } finally {
    progress.stop();
    forget();
  }
}

/** Restores files and returns the error to report. @param error Null if the import was interrupted */
async function undone(files: ImportedFilesResult, error: unknown): Promise<unknown> {
  await files.undo();
  if (error === null) return new CommandError('Interrupted. Nothing was imported.');
  if (isTransferError(error, 'invalidArchive')) return rejected(error);
  if (!isTransferError(error, 'rejected')) return error;
  const lines = error.problems.map((problem) => `\n  ${problem}`).join('');
  return new CommandError(`Nothing was imported:${lines}`, { cause: error });
}

function rejected(cause: TransferError): CommandError {
  return new CommandError(`Nothing was imported. ${cause.message}`, { cause });
}

/** Bytes per step of the progress bar. */
const STEP = 1000;

function entriesOf(
  { path: file, isFolder, size, key }: Source,
  progress: StageProgress,
  signal: AbortSignal,
): AsyncIterable<ArchiveEntry> {
  if (isFolder) return readFolder(file);
  progress.begin('kB read', Math.ceil(size / STEP));
  let bytes = 0;
  const read = (count: number): void => {
    const before = Math.floor(bytes / STEP);
    bytes += count;
    const now = bytes >= size ? Math.ceil(size / STEP) : Math.floor(bytes / STEP);
    if (now > before) progress.step(now - before);
  };
  return readArchive({ path: file, key, read, signal });
}
