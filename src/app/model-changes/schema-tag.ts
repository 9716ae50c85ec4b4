// Entity tags of a content model. If two administrators change it at the same time, the second one sees the first
// change.
import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { IfMatch } from '../../documents/preconditions/entry-tags.ts';
import { readChanges, type RecordedChange } from '../../model/change-log.ts';
import { modelAt } from '../../model/files/model-files.ts';
import type { Project } from '../../project/load.ts';
import { RowStatements } from '../../storage/statements/row-statements.ts';
import type { Store } from '../store.ts';

/** Characters of a change's key in a tag, and of the hash. */
const KEY_LENGTH = 8;
const HASH_LENGTH = 16;

const hashes = new WeakMap<Project['definitions'], string>();

/**
 * Returns the tag of the content model of a project, without quotes. Schema files may also be edited by hand.
 * @param last Key of the last recorded change, or null
 */
export function schemaTag({ definitions }: Project, last: string | null): string {
  const hash = hashes.get(definitions) ?? hashOf(definitions);
  hashes.set(definitions, hash);
  return `${last?.slice(0, KEY_LENGTH) ?? 'none'}-${hash}`;
}

function hashOf(definitions: Project['definitions']): string {
  const models = definitions.map(({ uid, json }) => [uid, json]);
  const hash = createHash('sha256').update(JSON.stringify(models));
  return hash.digest('hex').slice(0, HASH_LENGTH);
}

/** @throws ConflictError that names the changes since, if the tags are those of a former model */
export async function assertCurrentSchema(
  tags: IfMatch,
  current: string,
  { database, layout }: Store,
): Promise<void> {
  if (tags === '*' || tags.has(current)) return;
  const statements = new RowStatements(database.dialect, layout);
  const changes = changesSince(
    tags,
    await database.read(readChanges(statements, database.dialect)),
  );
  const since = changes.map(({ key, at, adminId, files }) => ({
    key: key.slice(0, KEY_LENGTH),
    at: new Date(at).toISOString(),
    adminId,
    types: [...new Set(files.flatMap(({ path }) => modelAt(path)?.uid ?? []))],
  }));
  const named = since.map(
    ({ types, adminId, at }) =>
      ` (${types.join(', ')} by ${adminId === null ? 'the command line' : `administrator ${adminId}`} at ${at})`,
  );
  const message = `The content model has changed since it was read${named.join()}. Read it again and repeat the change.`;
  const details = { etag: `"${current}"`, changes: since };
  throw new AppError('ConflictError', message, { details });
}

/** None if the tags name no change of the log. */
function changesSince(
  tags: ReadonlySet<string>,
  changes: readonly RecordedChange[],
): readonly RecordedChange[] {
  const keys = new Set([...tags].map((tag) => tag.slice(0, tag.indexOf('-'))));
  if (keys.has('none')) return changes;
  const at = changes.findLastIndex(({ key }) => keys.has(key.slice(0, KEY_LENGTH)));
  return at < 0 ? [] : changes.slice(at + 1);
}
