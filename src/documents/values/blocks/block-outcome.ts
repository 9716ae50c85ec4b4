// Outcomes of checking a part of a blocks value, in the order in which Strapi reports errors (docs/strapi/writing.md,
// "Validation" and "Blocks").
import { MAX_BLOCKS_FAILURES } from '../../../base/limits.ts';
import { typeError } from '../../../base/type-error.ts';
import type { BlockLocation } from './block-location.ts';

export interface BlockOutcome {
  readonly faults: readonly Fault[];
  /** The number of microtasks that Strapi takes for the part, which is the order in which it reports errors. */
  readonly steps: number;
}

/** An error. Its message is created only if it is reported. */
export interface Fault {
  readonly location: BlockLocation;
  /** Undefined if there was none. */
  readonly value: unknown;
  readonly message: Message;
}

/** Creates a message. @param label The name of the location */
export type Message = (label: string) => string;

/** Outcomes of valid parts that take one or two steps. */
export const VALID: readonly [BlockOutcome, BlockOutcome] = [
  { faults: [], steps: 1 },
  { faults: [], steps: 2 },
];

/** The outcome for a value that has the right type but violates a rule. */
export function invalid(message: Message, value: unknown, location: BlockLocation): BlockOutcome {
  return { faults: [{ location, value, message }], steps: 2 };
}

/** The outcome for a value of the wrong type. */
export function wrongType(typeName: string, value: unknown, location: BlockLocation): BlockOutcome {
  const original = location.original === undefined ? value : location.original;
  const message = (label: string): string => typeError(label, typeName, { value, original });
  return { faults: [{ location, value, message }], steps: 1 };
}

/** The message for a missing or empty value. */
export function requiredMessage(label: string): string {
  return `${label} is a required field`;
}

/** The parts with faults, sorted by steps. */
export function sortBySteps<Part extends BlockOutcome>(parts: readonly Part[]): readonly Part[] {
  return parts
    .filter(({ faults }) => faults.length > 0)
    .toSorted((one, other) => one.steps - other.steps);
}

/** The faults of parts, up to the maximum number. */
export function faultsOf(parts: readonly BlockOutcome[]): readonly Fault[] {
  const faults: Fault[] = [];
  for (const part of parts) {
    const room = MAX_BLOCKS_FAILURES - faults.length;
    if (room <= 0) break;
    faults.push(...part.faults.slice(0, room));
  }
  return faults;
}

/** The maximum number of steps of parts, or 0. */
export function longest(parts: readonly BlockOutcome[]): number {
  return parts.reduce((most, { steps }) => Math.max(most, steps), 0);
}
