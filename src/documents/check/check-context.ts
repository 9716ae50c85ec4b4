// Types that the checks of values share: their context, the location of a value, and the result.
import type { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Model } from '../../schema/types.ts';
import type { Failure, Finding } from './finding.ts';
import type { ColumnValue, ComponentInput, RelationInput } from '../input.ts';
import type { BodyCheck } from './check-body.ts';
import type { Visibility } from './visibility.ts';
import type { Step } from './walk-keys.ts';
import { isTooDeep } from '../../base/json.ts';

/** The context of all checks of one write. */
export interface CheckContext {
  readonly registry: Registry;
  readonly action: 'create' | 'update';
  /** True for a draft: publication rules are skipped. */
  readonly draft: boolean;
  /** How a missing key without a default is treated in a new row. */
  readonly missing: 'absent' | 'null';
  /** True if `required` applies to relations and media as well (`api.documents.strictRelations`). */
  readonly strictRelations: boolean;
  /** Decides from the other values of a row whether the rules of an attribute apply (`conditions.visible`). */
  readonly isVisible: Visibility;
  /** True inside an attribute that is not visible, which may have any value that its columns can store. */
  readonly isHidden: boolean;
  /** Checks keys, relations and limits; null for data that is stored or has been checked. */
  readonly body: BodyCheck | null;
  /** Checks a row with its components, which may contain components. */
  readonly checkObject: (sent: SentObject, location: DataLocation) => CheckedObject;
}

/** An object that was sent for a row of a model. */
export interface SentObject {
  readonly model: Model;
  /** Keys that are allowed in addition to the attributes of the model. */
  readonly extra: ReadonlySet<string>;
  readonly data: JsonObject;
}

/** The location of a value in `data`. */
export interface DataLocation {
  /** The last step of the path; null for the entry itself. */
  readonly step: Step | null;
  /** The name in messages, such as `sizes[1].name`; empty for the entry itself. */
  readonly label: string;
  /** uids of the models on the path, starting with the content-type. */
  readonly models: readonly string[];
  /** True for a new row: missing keys are checked, and ids of components are ignored. */
  readonly isNew: boolean;
  /** True in a component that is sent as JSON text. */
  readonly isText: boolean;
}

/** The segments of a path as strings, including list indexes. */
export function pathOf({ step }: Pick<DataLocation, 'step'>): readonly string[] {
  const path: string[] = [];
  for (let at = step; at; at = at.above) path.push(String(at.segment));
  return path.toReversed();
}

export interface CheckResult {
  /** Findings in the order of the response. */
  readonly findings: readonly Finding[];
  /** Creates the first error that is reported only if there are no others; null if there is none. */
  readonly deferredError: (() => AppError) | null;
  /** An error in the form of relations, or null. */
  readonly relationError: string | null;
  /** The number of rounds that the check takes; see `error-order.ts`. */
  readonly rounds: number;
}

/** A checked row, ready to be written. */
export interface CheckedObject extends CheckResult {
  readonly values: ReadonlyMap<string, ColumnValue>;
  readonly components: ReadonlyMap<string, readonly ComponentInput[]>;
  readonly relations: ReadonlyMap<string, RelationInput>;
}

/** The result of a check without findings. */
export const NO_FINDINGS: CheckResult = {
  findings: [],
  deferredError: null,
  relationError: null,
  rounds: 1,
};

/**
 * The result of a check with one failure.
 * @param rounds The number of rounds that the check takes
 */
export function failed(
  location: Pick<DataLocation, 'step'>,
  fault: Omit<Failure, 'path'>,
  rounds: number = 1,
): CheckResult {
  return {
    ...NO_FINDINGS,
    rounds,
    findings: [{ kind: 'failure', failure: failureAt(location, fault) }],
  };
}

/** A failure at a location. A value that is nested too deeply to be printed is left out. */
export function failureAt(
  location: Pick<DataLocation, 'step'>,
  { message, ...rest }: Omit<Failure, 'path'>,
): Failure {
  const shown = 'value' in rest && !isTooDeep(rest.value) ? { value: rest.value } : {};
  return { path: pathOf(location), message, ...shown };
}

/** The name of an attribute in messages. @param row That of its row; empty for the entry itself */
export function labelOf(row: string, name: string): string {
  return row === '' ? name : `${row}.${name}`;
}

export function attributeLocation(location: DataLocation, name: string): DataLocation {
  const label = labelOf(location.label, name);
  const step = { segment: name, above: location.step };
  const { models, isNew, isText } = location;
  return { step, label, models, isNew, isText };
}

/** The location of an item of a list. @param isText True for JSON text */
export function itemLocation(
  location: DataLocation,
  index: number,
  isText: boolean = false,
): DataLocation {
  const step = { segment: index, above: location.step };
  const label = `${location.label}[${index}]`;
  const { models, isNew } = location;
  return { step, label, models, isNew, isText: isText || location.isText };
}
