// Input of a plan: the current and the requested content model.
import type { Registry } from '../../schema/registry.ts';
import type { RawDefinition } from '../../schema/types.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import type { Renames } from '../renames.ts';
import type { RetainedValues } from './steps.ts';

/** A content model with its definitions and layout. */
export interface ModelVersion {
  readonly definitions: readonly RawDefinition[];
  readonly registry: Registry;
  readonly layout: Layout;
}

/** The content model before and after a change. */
export interface ChangeVersions {
  readonly current: ModelVersion;
  readonly requested: ModelVersion;
  readonly renames: Renames;
  /** Values kept by former changes. */
  readonly retained: readonly RetainedValues[];
  /** True: values that do not fit a new type are set aside instead of rejecting the change. */
  readonly setsAside: (uid: string, attribute: string) => boolean;
}
