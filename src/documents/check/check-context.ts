// In charge of the words that the checks of a write's values share: what is asked, where it stands, what was found.
import type { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Model } from '../../schema/types.ts';
import type { Failure, Finding } from '../finding.ts';
import type { ColumnValue, ComponentInput, RelationInput } from '../input.ts';
import type { Visibility } from '../visibility.ts';
import { isTooDeep } from '../../base/json.ts';

/** What the checks of one write stand on. */
export interface CheckContext {
  readonly registry: Registry;
  readonly action: 'create' | 'update';
  /** True while a draft is written: rules of publication are not checked. */
  readonly draft: boolean;
  /** What a key that is not there counts as in a new row without a default for it. */
  readonly missing: 'absent' | 'null';
  /** True where `required` counts for relations and media too (`api.documents.strictRelations`). */
  readonly strictRelations: boolean;
  /** Whether the rules of an attribute count (`conditions.visible`), by what stands beside its value. */
  readonly isVisible: Visibility;
  /** True inside of an attribute that is not visible: whatever its columns hold will do. */
  readonly free: boolean;
  /** Checks what hangs on a row: components hold components. */
  readonly checkObject: (sent: SentObject, place: Place) => CheckedObject;
}

/** An object that was sent for a row of a model. */
export interface SentObject {
  readonly model: Model;
  readonly data: JsonObject;
}

/** Where in `data` something stands. */
export interface Place {
  /** The last step of the path; null for the entry itself. */
  readonly step: Step | null;
  /** As messages call it: `sizes[1].name`; empty for the entry itself. */
  readonly label: string;
  /** uids of the models on the way: the content-type first. */
  readonly models: readonly string[];
  /** True where a row is made: missing keys count, and ids of components mean nothing. */
  readonly isNew: boolean;
}

/** Steps are joined to a path only where it is told: most of what is checked is right. */
interface Step {
  readonly segment: string;
  readonly above: Step | null;
}

/** Segments as texts, list indexes too. */
export function pathOf({ step }: Pick<Place, 'step'>): readonly string[] {
  const path: string[] = [];
  for (let at = step; at; at = at.above) path.push(at.segment);
  return path.toReversed();
}

/** What a check found. */
export interface Found {
  /** In the order of the answer. */
  readonly findings: readonly Finding[];
  /** Makes what is answered alone where nothing else is wrong: the first of its kind. Null: nothing. */
  readonly late: (() => AppError) | null;
  /** What is wrong with relations for good; null: nothing. */
  readonly problem: string | null;
  /** After how many rounds of checks all is checked; see `answer-order.ts`. */
  readonly rounds: number;
}

/** A checked object, ready to be written. */
export interface CheckedObject extends Found {
  readonly values: ReadonlyMap<string, ColumnValue>;
  readonly components: ReadonlyMap<string, readonly ComponentInput[]>;
  readonly relations: ReadonlyMap<string, RelationInput>;
}

/** Nothing was found. */
export const NOTHING: Found = { findings: [], late: null, problem: null, rounds: 1 };

/**
 * One thing that is wrong.
 * @param rounds After how many rounds that is known
 */
export function failed(
  place: Pick<Place, 'step'>,
  fault: Omit<Failure, 'path'>,
  rounds: number = 1,
): Found {
  return {
    ...NOTHING,
    rounds,
    findings: [{ kind: 'failure', failure: failureAt(place, fault) }],
  };
}

/** A failure at a place. A value that is too deep to be printed is left out. */
export function failureAt(
  place: Pick<Place, 'step'>,
  { message, ...rest }: Omit<Failure, 'path'>,
): Failure {
  const shown = 'value' in rest && !isTooDeep(rest.value) ? { value: rest.value } : {};
  return { path: pathOf(place), message, ...shown };
}

/** The place of an attribute of what stands at a place. */
export function attributePlace(place: Place, name: string): Place {
  const label = place.label === '' ? name : `${place.label}.${name}`;
  const step = { segment: name, above: place.step };
  return { step, label, models: place.models, isNew: place.isNew };
}

/** The place of an item of the list that stands at a place. */
export function itemPlace(place: Place, index: number): Place {
  const step = { segment: String(index), above: place.step };
  const label = `${place.label}[${index}]`;
  return { step, label, models: place.models, isNew: place.isNew };
}
