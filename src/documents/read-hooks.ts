// Middlewares of reads: code that runs around the reads of administrators, outside of a transaction.
import type { ParamValue } from '../query/params.ts';

/** A read of an administrator. */
export interface ReadCall {
  /** uid of the content-type. */
  readonly uid: string;
  readonly action: 'findMany' | 'findOne' | 'count';
  readonly params: Readonly<Record<string, unknown>>;
  /** How relations are shown: as in a list, or as in a form. Null if the read does not populate them. */
  readonly view: 'list' | 'entry' | null;
}

/** Parameters that a middleware has changed; undefined for a removed one. */
export type ChangedParams = ReadonlyMap<string, ParamValue | undefined>;

export interface ReadMiddleware {
  /** True if nothing runs around reads, so they need not be described. */
  readonly isEmpty: boolean;
  /** @param next Reads the entries or their number @returns the result, which a middleware may have replaced */
  run(call: ReadCall, next: (changed: ChangedParams) => Promise<unknown>): Promise<unknown>;
}
