// Reads an archive that was unpacked into a folder, in the order of an archive.
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../base/errors.ts';
import { TransferError } from '../errors.ts';
import { METADATA, STAGES } from './lines.ts';
import type { ArchiveEntry } from './read-archive.ts';

/** Yields the entries of an unpacked archive. @param folder Absolute path @throws TransferError for a symbolic link */
export async function* readFolder(folder: string): AsyncGenerator<ArchiveEntry> {
  for (const stage of STAGES) {
    const parts = stage === 'assets' ? ['assets/metadata', 'assets/uploads'] : [stage];
    for (const part of parts) yield* filesOf(folder, part);
  }
  const names = await namesIn(folder);
  if (names.includes(METADATA)) yield await entryOf(folder, METADATA);
}

async function* filesOf(folder: string, part: string): AsyncGenerator<ArchiveEntry> {
  for (const name of (await namesIn(path.join(folder, part))).toSorted()) {
    yield await entryOf(folder, `${part}/${name}`);
  }
}

async function entryOf(folder: string, name: string): Promise<ArchiveEntry> {
  const file = path.join(folder, name);
  if (!(await lstat(file)).isFile()) {
    throw new TransferError(
      'invalidArchive',
      `${file} is not a file. Exports contain only files and folders.`,
    );
  }
  return { name, bytes: createReadStream(file) };
}

/** Empty if the folder does not exist. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
