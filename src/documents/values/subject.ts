// In charge of the words for the attribute whose value is checked, as the checks of the types need it.
import type { ScalarType } from '../../schema/types.ts';
import type { ScalarLimits } from './scalar-limits.ts';

export interface Subject {
  readonly type: ScalarType;
  /** As messages call it: `sizes[1].name`. */
  readonly label: string;
  /** True while a draft is written. */
  readonly draft: boolean;
  readonly limits: ScalarLimits;
}
