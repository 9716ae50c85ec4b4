// Interface between the routes that change the content model and the server that applies the changes.
import type { RequestedModels } from './request/apply-request.ts';
import type { SourceModels } from './request/source-model.ts';

/** A change to make: models before -> models after, with renames. @throws ModelChangeError */
export type ModelChange = (models: SourceModels) => RequestedModels;

/** A change with its author. */
export interface RequestedChange {
  readonly change: ModelChange;
  /** Administrator, or null for the command line. */
  readonly adminId: number | null;
  /** Key of the change that this one takes back, or null. */
  readonly undoes: string | null;
}

/** Changes the content model of a running server. */
export interface ModelChanges {
  /** False in production, unless the project allows it. */
  readonly isAllowed: boolean;
  readonly isUpdating: boolean;
  /** Why this process does not serve the current model; null if it does. */
  readonly outdated: string | null;
  /**
   * Makes a change: files, database and server, all or nothing. Resolves when the new model is served.
   * @param adminId Administrator, or null for the command line
   * @throws ModelChangeError if it is refused; ConflictError while another change is made
   */
  apply(change: ModelChange, adminId: number | null): Promise<void>;
}
