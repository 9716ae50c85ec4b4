// A read that is parsed and planned.
import { boundedKey } from '../base/bounded-key.ts';
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
  /** The access of the caller, also to the rows that a write may link. */
  readonly access: ReadAccess;
  /** The request that was planned. */
  readonly subject: {
    readonly type: ContentType;
    readonly one: RowKey | null;
    readonly params: ReadParams;
    /** The access that it was planned with. */
    readonly access: ReadAccess;
  };
}

/** The key of the shape of a plan, and its length. */
export function shapeKeyOf({ shape }: ReadPlan): Pick<PreparedRead, 'shapeKey' | 'size'> {
  const text = JSON.stringify(shape);
  return { shapeKey: boundedKey(text), size: text.length };
}

/** Estimated bytes of a plan, besides its key. */
const BYTES_OF_PLAN = { base: 500, perCharacter: 2 };

/** The size of a plan in a cache without its key, in bytes. */
export function planBytes({ size }: PreparedRead): number {
  return BYTES_OF_PLAN.base + size * BYTES_OF_PLAN.perCharacter;
}
