// In charge of what checking a part of a blocks value found, and of the order in which it is told
// (docs/strapi/writing.md, "Validation" and "Blocks").
import { MAX_BLOCKS_FAILURES } from '../../../base/limits.ts';
import { typeError } from '../type-error.ts';
import type { Place } from './place.ts';

export interface Outcome {
  readonly faults: readonly Fault[];
  /** How long Strapi takes to get done with the part, in turns of its queue: it tells faults in that order. */
  readonly steps: number;
}

/** One thing that is wrong; its message is written when it is known that it is told. */
export interface Fault {
  readonly place: Place;
  /** Undefined: there was none. */
  readonly value: unknown;
  readonly message: Message;
}

/** A message, of what it calls the place. */
export type Message = (label: string) => string;

/** Nothing is wrong, which is known after one step or two. */
export const FINE: readonly [Outcome, Outcome] = [
  { faults: [], steps: 1 },
  { faults: [], steps: 2 },
];

/** What a rule says after the type was found right. */
export function broken(message: Message, value: unknown, place: Place): Outcome {
  return { faults: [{ place, value, message }], steps: 2 };
}

/** A value that is not of its type. */
export function wrongType(typeName: string, value: unknown, place: Place): Outcome {
  const original = place.original === undefined ? value : place.original;
  const message = (label: string): string => typeError(label, typeName, value, original);
  return { faults: [{ place, value, message }], steps: 1 };
}

/** The message for what is missing, or empty. */
export function requiredMessage(label: string): string {
  return `${label} is a required field`;
}

/** The parts that have faults, those first that Strapi gets done with first. */
export function inTurn<Part extends Outcome>(parts: readonly Part[]): readonly Part[] {
  return parts
    .filter(({ faults }) => faults.length > 0)
    .toSorted((one, other) => one.steps - other.steps);
}

/** The faults of parts, in order, as many as are told. */
export function faultsOf(parts: readonly Outcome[]): readonly Fault[] {
  const faults: Fault[] = [];
  for (const part of parts) {
    const room = MAX_BLOCKS_FAILURES - faults.length;
    if (room <= 0) break;
    faults.push(...part.faults.slice(0, room));
  }
  return faults;
}

/** The steps of the part that takes longest; 0: there are none. */
export function longest(parts: readonly Outcome[]): number {
  return parts.reduce((most, { steps }) => Math.max(most, steps), 0);
}
