// Read permissions of a caller, which the planner applies.
import type { FilterTree } from './params.ts';

/** What one caller may read. Callers with the same `key` get the same results. */
export interface ReadAccess {
  readonly key: string;
  /** True if the caller may populate relations to a content-type, and filter and sort by them. */
  mayFind(uid: string): boolean;
  /** Limits for the type that is read, if there are any. */
  readonly root?: RootAccess;
}

/** The rows and attributes of the type that is read that a caller may see. */
export interface RootAccess {
  /**
   * Returns true for an attribute that may be read, or that leads to one. Others cannot be selected, populated, filtered by,
   * sorted by or searched. @param path Attribute names from the type that is read
   */
  mayRead(path: readonly string[]): boolean;
  /**
   * A condition for the rows of a list and for a document that is read by documentId; null for none. Rows in the response to
   * a write were checked before they were written.
   */
  readonly rows: FilterTree | null;
}

/** Reads everything that is not private. */
export const fullAccess: ReadAccess = { key: '*', mayFind: () => true };
