// What a caller may read: data that auth makes and the planner builds into the plan.
import type { FilterTree } from './params.ts';

/** What one caller may read. Two callers with the same `key` get the same answers. */
export interface ReadAccess {
  readonly key: string;
  /** True where relations to a content-type may be populated, filtered and sorted by. */
  mayFind(uid: string): boolean;
  /** Limits of the type that is read; undefined: none. */
  readonly root?: RootAccess;
}

/** Which rows and attributes of the type that is read a caller may see. */
export interface RootAccess {
  /**
   * Returns true for an attribute that may be read, or that leads to one. Others are neither selected nor populated,
   * filtered by, sorted by or searched. @param path Attribute names from the type that is read
   */
  mayRead(path: readonly string[]): boolean;
  /**
   * Condition that all rows of a list and a document that is read by documentId meet; null: none. Rows that a write
   * answers were checked before they were written.
   */
  readonly rows: FilterTree | null;
}

/** Reads everything that is not private. */
export const fullAccess: ReadAccess = { key: '*', mayFind: () => true };
