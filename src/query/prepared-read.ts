// Words for a read that is planned.
import type { ReadAccess } from './access.ts';
import type { ContentType } from '../schema/types.ts';
import type { ReadParams } from './params.ts';
import type { ReadPlan } from './plan.ts';
import type { RowKey } from './planner.ts';

/** A read that is parsed and planned: nothing in it can be refused any more. */
export interface PreparedRead {
  readonly plan: ReadPlan;
  /** Names the compiled statements, which queries of one shape share. */
  readonly shapeKey: string;
  /** Characters of the shape. */
  readonly size: number;
  /** Of the caller. */
  readonly access: ReadAccess;
  /** What was asked for. */
  readonly subject: {
    readonly type: ContentType;
    readonly one: RowKey | null;
    readonly params: ReadParams;
  };
}
