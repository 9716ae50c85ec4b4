// A read that is parsed and planned.
import type { ReadAccess } from './access.ts';
import type { ContentType } from '../schema/types.ts';
import type { ReadParams } from './params.ts';
import type { ReadPlan } from './plan.ts';
import type { RowKey } from './planner.ts';

/** A read that is parsed and planned, so it has no more errors to report. */
export interface PreparedRead {
  readonly plan: ReadPlan;
  /** The cache key of the compiled statements, which reads of the same shape share. */
  readonly shapeKey: string;
  /** The length of the shape as JSON, in characters. */
  readonly size: number;
  /** The access of the caller. */
  readonly access: ReadAccess;
  /** The request that was planned. */
  readonly subject: {
    readonly type: ContentType;
    readonly one: RowKey | null;
    readonly params: ReadParams;
  };
}
