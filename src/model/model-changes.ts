// Interface between the routes that change the content model and the server that applies the changes.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IfMatch } from '../documents/preconditions/entry-tags.ts';
import type { RequestedModels } from './request/apply-request.ts';
import type { SourceModels } from './request/source-model.ts';

/** A change to make: models before -> models after, with renames. @throws ModelChangeError */
export type ModelChange = (models: SourceModels) => RequestedModels;

/** A change with its author. */
export interface RequestedChange {
  readonly change: ModelChange;
  /** Administrator, or null for the command line. */
  readonly adminId: number | null;
  /** Key of the change that this one undoes, or null. */
  readonly undoes: string | null;
  /** Tags of the content model that the author has seen; null or absent if that is unknown. */
  readonly ifMatch?: IfMatch | null;
}

/** Changes the content model of a running server. */
export interface ModelChanges {
  /** False in production, unless the project allows it. */
  readonly isAllowed: boolean;
  readonly isUpdating: boolean;
  /** Why this process does not serve the current model; null if it does. */
  readonly outdated: string | null;
  /** Entity tag of the content model, without quotes; null if this process does not change it. */
  readonly tag: string | null;
  /** @throws ConflictError that says what has changed, if the content model has another tag */
  assertCurrent(ifMatch: IfMatch): Promise<void>;
  /**
   * Makes a change: files, database and server, all or nothing. Resolves when the new model is served.
   * @param author `adminId`: administrator, or null for the command line; `ifMatch`: as in `RequestedChange`
   * @throws ModelChangeError if it is rejected; ConflictError while another change is made, and as `assertCurrent`
   */
  apply(change: ModelChange, author: Omit<RequestedChange, 'change' | 'undoes'>): Promise<void>;
  /**
   * Serves the current model if another process has changed it.
   * @param request One that has failed, perhaps because of the change
   * @returns true if a newer model than the one that it failed with can serve it
   */
  catchUp(request: IncomingMessage): Promise<boolean>;
  /** Handles a request with the current model. */
  resend(request: IncomingMessage, response: ServerResponse): void;
}
