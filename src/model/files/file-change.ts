// Files that a change of the content model writes.
import type { RawRecord } from '../../schema/raw.ts';

/** A file before and after a change. */
export interface FileChange {
  /** Path relative to the project, with forward slashes. */
  readonly path: string;
  /** Null for a file that does not exist. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Converts parsed JSON to file changes. An empty file is not a missing one. */
export function toFileChanges(list: readonly RawRecord[]): readonly FileChange[] {
  return list.map(({ path, before, after }) => ({
    path: String(path),
    before: typeof before === 'string' ? before : null,
    after: typeof after === 'string' ? after : null,
  }));
}

/** The files of a project. Paths are relative to it. */
export interface ProjectFiles {
  /** True if new code is written in TypeScript. */
  readonly typescript: boolean;
  /** Text of a file, or null. */
  read(path: string): string | null;
  /** Paths of all files in a folder and below; empty if it does not exist. */
  list(folder: string): readonly string[];
}
