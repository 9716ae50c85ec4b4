// Writes the bytes of files into an archive sequentially, each after its metadata.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { SpooledFile } from '../archive/jsonl-spool.ts';
import type { ArchiveWriter } from '../archive/write-archive.ts';
import type { Asset, ExportedFile } from './asset-lines.ts';

/** Bytes of a file in its store. */
export interface AssetBytes {
  readonly size: number;
  readonly stream: Readable;
}

/** Opens the bytes of an asset, or returns null if they do not exist. @throws errors of the store */
export type OpenAsset = (file: ExportedFile) => Promise<AssetBytes | null>;

/** Summary of the written assets. */
export interface AssetReport {
  readonly files: number;
  /** Number of smaller formats. */
  readonly formats: number;
  /** Total size in bytes. */
  readonly bytes: number;
  /** Number of omitted files and formats whose bytes do not exist. */
  readonly missing: number;
  /** Names of the first of them. */
  readonly examples: readonly string[];
}

/** Maximum number of names. */
const MAX_EXAMPLES = 5;

/**
 * Writes all assets of a list.
 * @param step Called for each asset
 * @throws errors of the store or the file system
 */
export async function writeAssets(
  list: readonly SpooledFile[],
  { writer, open }: { readonly writer: ArchiveWriter; readonly open: OpenAsset },
  step: () => void,
): Promise<AssetReport> {
  let [files, formats, bytes, missing] = [0, 0, 0, 0];
  const examples: string[] = [];
  for await (const asset of assetsOf(list)) {
    const found = isEntryName(asset.name) ? await open(asset) : null;
    if (found) {
      await writer.text(`assets/metadata/${asset.name}.json`, JSON.stringify(asset.metadata));
      await writer.entry(`assets/uploads/${asset.name}`, found.size, found.stream);
      if (asset.format === null) files += 1;
      else formats += 1;
      bytes += found.size;
    } else {
      missing += 1;
      if (examples.length < MAX_EXAMPLES) examples.push(asset.name);
    }
    step();
  }
  return { files, formats, bytes, missing, examples };
}

/** Another program may have written the row; unpacking a name with a path would leave the folder. */
function isEntryName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);
}

async function* assetsOf(list: readonly SpooledFile[]): AsyncGenerator<Asset> {
  for (const { path } of list) {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
    for await (const line of lines) yield JSON.parse(line) as Asset;
  }
}
