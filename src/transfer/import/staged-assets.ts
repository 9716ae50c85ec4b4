// Files of an archive: their bytes are staged in a folder until all rows are written, then stored, and rows of files
// in another store are updated.
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { toRecord } from '../../schema/raw.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import type { RowMerge, RowStatements } from '../../storage/statements/row-statements.ts';
import {
  runInSession,
  type Session,
  type SqlValue,
  type WriteSteps,
} from '../../storage/session.ts';
import { fromDriverValue } from '../stored-values.ts';
import { TransferError } from '../errors.ts';
import { parseAssetMetadata, type AssetMetadata } from '../archive/parse-lines.ts';
import type { ArchiveEntry } from '../archive/read-archive.ts';
import { readJson } from '../archive/read-lines.ts';

/** Destination of imported files. */
export interface ImportedFiles {
  /** Absolute path of an empty staging folder, on the file system of the store if that is local. */
  readonly folder: string;
  /** `provider` of the store in rows. */
  readonly provider: string;
  /** Removes existing files so that they can be restored. */
  clear(): Promise<void>;
  /** Stores a file. @returns its URL */
  put(file: {
    readonly name: string;
    readonly path: string;
    readonly mime: string;
  }): Promise<string>;
  /** Makes stored files durable. */
  flush(): Promise<void>;
}

/** Access to the rows of files. */
export interface AssetRows {
  readonly session: Session;
  readonly statements: RowStatements;
  readonly layout: Layout;
  readonly dialect: Dialect;
}

/** Maximum size of a name in bytes with room for `.json`. */
const MAX_NAME_BYTES = 240;

/** Rows per update. */
const PAGE = 500;

/** Staged files of an archive. */
export class StagedAssets {
  readonly #files: ImportedFiles;
  /** URLs of files without a row; null until they are stored. */
  readonly #urls = new Map<string, string | null>();

  constructor(files: ImportedFiles) {
    this.#files = files;
  }

  /** Stages the bytes of a file. @throws TransferError for an invalid name */
  async stage(entry: ArchiveEntry, name: string): Promise<void> {
    const target = path.join(await this.#folder('uploads'), checked(name));
    await pipeline(entry.bytes, createWriteStream(target));
  }

  /** Stages the bytes of a file without a row. @throws TransferError for an invalid name */
  async stageBytes(name: string, bytes: Buffer): Promise<void> {
    await writeFile(path.join(await this.#folder('uploads'), checked(name)), bytes);
    this.#urls.set(name, null);
  }

  /** URL of such a file, or undefined. */
  locationOf(name: string): { readonly url: string; readonly provider: string } | undefined {
    const url = this.#urls.get(name);
    return url === undefined || url === null ? undefined : { url, provider: this.#files.provider };
  }

  /** Stages the metadata of a file. @throws TransferError */
  async describe(entry: ArchiveEntry, name: string): Promise<void> {
    const metadata = parseAssetMetadata(await readJson(entry));
    const target = path.join(await this.#folder('metadata'), checked(name));
    await writeFile(target, JSON.stringify(metadata));
  }

  /**
   * Stores all files.
   * @param rows Access to the rows of files; null if rows are not imported
   * @throws errors of the store
   */
  async place(rows: AssetRows | null): Promise<void> {
    await this.#files.clear();
    let moved: MovedFile[] = [];
    const uploads = await this.#folder('uploads');
    for await (const { name, id, format, mime } of this.#staged()) {
      const url = await this.#files.put({ name, path: path.join(uploads, name), mime });
      if (this.#urls.has(name)) this.#urls.set(name, url);
      if (id !== null) moved.push({ id, format, url });
      if (moved.length < PAGE) continue;
      if (rows) await runInSession(rows.session, correct(rows, this.#files.provider, moved));
      moved = [];
    }
    if (rows) await runInSession(rows.session, correct(rows, this.#files.provider, moved));
    await this.#files.flush();
  }

  /** Number of staged files and smaller formats, without files that have no row. */
  async count(): Promise<{ readonly files: number; readonly formats: number }> {
    let [files, formats] = [0, 0];
    for await (const { name, format } of this.#staged()) {
      if (this.#urls.has(name)) continue;
      if (format === null) files += 1;
      else formats += 1;
    }
    return { files, formats };
  }

  async *#staged(): AsyncGenerator<AssetMetadata & { readonly name: string }> {
    for (const name of (await readdir(await this.#folder('uploads'))).toSorted()) {
      yield { name, ...(await this.#metadataOf(name)) };
    }
  }

  async #metadataOf(name: string): Promise<AssetMetadata> {
    const file = path.join(this.#files.folder, 'metadata', `${name}.json`);
    const exists = await stat(file).then(
      () => true,
      () => false,
    );
    const previous: unknown = exists ? JSON.parse(await readFile(file, 'utf8')) : {};
    const { id, format, mime } = toRecord(previous);
    return parseAssetMetadata({ id, type: format, mime });
  }

  async #folder(name: string): Promise<string> {
    const folder = path.join(this.#files.folder, name);
    await mkdir(folder, { recursive: true });
    return folder;
  }
}

/** A stored file or smaller format with its URL. */
interface MovedFile {
  readonly id: number;
  readonly format: string | null;
  readonly url: string;
}

/** Updates the URLs of files that were in another store. */
function* correct(
  { statements, layout, dialect }: Omit<AssetRows, 'session'>,
  provider: string,
  moved: readonly MovedFile[],
): WriteSteps<void> {
  const table = layout.table(FILE);
  const [url, formats, providerColumn] = ['url', 'formats', 'provider'].map((name) =>
    layout.column(FILE, name),
  );
  if (url === undefined || formats === undefined || providerColumn === undefined) return;
  const rows = yield* statements.select(table, {
    columns: ['id', url, providerColumn, { column: formats, as: 'json' }],
    where: [{ column: 'id', in: [...new Set(moved.map(({ id }) => id))] }],
  });
  const byId = new Map<number, MovedFile[]>();
  for (const file of moved) byId.set(file.id, [...(byId.get(file.id) ?? []), file]);
  const merges = rows.flatMap((row): readonly RowMerge[] => {
    const id = Number(row[0]);
    const values = new Map<string, SqlValue>();
    const own = byId.get(id) ?? [];
    const main = own.find(({ format }) => format === null);
    if (main && main.url !== row[1]) values.set(url, main.url);
    const stored = fromDriverValue('json', row[3]);
    const former = isJsonObject(stored) ? stored : {};
    const changed = withUrls(former, own);
    if (changed !== former) values.set(formats, dialect.store('json', changed));
    if (values.size > 0 || row[2] !== provider) values.set(providerColumn, provider);
    return values.size === 0 ? [] : [{ id, values }];
  });
  yield* statements.merge(table, merges);
}

/** Returns the same object if nothing changes. */
function withUrls(formats: JsonObject, files: readonly MovedFile[]): JsonObject {
  let result = formats;
  for (const { format, url } of files) {
    if (format === null || !Object.hasOwn(formats, format)) continue;
    const sent = formats[format];
    const values = isJsonObject(sent) ? sent : {};
    if (values['url'] !== url) result = { ...result, [format]: { ...values, url } };
  }
  return result;
}

/** @throws TransferError for a name with a path or one that file systems do not support */
function checked(name: string): string {
  if (name === '' || /^\.|[/\\\0]/.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw new TransferError(
      'invalidArchive',
      `The archive has a file ${JSON.stringify(name.slice(0, 100))}: exports do not contain such names.`,
    );
  }
  return name;
}
