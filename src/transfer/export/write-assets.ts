// In charge of the bytes of files on their way into an archive: one file after the other, each with its metadata first.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { SpooledFile } from '../archive/jsonl-spool.ts';
import type { ArchiveWriter } from '../archive/write-archive.ts';
import type { Asset, StoredFile } from './asset-lines.ts';

/** The bytes of a file in its store. */
export interface AssetBytes {
  readonly size: number;
  readonly stream: Readable;
}

/** Opens the bytes of an asset; null where they are not there. @throws the fault of the store */
export type OpenAsset = (file: StoredFile) => Promise<AssetBytes | null>;

/** What became of the files. */
export interface AssetReport {
  readonly files: number;
  /** Smaller versions of files. */
  readonly formats: number;
  /** Of all of them. */
  readonly bytes: number;
  /** Files and formats whose bytes are not there: they are left out. */
  readonly missing: number;
  /** Names of the first of them. */
  readonly examples: readonly string[];
}

/** Names that are told. */
const MAX_EXAMPLES = 5;

/**
 * Writes all assets of a list.
 * @param step Is told of each
 * @throws the fault of the store or the disk
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

/** Rows may be another program's: a name that leads elsewhere would be unpacked there. */
function isEntryName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);
}

async function* assetsOf(list: readonly SpooledFile[]): AsyncGenerator<Asset> {
  for (const { path } of list) {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
    for await (const line of lines) yield JSON.parse(line) as Asset;
  }
}
