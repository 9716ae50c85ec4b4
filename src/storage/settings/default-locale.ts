// Default locale. Any program may change it, so it is cached until its table changes.
import { subscribeWeakly } from '../commits/change-feed.ts';
import { ChangeClock, type LogicalTime } from '../commits/change-clock.ts';
import { readDefaultLocale } from './core-store.ts';
import { CORE_STORE } from '../layout/names.ts';
import type { Database } from '../database.ts';
import type { ReadSteps } from '../session.ts';

/** Database to read it from. */
type Source = Pick<Database, 'read' | 'version' | 'onChange'>;

const TABLES: ReadonlySet<string> = new Set([CORE_STORE]);

/** The default locale of a running server. */
export class DefaultLocale {
  readonly #database: Source;
  readonly #initialLocale: string;
  readonly #clock = new ChangeClock();
  #code: string;
  /** Before the code was read; null if it was not. */
  #since: LogicalTime | null = null;

  /** @param initialLocale Default if the database has none */
  constructor(database: Source, initialLocale: string) {
    this.#database = database;
    this.#initialLocale = initialLocale;
    this.#code = initialLocale;
    subscribeWeakly(database, this, (locale, changed) => locale.#clock.tick(changed));
  }

  /** As of the last call of `follow`. */
  get code(): string {
    return this.#code;
  }

  /** Reads the code again if it may have changed. @throws UnavailableError */
  async follow(): Promise<void> {
    // Ticks the clock for commits of any process.
    this.#database.version();
    const steps = this.followed();
    if (steps !== null) await this.#database.read(steps);
  }

  /** The read of `follow`, to be run together with others after the version was checked; null if it is not needed. */
  followed(): ReadSteps<void> | null {
    const isKnown = this.#since !== null && this.#clock.isUnchangedSince(TABLES, this.#since);
    return isKnown ? null : this.#steps(this.#clock.now);
  }

  *#steps(since: LogicalTime): ReadSteps<void> {
    const code = yield* readDefaultLocale(this.#initialLocale);
    // Ignores a read that another connection has overtaken.
    if (since < (this.#since ?? since)) return;
    this.#since = since;
    this.#code = code;
  }
}
