// In charge of what the checks of a schema hand to each other: where a mistake is noted, and what there is.
import type { RawDefinition, SchemaIssue } from './types.ts';

/** Notes a mistake at a JSON path of the file that is being looked at; a warning does not stop a start. */
export type Report = (path: string, message: string, severity?: 'warning') => void;

/** What is wrong with a set of definitions. */
export interface SchemaFindings {
  /** Mistakes that keep it from being served. */
  readonly issues: readonly SchemaIssue[];
  /** Mistakes that it is served in spite of, as Strapi does. */
  readonly warnings: readonly SchemaIssue[];
}

/** All definitions by uid, for what points from one to another. */
export type DefinitionIndex = ReadonlyMap<string, RawDefinition>;
