// Exports of a test server, and the content of archives.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { assetBytes } from '../../src/app/asset-bytes.ts';
import { allDefinitions } from '../../src/app/content-model.ts';
import type { Project } from '../../src/project/load.ts';
import type { Store } from '../../src/app/store.ts';
import { readArchive } from '../../src/transfer/archive/read-archive.ts';
import { ArchiveWriter } from '../../src/transfer/archive/write-archive.ts';
import {
  exportProject,
  type ExportReport,
  type ExportScope,
} from '../../src/transfer/export/export-project.ts';

/** An archive file. The caller disposes of it. */
export interface Exported extends Disposable {
  readonly file: string;
  readonly report: ExportReport;
}

/** Options of an export. */
export interface ExportedOptions {
  readonly scope?: ExportScope;
  readonly key?: string;
  /** Called at the start of each stage. */
  readonly begin?: (stage: string) => void;
}

const ALL: ExportScope = { content: true, files: true, config: true };

/** Exports the project of a server. */
export async function exportOf(
  { project, store }: { readonly project: Project; readonly store: Store },
  { scope = ALL, key, begin = () => undefined }: ExportedOptions = {},
): Promise<Exported> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-exported-')));
  const file = path.join(folder, 'site.tar.gz');
  const writer = await ArchiveWriter.begin(
    { path: file, compress: true, key: key ?? null, overwrite: false },
    path.join(folder, 'partial'),
  );
  const report = await exportProject({
    ...store,
    definitions: allDefinitions(project),
    scope,
    folder,
    writer,
    open: assetBytes(project),
    progress: { begin, step: () => undefined },
  });
  await writer.end();
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  return { file, report, [Symbol.dispose]: remove };
}

/** The entries of an archive by name, in order. */
export async function entriesOf(
  file: string,
  key: string | null = null,
): Promise<ReadonlyMap<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  for await (const { name, bytes } of readArchive({ path: file, key, read: () => undefined })) {
    const chunks: Buffer[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    entries.set(name, Buffer.concat(chunks));
  }
  return entries;
}

/** The parsed lines of a stage. */
export function linesOf(
  entries: ReadonlyMap<string, Buffer>,
  stage: 'schemas' | 'entities' | 'links' | 'configuration',
): readonly unknown[] {
  return [...entries]
    .filter(([name]) => name.startsWith(`${stage}/`))
    .flatMap(([, bytes]) => bytes.toString().split('\n'))
    .map((line): unknown => JSON.parse(line));
}
