// In charge of which locale is meant where none is named. Anybody may move it, another program too: it is read once and
// kept while the table that it stands in does not change.
import { ChangeClock, type Moment } from './change-clock.ts';
import { readDefaultLocale } from './core-store.ts';
import { CORE_STORE } from './names.ts';
import type { Database } from './database.ts';
import type { Reading } from './session.ts';

/** Where it is read from. */
type Source = Pick<Database, 'read' | 'version' | 'onChange'>;

const TABLES: ReadonlySet<string> = new Set([CORE_STORE]);

/** The default locale of a running server. */
export class DefaultLocale {
  readonly #database: Source;
  readonly #initialLocale: string;
  readonly #clock = new ChangeClock();
  #code: string;
  /** Before the code was read; null: it was not. */
  #since: Moment | null = null;

  /** @param initialLocale Where the database names none */
  constructor(database: Source, initialLocale: string) {
    this.#database = database;
    this.#initialLocale = initialLocale;
    this.#code = initialLocale;
    database.onChange((changed) => this.#clock.tick(changed));
  }

  /** As of when it was followed last. */
  get code(): string {
    return this.#code;
  }

  /** Reads the code again where it may have changed since. @throws UnavailableError */
  async follow(): Promise<void> {
    // Whoever committed: the clock has ticked when this returns.
    this.#database.version();
    const reading = this.followed();
    if (reading !== null) await this.#database.read(reading);
  }

  /** What `follow` reads, to be read beside other things by who has looked at the version; null: nothing. */
  followed(): Reading<void> | null {
    const isKnown = this.#since !== null && this.#clock.stands(TABLES, this.#since);
    return isKnown ? null : this.#reading(this.#clock.now);
  }

  *#reading(since: Moment): Reading<void> {
    const code = yield* readDefaultLocale(this.#initialLocale);
    // One that is overtaken on another connection does not count.
    if (since < (this.#since ?? since)) return;
    this.#since = since;
    this.#code = code;
  }
}
