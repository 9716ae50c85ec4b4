// What a caller may read: data that auth makes and the planner builds into the plan.

/** What one caller may read. Two callers with the same `key` get the same answers. */
export interface ReadAccess {
  readonly key: string;
  /** True where relations to a content-type may be populated, filtered and sorted by. */
  mayFind(uid: string): boolean;
}

/** Reads everything that is not private. */
export const fullAccess: ReadAccess = { key: '*', mayFind: () => true };
