// In charge of the word for what rows of types that are the same in every project are read and written with.
import type { WriteContext } from '../documents/write-context.ts';

/** What rows of the model are read and written with. */
export type Tables = Pick<WriteContext, 'layout' | 'statements' | 'dialect'>;
