// In charge of what the checks of a schema hand to each other: where a mistake is noted, and what there is.
import type { RawDefinition } from './types.ts';

/** Notes a mistake at a JSON path of the file that is being looked at. */
export type Report = (path: string, message: string) => void;

/** All definitions by uid, for what points from one to another. */
export type DefinitionIndex = ReadonlyMap<string, RawDefinition>;
