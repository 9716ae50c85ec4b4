// In charge of the words for processes that answer on the same port: whoever of them is asked for numbers tells those of
// all, since nobody can choose whom they ask.
import type { Telling } from './exposition.ts';

/** The other processes of a port, as one of them sees them. */
export interface Peers {
  /** Which one this is. */
  readonly own: string;
  /** @param tell What this one tells when another asks */
  answer(tell: () => Telling): void;
  /** What the others tell; who does not answer soon is left out. */
  ask(): Promise<readonly Telling[]>;
}
