// Access to rows of built-in types.
import type { WriteContext } from '../documents/write-context.ts';

/** What reads and writes of rows need. */
export type Tables = Pick<WriteContext, 'layout' | 'statements' | 'dialect'>;
