// Finds recorded changes whose files a folder lacks. A file may have any of its recorded states.
import type { RecordedChange } from './change-log.ts';
import type { FileChange, ProjectFiles } from './files/file-change.ts';

/** Files of recorded changes that a folder lacks. */
export interface MissingFiles {
  readonly files: readonly FileChange[];
  /** Paths whose text no change has recorded: the folder was changed otherwise. */
  readonly others: readonly string[];
}

/** Compares the files of changes, oldest first, with those of a folder. */
export function missingFiles(
  changes: readonly Pick<RecordedChange, 'files'>[],
  { read }: Pick<ProjectFiles, 'read'>,
): MissingFiles {
  const recorded = new Map<string, { readonly texts: Set<string | null>; after: string | null }>();
  for (const { path, before, after } of changes.flatMap(({ files }) => files)) {
    const existing = recorded.get(path) ?? { texts: new Set<string | null>(), after };
    existing.texts.add(before).add(after);
    existing.after = after;
    recorded.set(path, existing);
  }
  const files: FileChange[] = [];
  const others: string[] = [];
  for (const [path, { texts, after }] of recorded) {
    const before = read(path);
    if (before === after) continue;
    if (texts.has(before)) files.push({ path, before, after });
    else others.push(path);
  }
  return { files, others };
}
