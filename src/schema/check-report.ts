// Types shared by the schema checks.
import type { RawDefinition, SchemaIssue } from './types.ts';

/** Reports a problem at a JSON path of the current file; a warning does not prevent the start. */
export type ReportProblem = (path: string, message: string, severity?: 'warning') => void;

/** Problems of a set of definitions. */
export interface SchemaFindings {
  /** Errors that prevent the start. */
  readonly issues: readonly SchemaIssue[];
  /** Problems that Strapi tolerates. */
  readonly warnings: readonly SchemaIssue[];
}

/** All definitions by uid. */
export type DefinitionIndex = ReadonlyMap<string, RawDefinition>;
