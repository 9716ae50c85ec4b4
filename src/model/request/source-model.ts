// Content-types and components as their schema files define them, before and after a change.
import type { RawRecord } from '../../schema/raw.ts';
import type { RawDefinition } from '../../schema/types.ts';

/** A content-type or component with the JSON of its schema file. */
export interface SourceModel {
  readonly uid: string;
  readonly modelType: RawDefinition['modelType'];
  readonly origin: RawDefinition['origin'];
  /** Path relative to the project; null for a built-in type and for a new model. */
  readonly file: string | null;
  /** The whole file, with keys that were written by hand. */
  readonly json: RawRecord;
}

/** Models by uid. */
export type SourceModels = ReadonlyMap<string, SourceModel>;
