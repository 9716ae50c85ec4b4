// In charge of the port between whoever reads and the threads of a database: each reads for itself, in a snapshot of its own,
// beside everything else.
import type { Parcel } from '../base/parcels.ts';
import type { DatabaseFigures } from './figures.ts';

/** Threads that read. What they can be asked is a matter of whoever asks and the code that runs in them. */
export interface ReadingThreads {
  /** How long a read takes at least that is worth the way to a thread and back, in milliseconds. */
  readonly worth: { readonly besideOthers: number; readonly alone: number };
  /** How long a read may take there, in milliseconds; 0: as long as it needs. */
  readonly timeout: number;
  /** What they were asked so far. */
  readonly figures: Pick<DatabaseFigures, 'reads' | 'statements'>;
  /** True while one reads. */
  readonly isBusy: boolean;
  /** True where one can be asked; where there is none, one begins, if it can. */
  areReady(): boolean;
  /** Packs what many tasks have in common. */
  pack(value: object): Parcel;
  /**
   * Asks a thread. What it reads was committed before, or meanwhile.
   * @param task Plain data, as is what it resolves to
   * @param cost How long it will take, in milliseconds; roughly
   * @throws ReadTimeoutError at the deadline, AppError as the thread, Error where it fails or ends
   */
  run(task: object, cost: number): Promise<unknown>;
}
