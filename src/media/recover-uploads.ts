// Recovers uploads, replacements and deletions that a crash has interrupted.
import { existsSync } from 'node:fs';
import { coreStoreValue, PROJECT_SETTINGS } from '../storage/settings/core-store.ts';
import type { FileEntries } from './file-entries.ts';
import type { MediaDependencies } from './media-parts.ts';
import type { PendingUpload } from './staging.ts';
import type { StoredFile } from './stored-file.ts';

/**
 * Removes announced objects that neither a row nor a logo refers to, and restores replaced bytes whose row has not changed.
 * @param left What was announced and not completed
 */
export async function recoverUploads(
  left: readonly PendingUpload[],
  entries: FileEntries,
  { store, database }: Pick<MediaDependencies, 'store' | 'database'>,
): Promise<void> {
  const rows = new Map<string, StoredFile>();
  const { objectsIn } = await import('./logos.ts');
  const logos = objectsIn(await database.read(coreStoreValue(PROJECT_SETTINGS)), store);
  const retained = new Set(logos.map(({ name }) => name));
  for (const hash of new Set(left.map((object) => object.hash))) {
    for (const row of await entries.withHashes([hash])) {
      for (const { name } of row.objects) rows.set(name, row);
    }
  }
  let restoredCount = 0;
  for (const { name, row: announced, before } of left) {
    const row = rows.get(name);
    if (!row && !retained.has(name)) await store.remove(name, announced);
    else if (row && before && before.updatedAt === row.updatedAt && existsSync(before.path)) {
      await store.put({ name, path: before.path, mime: row.mime, replaces: false });
      restoredCount += 1;
    }
  }
  if (restoredCount > 0) await store.flush();
}
