// Copies of a project whose own folder is not written (`schema.store: 'database'`): schemas and code are read from the
// copy, the configuration from the folder that was copied.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from './folder.ts';

/** A file that only copies have. */
const MARK = '.quoin/copy';

/** Returns the folder that was copied, or null for a project's own folder. */
export function copiedFrom(root: string): string | null {
  return readText(join(root, MARK)) ?? null;
}

/** Marks a folder as a copy. @param origin Absolute path of the folder that was copied */
export function markCopy(root: string, origin: string): void {
  mkdirSync(join(root, '.quoin'));
  writeFileSync(join(root, MARK), origin);
}
